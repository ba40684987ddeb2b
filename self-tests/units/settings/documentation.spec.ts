import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { DOCUMENTS, envExample } from '../../../scripts/document/documents.ts';
import { flagOf } from '../../../src/settings/command-line.ts';
import { settingsHelp, wrapped } from '../../../src/settings/documentation.ts';
import { FIXTURE_NAMES } from '../../../src/settings/fixtures/fixtures.ts';
import { missingStates, PROVIDER_STATES } from '../../../src/settings/fixtures/provider-states.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { GROUPS } from '../../../src/settings/variable.ts';
import { VARIABLE_NAMES, VARIABLES } from '../../../src/settings/variables.ts';
import { expect, test } from '../../test.ts';

const root = new URL('../../../', import.meta.url);

/** Listed once more by hand: the names are fixed, since people's CI files depend on them. */
const NAMES = `CES_BASE_URL CES_USERNAME CES_PASSWORD
  CES_HEADERS CES_CA_FILE CES_CLIENT_CERT_FILE CES_CLIENT_KEY_FILE CES_CLIENT_KEY_PASSPHRASE CES_FIXTURES CES_PROVIDER_STATES_URL
  CES_BUSINESS_ID CES_CUSTOMER_IDS CES_SEGMENT_ID CES_EMAIL_TEMPLATE_ID CES_PROJECT_EMAIL_TEMPLATE_ID CES_SMS_TEMPLATE_ID CES_SENT_EMAIL_ID
  CES_EMAIL_ADDRESS_ID CES_PROJECT_EMAIL_ADDRESS_ID CES_EMAIL_BLAST_ID CES_PROJECT_DEFINED_EVENT_ID CES_PHONE_NUMBER_ID CES_EVENT_ID
  CES_OTHER_SEGMENT_ID CES_OTHER_PROJECT_EMAIL_TEMPLATE_ID CES_OTHER_SMS_TEMPLATE_ID CES_OTHER_SENT_EMAIL_ID
  CES_OTHER_PROJECT_EMAIL_ADDRESS_ID CES_OTHER_EMAIL_BLAST_ID CES_OTHER_PROJECT_DEFINED_EVENT_ID
  CES_FEATURE_FLAGS CES_FEATURE_FLAGS_PARAM CES_FEATURE_FLAGS_ENCODING CES_TEMPLATE_DESIGNER_KIND
  CES_EVENT_LOOKUP_URL CES_EVENT_LOOKUP_COMMAND CES_TRACK_EVENT CES_TRACK_MATCHING_DATA CES_TRACK_MATCHING_CUSTOMER_ID CES_TRACK_UNMATCHED_DATA
  CES_RESOLUTION_TIMEOUT_MS CES_UNMATCHED_WINDOW_MS
  CES_READ_ONLY CES_DEPTH CES_PROPERTY_RUNS CES_SEED CES_REPLAY CES_MAX_RPS CES_MAX_CONNECTIONS CES_MAX_REQUESTS CES_WRITE_BUDGET
  CES_MAX_MINUTES
  CES_TIMEOUT_MS CES_PATIENCE_MS CES_WRONG_CREDENTIALS_PER_MINUTE CES_MAX_BODY_BYTES CES_REPORT_DIR CES_REQUIRE_COMPLETE CES_FAIL_ON CES_BASELINE CES_VERSION_URL CES_WAIVERS
  CES_ENV_FILE`.split(/\s+/);

test('the table holds exactly these variables, in this order', () => expect(VARIABLE_NAMES).toEqual(NAMES));

test('every variable has a default or says what its absence means', () => {
  expect(VARIABLE_NAMES.filter((name) => VARIABLES[name].default === undefined && (VARIABLES[name].absent ?? '') === '')).toEqual([]);
});

for (const [file, text] of Object.entries(DOCUMENTS))
  test(`${file} is current`, () => expect(readFileSync(new URL(file, root), 'utf8')).toBe(text()));

test('.env.example sets nothing as it is, and every variable without its comment signs', () => {
  expect(parse(envExample())).toEqual({});
  expect(Object.keys(uncommented())).toEqual(NAMES);
});

test('.env.example without its comment signs is a right configuration, but for its two look-ups', () => {
  const settings = readSettings({ ...uncommented(), CES_EVENT_LOOKUP_COMMAND: '' });
  expect(settings.credentials?.password).toBe('in single quotes, so that # and $ stay');
  expect(settings.fixtures.customerIds).toEqual(['cus_1', 'cus_2', 'cus_with,comma']);
  expect(settings.tracking.matchingData).toEqual({ email: 'ada@example.com' });
});

const uncommented = (): Record<string, string> => parse(envExample().replaceAll(/^# (?=CES_\w+=)/gm, ''));

test('every setting stands there once, in the order of the table: by its flag, or by its variable where it is secret', () => {
  const heads = [...settingsHelp().matchAll(/^ {2}(?! )(.+)/gm)].map(([, head = '']) => head);
  expect(heads.map((head) => head.split(' ')[0])).toEqual(
    VARIABLE_NAMES.map((name) => (VARIABLES[name].secret === 'whole' ? name : flagOf(name))),
  );
  const kinds = ['--seed VALUE', '--read-only', 'CES_PASSWORD (no flag: other processes can read arguments)'];
  expect(heads).toEqual(expect.arrayContaining(kinds));
  expect(settingsHelp().split('\n')).toEqual(expect.arrayContaining(Object.values(GROUPS)));
});

test('wrapping loses no word, a longer one than a line included', () => {
  const long = 'x'.repeat(120);
  const lines = wrapped(`a ${'b '.repeat(60)}${long} c`, 2).split('\n');
  expect(lines).toEqual([`  a ${'b '.repeat(48).trim()}`, `  ${'b '.repeat(12).trim()}`, `  ${long}`, '  c']);
});

test('every fixture belongs to one state, but for the command: no server may have commands run', () => {
  const given = PROVIDER_STATES.flatMap(({ gives, mayGive = [] }) => [...gives, ...mayGive]);
  expect([...given, 'CES_EVENT_LOOKUP_COMMAND'].sort()).toEqual([...FIXTURE_NAMES].sort());
});

test('the business comes first, since later states are given it, and its customers next', () =>
  expect(missingStates({}).slice(0, 2)).toMatchObject([{ gives: ['CES_BUSINESS_ID'] }, { gives: ['CES_CUSTOMER_IDS'] }]));
