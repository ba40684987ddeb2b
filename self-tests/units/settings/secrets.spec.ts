import { secretTexts } from '../../../src/settings/secrets.ts';
import { shownSettings } from '../../../src/settings/shown-settings.ts';
import { expect, test } from '../../test.ts';

const secrets = (headers: Record<string, string>, proxies: Record<string, string> = {}, baseUrl = 'https://staging.example.com/api') =>
  secretTexts({ baseUrl, connection: { headers, proxies, clientKeyPassphrase: null } });

test('values of headers are secret, of those with a scheme the token too', () => {
  expect(secrets({ 'x-key': 'abc-123', 'x-auth': 'Bearer ey.J0' })).toEqual(['abc-123', 'Bearer ey.J0', 'ey.J0']);
});

test('but not what every report shows, and nothing that is in any text', () => {
  expect(secrets({ 'x-environment': 'staging', 'x-flag': '1' })).toEqual([]);
});

test('user and password of proxies are secret, as they stand in a header and alone', () => {
  expect(secrets({}, { HTTPS_PROXY: 'http://ada:p%40ss-w@proxy:1', http_proxy: 'bob:secret2@proxy', NO_PROXY: 'a.example' })).toEqual([
    'ada:p@ss-w',
    'bob:secret2',
    'p@ss-w',
    'secret2',
  ]);
});

test('the passphrase of the client’s key is secret', () => {
  const connection = { headers: {}, proxies: {}, clientKeyPassphrase: 'open sesame' };
  expect(secretTexts({ baseUrl: null, connection })).toEqual(['open sesame']);
});

test('a setting that holds one is hidden', () => {
  const environment = {
    CES_BASE_URL: 'https://h',
    CES_USERNAME: 'ada',
    CES_PASSWORD: 'Sesame-77',
    CES_HEADERS: '{"X-Key":"top/secret"}',
    CES_EVENT_LOOKUP_URL: 'https://find/?key=top%2Fsecret&m={marker}',
    CES_SEGMENT_ID: 'top',
    CES_SMS_TEMPLATE_ID: 'a-\\u0053esame-7&#x37;',
    CES_EVENT_ID: Buffer.from('evt:ada:Sesame-77').toString('base64url'),
    HTTPS_PROXY: 'http://eve:hush-hush@proxy:1',
  };
  const shown = Object.fromEntries(shownSettings({ environment, sources: {} }, 1).map(({ name, value }) => [name, value]));
  expect(shown).toMatchObject({
    CES_HEADERS: '(set)',
    CES_EVENT_LOOKUP_URL: '(hidden: it holds something that is kept secret)',
    CES_SEGMENT_ID: 'top',
    CES_SMS_TEMPLATE_ID: '(hidden: it holds the password)',
    CES_EVENT_ID: '(hidden: it holds the password)',
    HTTPS_PROXY: 'http://proxy:1',
  });
});
