import { withoutUserinfo } from '../../../src/settings/parsing/addresses.ts';
import { shownSettings } from '../../../src/settings/shown-settings.ts';
import { VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { expect, test } from '../../test.ts';

const PASSWORD = 'Se"same/7 é';

function shown(environment: NodeJS.ProcessEnv, sources: Readonly<Record<string, string>> = {}) {
  return Object.fromEntries(shownSettings({ environment, sources }, 7).map(({ name, value, source }) => [name, { value, source }]));
}

test('every variable is shown, in the order of the table', () => {
  expect(shownSettings({ environment: {}, sources: {} }, 7).map(({ name }) => name)).toEqual(VARIABLE_NAMES);
});

test('a default, a missing value and the drawn seed are shown as such', () => {
  const settings = shown({});
  expect(settings.CES_TIMEOUT_MS).toEqual({ value: '10000', source: 'default' });
  expect(settings.CES_SEGMENT_ID).toEqual({ value: '(not set)', source: 'default' });
  expect(settings.CES_PASSWORD).toEqual({ value: '(not set)', source: 'default' });
  expect(settings.CES_SEED).toEqual({ value: '7', source: 'default' });
});

test('a value is shown with where it comes from', () => {
  const settings = shown({ CES_SEED: '5', CES_SEGMENT_ID: 'seg@1' }, { CES_SEED: 'staging.env', CES_SEGMENT_ID: 'environment' });
  expect(settings.CES_SEED).toEqual({ value: '5', source: 'staging.env' });
  expect(settings.CES_SEGMENT_ID).toEqual({ value: 'seg@1', source: 'environment' });
});

const FORMS: readonly (readonly [what: string, value: string])[] = [
  ['itself', PASSWORD],
  ['percent-encoded', encodeURIComponent(PASSWORD)],
  ['in JSON', JSON.stringify({ token: PASSWORD })],
  ['in base64', Buffer.from(PASSWORD).toString('base64')],
  ['as the header’s value', Buffer.from(`ada:${PASSWORD}`).toString('base64')],
];

for (const [what, form] of FORMS) {
  test(`a value that holds the password ${what} is hidden`, () => {
    const settings = shown({ CES_BASE_URL: 'http://h', CES_USERNAME: 'ada', CES_PASSWORD: PASSWORD, CES_SEGMENT_ID: `x${form}y` });
    expect(settings.CES_SEGMENT_ID?.value).toBe('(hidden: it holds the password)');
  });
}

test('credentials and the look-up command are never shown', () => {
  const settings = shown({ CES_BASE_URL: 'http://h', CES_USERNAME: 'ada', CES_PASSWORD: '', CES_EVENT_LOOKUP_COMMAND: 'curl -H token' });
  expect(settings.CES_USERNAME?.value).toBe('(set)');
  expect(settings.CES_PASSWORD?.value).toBe('(set)');
  expect(settings.CES_EVENT_LOOKUP_COMMAND?.value).toBe('(set)');
  expect(settings.CES_BASE_URL?.value).toBe('http://h');
});

test('user and password are removed from the URLs', () => {
  const settings = shown({ CES_BASE_URL: 'https://u:p@host/a', CES_EVENT_LOOKUP_URL: 'https://u:p@host/{marker}' });
  expect(settings.CES_BASE_URL?.value).toBe('https://host/a');
  expect(settings.CES_EVENT_LOOKUP_URL?.value).toBe('https://host/{marker}');
});

const URLS: readonly (readonly [text: string, without: string])[] = [
  ['https://host/@tenant?m={marker}', 'https://host/@tenant?m={marker}'],
  ['https://user:pass@host/a@b', 'https://host/a@b'],
  ['https://user@host', 'https://host'],
  ['https://a@b:c@host', 'https://host'],
  ['https://user:pa/ss@host', 'https://host'],
  ['https://user:pa#s?s@host', 'https://host'],
  ['ftp://user:pass@host', 'ftp://host'],
  ['//user:pass@host', '//host'],
  ['user:pass@host/x', 'host/x'],
  ['/find?mail=a@b&m={marker}', '/find?mail=a@b&m={marker}'],
];

for (const [text, without] of URLS) {
  test(`without userinfo, ${text} is ${without}`, () => {
    expect(withoutUserinfo(text)).toBe(without);
  });
}
