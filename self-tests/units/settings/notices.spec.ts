import { noticesOfSettings } from '../../../src/settings/notices.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';

const noticesFor = (environment: NodeJS.ProcessEnv) =>
  noticesOfSettings(readSettings({ CES_USERNAME: 'ada', CES_PASSWORD: 'secret', CES_SEGMENT_ID: 's', ...environment }), environment);

for (const baseUrl of ['http://staging.example.com/api', 'http://10.0.0.1:8080', 'http://[fe80::1]', 'http://localhost.example.com'])
  test(`${baseUrl} is reported as readable on its way`, () =>
    expect(noticesFor({ CES_BASE_URL: baseUrl })).toEqual([
      expect.stringContaining(`${new URL(baseUrl).origin} is spoken to without TLS`),
    ]));

for (const baseUrl of [
  'https://staging.example.com',
  'http://127.0.0.1:1',
  'http://127.8.8.8',
  'http://[::1]:1/v1',
  'http://localhost:1',
  'http://a.localhost.',
])
  test(`of ${baseUrl} there is nothing to report`, () => expect(noticesFor({ CES_BASE_URL: baseUrl })).toEqual([]));

test('the embedded service neither', () =>
  expect(noticesOfSettings(readSettings({}), { NODE_TLS_REJECT_UNAUTHORIZED: '0', HTTP_PROXY: 'http://p:1' })).toEqual([]));

test('a proxy is named, without its credentials', () => {
  expect(noticesFor({ CES_BASE_URL: 'https://h.example', HTTPS_PROXY: 'http://ada:hush@proxy:3128' })).toEqual([
    'Requests to https://h.example go through the proxy http://proxy:3128 (HTTPS_PROXY).',
  ]);
});

test('what has no effect is reported, where somebody could count on it', () => {
  const http = { CES_BASE_URL: 'http://localhost' };
  expect(noticesFor({ ...http, HTTP_PROXY: 'http://p:1' })).toEqual([expect.stringContaining('HTTP_PROXY is set and has no effect')]);
  expect(noticesFor({ ...http, HTTP_PROXY: 'http://p:1', http_proxy: 'http://q:1' })).toEqual([expect.stringContaining('http://q:1')]);
  const off = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  expect(noticesFor({ ...http, ...off })).toEqual([]);
  for (const https of [{ CES_BASE_URL: 'https://h' }, { ...http, CES_EVENT_LOOKUP_URL: 'https://h/{marker}' }])
    expect(noticesFor({ ...https, ...off })).toEqual([expect.stringContaining('certificates are verified')]);
});

test('a run that knows nothing but the target says that it is quick, unless somebody chose the depth', () => {
  const noticesOf = (environment: NodeJS.ProcessEnv) => {
    const whole = { CES_BASE_URL: 'https://staging.example.com', CES_USERNAME: 'ada', CES_PASSWORD: 'secret', ...environment };
    return noticesOfSettings(readSettings(whole), whole);
  };
  expect(noticesOf({})).toEqual([expect.stringContaining('The run is quick')]);
  for (const more of [{ CES_DEPTH: 'quick' }, { CES_DEPTH: 'full' }, { CES_SEGMENT_ID: 's' }]) expect(noticesOf(more)).toEqual([]);
});
