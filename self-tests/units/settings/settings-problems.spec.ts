import { misspelt } from '../../../src/settings/contradictions.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { problemsOf as problemsIn, SettingsError } from '../../../src/settings/settings-error.ts';
import { expect, test } from '../../test.ts';

const TARGET = { CES_BASE_URL: 'https://host/api', CES_USERNAME: 'ada', CES_PASSWORD: 'Sesame-77' };

const problemsOf = (environment: NodeJS.ProcessEnv) => problemsIn(() => readSettings(environment));

/** What is set, and the variables that must be reported, with a piece of what would be right. */
const CASES: readonly (readonly [title: string, environment: NodeJS.ProcessEnv, problems: Readonly<Record<string, RegExp>>])[] = [
  ['a right target', TARGET, {}],
  ['a base URL alone', { CES_BASE_URL: 'http://h' }, { CES_USERNAME: /Basic/, CES_PASSWORD: /Basic/ }],
  ['no password', { ...TARGET, CES_PASSWORD: undefined }, { CES_PASSWORD: /Basic/ }],
  ['no username', { ...TARGET, CES_USERNAME: undefined }, { CES_USERNAME: /Basic/ }],
  ['a wrong base URL is reported once', { ...TARGET, CES_BASE_URL: 'host' }, { CES_BASE_URL: /http or https/ }],
  [
    'a wrong base URL hides no missing password',
    { CES_BASE_URL: 'host', CES_USERNAME: 'a' },
    { CES_BASE_URL: /http/, CES_PASSWORD: /Basic/ },
  ],
  [
    'credentials without a target',
    { CES_USERNAME: 'a', CES_PASSWORD: 'b' },
    { CES_USERNAME: /CES_BASE_URL/, CES_PASSWORD: /CES_BASE_URL/ },
  ],
  ['a fixture without a target', { CES_SEGMENT_ID: 's' }, { CES_SEGMENT_ID: /CES_BASE_URL/ }],
  ['customers without a target', { CES_CUSTOMER_IDS: 'c' }, { CES_CUSTOMER_IDS: /CES_BASE_URL/ }],
  ['a look-up without a target', { CES_EVENT_LOOKUP_URL: '/{marker}' }, { CES_EVENT_LOOKUP_URL: /CES_BASE_URL/ }],
  ['times need no target', { CES_RESOLUTION_TIMEOUT_MS: '1', CES_UNMATCHED_WINDOW_MS: '1' }, {}],
  ['a colon in the username', { ...TARGET, CES_USERNAME: 'a:b' }, { CES_USERNAME: /colon/ }],
  [
    'two look-ups',
    { ...TARGET, CES_EVENT_LOOKUP_URL: '/{marker}', CES_EVENT_LOOKUP_COMMAND: 'x' },
    { CES_EVENT_LOOKUP_COMMAND: /only one/ },
  ],
  [
    'another segment that is the first',
    { ...TARGET, CES_SEGMENT_ID: 's', CES_OTHER_SEGMENT_ID: 's', CES_OTHER_SMS_TEMPLATE_ID: 's' },
    { CES_OTHER_SEGMENT_ID: /another record than CES_SEGMENT_ID/ },
  ],
  ['matching data alone', { ...TARGET, CES_TRACK_MATCHING_DATA: '{"a":1}' }, { CES_TRACK_MATCHING_CUSTOMER_ID: /leads/ }],
  ['a matching customer alone', { ...TARGET, CES_TRACK_MATCHING_CUSTOMER_ID: 'c' }, { CES_TRACK_MATCHING_DATA: /leads/ }],
  [
    'matching data that is no object, beside its customer',
    { ...TARGET, CES_TRACK_MATCHING_DATA: '[]', CES_TRACK_MATCHING_CUSTOMER_ID: 'c' },
    { CES_TRACK_MATCHING_DATA: /not an array/ },
  ],
  [
    'data that should match and not match',
    { ...TARGET, CES_TRACK_MATCHING_DATA: '{"a":1,"b":2}', CES_TRACK_MATCHING_CUSTOMER_ID: 'c', CES_TRACK_UNMATCHED_DATA: '{"b":2,"a":1}' },
    { CES_TRACK_UNMATCHED_DATA: /other members/ },
  ],
  [
    'data that matches although it is empty like the default of what does not',
    { ...TARGET, CES_TRACK_MATCHING_DATA: '{}', CES_TRACK_MATCHING_CUSTOMER_ID: 'c' },
    { CES_TRACK_UNMATCHED_DATA: /other members/ },
  ],
  ['completeness of a read-only run', { CES_READ_ONLY: '1', CES_REQUIRE_COMPLETE: '1' }, { CES_REQUIRE_COMPLETE: /without writing/ }],
  ['new, and since when is not known', { CES_FAIL_ON: 'new' }, { CES_BASELINE: /since CES_FAIL_ON=new asks what is new/ }],
  ['new since a baseline', { CES_FAIL_ON: 'new', CES_BASELINE: 'old.json' }, {}],
  ['completeness switched off', { CES_READ_ONLY: '1', CES_REQUIRE_COMPLETE: '0' }, {}],
  [
    'an unknown encoding',
    { ...TARGET, CES_FEATURE_FLAGS_ENCODING: 'csv' },
    { CES_FEATURE_FLAGS_ENCODING: /repeat, comma, brackets, json/ },
  ],
  ['an unknown level', { CES_FAIL_ON: 'all' }, { CES_FAIL_ON: /requirement, robustness, completeness/ }],
  ['too many inputs', { CES_PROPERTY_RUNS: '1000001' }, { CES_PROPERTY_RUNS: /to 1000000/ }],
  ['a negative seed', { CES_SEED: '-1' }, { CES_SEED: /from 0 to 2147483647/ }],
  ['no connection', { CES_MAX_CONNECTIONS: '0' }, { CES_MAX_CONNECTIONS: /1 to 10,?000/ }],
  ['too many connections', { CES_MAX_CONNECTIONS: '99999999' }, { CES_MAX_CONNECTIONS: /1 to 10,?000/ }],
  ['connections that are no number', { CES_MAX_CONNECTIONS: 'few' }, { CES_MAX_CONNECTIONS: /1 to 10,?000/ }],
  ['no requests a second', { CES_MAX_RPS: '0' }, { CES_MAX_RPS: /above 0/ }],
  ['no time for a request', { CES_TIMEOUT_MS: '0' }, { CES_TIMEOUT_MS: /from 1/ }],
  ['a report directory of blanks', { CES_REPORT_DIR: ' ' }, { CES_REPORT_DIR: /directory/ }],
  ['a misspelt fixture', { ...TARGET, CES_SEGMENTS_ID: 's' }, { CES_SEGMENTS_ID: /perhaps CES_SEGMENT_ID/ }],
  ['a misspelt target', { CES_BASEURL: 'http://h' }, { CES_BASEURL: /perhaps CES_BASE_URL/ }],
  ['a name in small letters', { ces_read_only: '1' }, { ces_read_only: /perhaps CES_READ_ONLY/ }],
];

for (const [title, environment, problems] of CASES)
  test(`${title}: ${Object.keys(problems).join(', ') || 'nothing'} is reported`, () => {
    const reported = problemsOf(environment);
    expect(reported).toHaveLength(Object.keys(problems).length);
    const shown = Object.fromEntries(reported.map(({ variable, expected }) => [variable, expected]));
    expect(shown).toEqual(Object.fromEntries(Object.entries(problems).map(([name, words]) => [name, expect.stringMatching(words)])));
  });

test('all that is wrong stands in one message, each with what was found', () => {
  const environment = { CES_BASE_URL: 'host', CES_USERNAME: 'a', CES_READ_ONLY: 'yes', CES_SEDD: '1' };
  expect(() => readSettings(environment)).toThrow(
    [
      '4 settings need a correction; no request has been sent.',
      '  CES_BASE_URL: expected an http or https URL such as https://staging.example.com/api/v1; found "host"',
      '  CES_READ_ONLY: expected 1 (on) or 0 (off); found "yes"',
      '  CES_PASSWORD: expected a value, since CES_BASE_URL is given and every endpoint wants Basic credentials; found nothing',
      '  CES_SEDD: expected a known name, perhaps CES_SEED; found a variable that does not exist',
    ].join('\n'),
  );
});

test('a long value is shortened', () => {
  const [problem] = problemsOf({ CES_FAIL_ON: 'x'.repeat(500) });
  expect(problem?.found).toBe(`"${'x'.repeat(120)}…"`);
});

/** Each holds `Sesame-77` in some form, in a setting that is wrong. */
const LEAKS: readonly NodeJS.ProcessEnv[] = [
  { ...TARGET, CES_PASSWORD: 'Sesame-77\n' },
  { ...TARGET, CES_USERNAME: 'Sesame-77:x' },
  { ...TARGET, CES_BASE_URL: 'https://ada:Sesame-77@host' },
  { CES_BASE_URL: 'https://ada:Sesame-77@host' },
  { CES_BASE_URL: 'https://ada:/Sesame-77@host' },
  { CES_BASE_URL: 'ftp://ada:Sesame-77@host' },
  { CES_BASE_URL: 'ada:Sesame-77@host' },
  { ...TARGET, CES_CUSTOMER_IDS: 'Sesame-77,Sesame-77,Sesame-77%' },
  { ...TARGET, CES_EVENT_LOOKUP_URL: '/find?{Sesame-77}' },
  { ...TARGET, CES_TRACK_MATCHING_DATA: '{"Sesame-77"' },
  { ...TARGET, CES_FAIL_ON: Buffer.from('ada:Sesame-77').toString('base64') },
  { CES_PASWORD: 'Sesame-77' },
  { CES_EVENT_LOOKUP_COMMAND: 'curl -u ada:Sesame-77' },
];

for (const environment of LEAKS)
  test(`no secret is shown: ${JSON.stringify(environment)}`, () => {
    const problems = problemsOf(environment);
    const shown = new SettingsError(problems).message + JSON.stringify(problems);
    expect(problems).not.toEqual([]);
    for (const form of ['Sesame-77', Buffer.from('Sesame-77').toString('base64'), Buffer.from('ada:Sesame-77').toString('base64')]) {
      expect(shown).not.toContain(form);
    }
  });

const SUGGESTIONS: readonly (readonly [misspelt: string, suggested: string])[] = [
  ['CES_BUSINES_ID', 'CES_BUSINESS_ID'],
  ['CES_FEATURE_FLAG', 'CES_FEATURE_FLAGS'],
  ['CES_TIMEOUT', 'CES_TIMEOUT_MS'],
  ['CES_Seed', 'CES_SEED'],
  ['Ces_Seed', 'CES_SEED'],
];

for (const [name, suggested] of SUGGESTIONS)
  test(`${name} is taken for ${suggested}`, () => {
    expect(misspelt({ [name]: 'secret' })).toEqual([
      { variable: name, found: 'a variable that does not exist', expected: `a known name, perhaps ${suggested}` },
    ]);
  });

test('other people’s variables, and empty or undefined ones, are left alone', () => {
  expect(
    misspelt({
      ACCES_KEY: '1',
      CES: '1',
      ces_others_own: '1',
      CES_NOTHING: '',
      CES_NONE: undefined,
      CES_MARKER: 'm',
      CES_MAX_MINUTES: '5',
    }),
  ).toEqual([]);
});
