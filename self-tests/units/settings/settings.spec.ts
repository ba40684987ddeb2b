import { secretTexts } from '../../../src/settings/secrets.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { shownSettings } from '../../../src/settings/shown-settings.ts';
import { VARIABLE_NAMES, VARIABLES, type VariableName } from '../../../src/settings/variables.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';

const TARGET = { CES_BASE_URL: 'https://host/api/', CES_USERNAME: 'ada', CES_PASSWORD: 'pa:ss' };

/** Each variable with a value that it takes and that is not its default; of two that exclude each other, one. */
const VALUES: Readonly<Partial<Record<VariableName, string>>> = {
  ...Object.fromEntries(VARIABLE_NAMES.map((name) => [name, VARIABLES[name].example ?? `of ${name}`])),
  ...{ CES_BASE_URL: 'https://host/api/', CES_USERNAME: 'ada', CES_PASSWORD: 'pa:ss', CES_HEADERS: '{"X-Environment":"staging"}' },
  ...{ CES_FEATURE_FLAGS_ENCODING: 'json', CES_EVENT_LOOKUP_COMMAND: '', CES_TRACK_EVENT: 'conformance.tracked' },
  ...{ CES_TRACK_MATCHING_DATA: '{"email":"a@b"}', CES_TRACK_UNMATCHED_DATA: '{"email":"x@y"}', CES_UNMATCHED_WINDOW_MS: '0' },
  ...{ CES_READ_ONLY: '1', CES_REQUIRE_COMPLETE: '', CES_TIMEOUT_MS: '13', CES_PATIENCE_MS: '14000', CES_MAX_BODY_BYTES: '2048' },
  ...{ CES_FAIL_ON: 'completeness' },
};

test('settings are read as was approved: without variables, as quick as a run without fixtures, and with all of them', () => {
  const all = readSettings({ ...VALUES, HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'a.example' });
  const settings = { none: readSettings({ PATH: '/bin', CES_SEED: '7' }), bare: readSettings({ ...TARGET, CES_SEED: '7' }).run, all };
  expect(`${JSON.stringify(settings, null, 2)}\n`).toMatchSnapshot(['settings', 'settings.txt']);
});

test('the look-up command and completeness are read too', () => {
  const settings = readSettings({ ...TARGET, CES_EVENT_LOOKUP_COMMAND: './find', CES_REQUIRE_COMPLETE: 'true' });
  expect(settings.tracking.lookupCommand).toBe('./find');
  expect(settings.run.requireComplete).toBe(true);
});

test('a drawn seed has 31 bits', () => {
  const seeds = Array.from({ length: 200 }, () => readSettings({}).run.seed);
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)).toBe(true);
  expect(new Set(seeds).size).toBeGreaterThan(1);
});

test('an empty text counts as absent', () => {
  const empty = Object.fromEntries([...VARIABLE_NAMES, 'CES_UNKNOWN'].map((name) => [name, '']));
  expect(readSettings({ ...empty, CES_SEED: '7' })).toEqual(readSettings({ CES_SEED: '7' }));
});

test('beside a base URL, empty credentials are credentials', () => {
  const settings = readSettings({ CES_BASE_URL: 'http://h', CES_USERNAME: '', CES_PASSWORD: '' });
  expect(settings.credentials).toEqual({ username: '', password: '' });
});

function shown(environment: NodeJS.ProcessEnv, sources: Readonly<Record<string, string>> = {}) {
  return Object.fromEntries(shownSettings({ environment, sources }, 7).map(({ name, value, source }) => [name, { value, source }]));
}

test('every variable is shown, in the order of the table', () =>
  expect(shownSettings({ environment: {}, sources: {} }, 7).map(({ name }) => name)).toEqual(VARIABLE_NAMES));

test('a value is shown with where it comes from', () => {
  const settings = shown({ CES_SEED: '5', CES_SEGMENT_ID: 'seg@1' }, { CES_SEED: 'staging.env', CES_SEGMENT_ID: 'environment' });
  expect(settings.CES_SEED).toEqual({ value: '5', source: 'staging.env' });
  expect(settings.CES_SEGMENT_ID).toEqual({ value: 'seg@1', source: 'environment' });
  expect(settings.CES_TIMEOUT_MS).toEqual({ value: '10000', source: 'default' });
});

const NONE = { headers: {}, proxies: {}, clientKeyPassphrase: null };
const SECRETIVE = { CES_BASE_URL: 'http://h', CES_USERNAME: 'ada', CES_PASSWORD: 'Sesame-77' };

test('as what a value is shown, and what is kept secret of a connection, was approved', () =>
  expectCalls('settings/shown.txt', {
    shownAs: (given: NodeJS.ProcessEnv, name: string) => shown(given)[name]?.value,
    secretIn: (connection: object) => secretTexts({ baseUrl: 'https://staging.example.com/api', connection: { ...NONE, ...connection } }),
  }));

test('a setting that holds one is hidden', () => {
  const environment = {
    ...SECRETIVE,
    CES_HEADERS: '{"X-Key":"top/secret"}',
    CES_EVENT_LOOKUP_URL: 'https://find/?key=top%2Fsecret&m={marker}',
    CES_SEGMENT_ID: 'top',
    CES_SMS_TEMPLATE_ID: 'a-\\u0053esame-7&#x37;',
    CES_EVENT_ID: Buffer.from('evt:ada:Sesame-77').toString('base64url'),
    HTTPS_PROXY: 'http://eve:hush-hush@proxy:1',
  };
  expect(shown(environment)).toMatchObject({
    CES_HEADERS: { value: '(set)' },
    CES_EVENT_LOOKUP_URL: { value: '(hidden: it holds something that is kept secret)' },
    CES_SEGMENT_ID: { value: 'top' },
    CES_SMS_TEMPLATE_ID: { value: '(hidden: it holds the password)' },
    CES_EVENT_ID: { value: '(hidden: it holds the password)' },
    HTTPS_PROXY: { value: 'http://proxy:1' },
  });
});
