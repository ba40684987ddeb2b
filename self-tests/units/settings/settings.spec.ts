import { FIXTURE_SETTINGS, FIXTURE_VARIABLES, isList } from '../../../src/settings/fixtures/fixture-variables.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { expect, test } from '../../test.ts';

const TARGET = { CES_BASE_URL: 'https://host/api/', CES_USERNAME: 'ada', CES_PASSWORD: 'pa:ss' };
const drawSeed = () => 7;

test('without variables the embedded service is tested with the defaults of the contract', () => {
  expect(readSettings({ PATH: '/bin' }, drawSeed)).toEqual({
    baseUrl: null,
    credentials: null,
    connection: { headers: {}, caFile: null, clientCertFile: null, clientKeyFile: null, clientKeyPassphrase: null, proxies: {} },
    fixturesFile: null,
    providerStatesUrl: null,
    fixtures: {
      ...Object.fromEntries(FIXTURE_SETTINGS.map((setting) => [setting, isList(setting) ? [] : null])),
      featureFlagsEncoding: 'repeat',
      designerKind: 'designer',
    },
    tracking: {
      lookupUrl: null,
      lookupCommand: null,
      event: 'conformance.tracked',
      eventIsDefault: true,
      matchingData: null,
      matchingCustomerId: null,
      unmatchedData: {},
      findTimeoutMs: 10_000,
      resolutionTimeoutMs: 60_000,
      unmatchedWindowMs: 2000,
    },
    version: null,
    run: {
      readOnly: false,
      depth: 'full',
      propertyRuns: 100,
      seed: 7,
      replay: null,
      maxRps: null,
      maxConnections: null,
      maxRequests: null,
      writeBudget: null,
      maxMinutes: null,
      timeoutMs: 10_000,
      patienceMs: 60_000,
      wrongCredentialsPerMinute: null,
      maxBodyBytes: 5_242_880,
      reportDir: 'reports',
      requireComplete: false,
      failOn: 'robustness',
      baseline: null,
      waivers: null,
    },
  });
});

test('every variable reaches its own setting', () => {
  const settings = readSettings({
    ...TARGET,
    CES_HEADERS: '{"X-Environment":"staging"}',
    CES_CA_FILE: 'ca.pem',
    CES_CLIENT_CERT_FILE: 'client.pem',
    CES_CLIENT_KEY_FILE: 'key.pem',
    CES_CLIENT_KEY_PASSPHRASE: 'phrase',
    CES_FIXTURES: 'fixtures.json',
    CES_PROVIDER_STATES_URL: 'https://host/states',
    ...Object.fromEntries(Object.entries(FIXTURE_VARIABLES).map(([setting, variable]) => [variable, `of ${setting}`])),
    CES_FEATURE_FLAGS_ENCODING: 'json',
    CES_TEMPLATE_DESIGNER_KIND: 'brand',
    CES_EVENT_LOOKUP_URL: '/find?m={marker}',
    CES_TRACK_EVENT: 'conformance.tracked',
    CES_TRACK_MATCHING_DATA: '{"email":"a@b"}',
    CES_TRACK_MATCHING_CUSTOMER_ID: 'c1',
    CES_TRACK_UNMATCHED_DATA: '{"email":"x@y"}',
    CES_RESOLUTION_TIMEOUT_MS: '11',
    CES_UNMATCHED_WINDOW_MS: '0',
    CES_READ_ONLY: '1',
    CES_DEPTH: 'quick',
    CES_PROPERTY_RUNS: '0',
    CES_SEED: '2147483647',
    CES_REPLAY: 'r3:0',
    CES_MAX_RPS: '0.5',
    CES_MAX_CONNECTIONS: '4',
    CES_MAX_REQUESTS: '300',
    CES_WRITE_BUDGET: '0',
    CES_MAX_MINUTES: '1.5',
    CES_TIMEOUT_MS: '13',
    CES_PATIENCE_MS: '14000',
    CES_WRONG_CREDENTIALS_PER_MINUTE: '20',
    CES_MAX_BODY_BYTES: '2048',
    CES_REPORT_DIR: 'out',
    CES_FAIL_ON: 'completeness',
    CES_BASELINE: 'old.json',
    CES_VERSION_URL: '/health#X-Version',
    CES_WAIVERS: 'waivers',
    CES_ENV_FILE: 'staging.env',
    HTTPS_PROXY: 'http://proxy:3128',
    NO_PROXY: 'a.example',
  });
  expect(settings).toEqual({
    baseUrl: 'https://host/api',
    credentials: { username: 'ada', password: 'pa:ss' },
    connection: {
      headers: { 'x-environment': 'staging' },
      caFile: 'ca.pem',
      clientCertFile: 'client.pem',
      clientKeyFile: 'key.pem',
      clientKeyPassphrase: 'phrase',
      proxies: { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'a.example' },
    },
    fixturesFile: 'fixtures.json',
    providerStatesUrl: 'https://host/states',
    fixtures: {
      ...Object.fromEntries(FIXTURE_SETTINGS.map((setting) => [setting, isList(setting) ? [`of ${setting}`] : `of ${setting}`])),
      featureFlagsEncoding: 'json',
      designerKind: 'brand',
    },
    tracking: {
      lookupUrl: '/find?m={marker}',
      lookupCommand: null,
      event: 'conformance.tracked',
      eventIsDefault: false,
      matchingData: { email: 'a@b' },
      matchingCustomerId: 'c1',
      unmatchedData: { email: 'x@y' },
      findTimeoutMs: 11,
      resolutionTimeoutMs: 11,
      unmatchedWindowMs: 0,
    },
    version: { place: '/health', header: 'x-version' },
    run: {
      readOnly: true,
      depth: 'quick',
      propertyRuns: 0,
      seed: 2_147_483_647,
      replay: 'r3:0',
      maxRps: 0.5,
      maxConnections: 4,
      maxRequests: 300,
      writeBudget: 0,
      maxMinutes: 1.5,
      timeoutMs: 13,
      patienceMs: 14_000,
      wrongCredentialsPerMinute: 20,
      maxBodyBytes: 2048,
      reportDir: 'out',
      requireComplete: false,
      failOn: 'completeness',
      baseline: 'old.json',
      waivers: 'waivers',
    },
  });
});

test('the setting of a fixture has the name of its variable', () => {
  for (const [setting, variable] of Object.entries(FIXTURE_VARIABLES))
    expect(`CES_${setting.replace(/[A-Z]/g, '_$&').toUpperCase()}`).toBe(variable);
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
  const settings = readSettings({
    CES_BASE_URL: '',
    CES_USERNAME: '',
    CES_PASSWORD: '',
    CES_SEGMENT_ID: '',
    CES_TIMEOUT_MS: '',
    CES_UNKNOWN: '',
  });
  expect(settings.baseUrl).toBeNull();
  expect(settings.credentials).toBeNull();
  expect(settings.fixtures.segmentId).toBeNull();
  expect(settings.run.timeoutMs).toBe(10_000);
});

test('beside a base URL, empty credentials are credentials', () => {
  const settings = readSettings({ CES_BASE_URL: 'http://h', CES_USERNAME: '', CES_PASSWORD: '' });
  expect(settings.credentials).toEqual({ username: '', password: '' });
});

test('names that the project itself sets are no mistake', () =>
  expect(() => readSettings({ CES_MARKER: 'm', CES_BUSINESS: 'b', OTHER: 'o', ces_other_tool: 'x' })).not.toThrow());
