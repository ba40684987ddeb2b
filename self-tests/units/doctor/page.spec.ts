import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureVariables } from '../../../reference/fixtures.ts';
import type { Diagnosis } from '../../../src/doctor/examine.ts';
import { page, type Sheet } from '../../../src/doctor/page.ts';
import { envFile, fixturesJson } from '../../../src/doctor/settings-files.ts';
import { untried } from '../../../src/doctor/tried.ts';
import { prospectsOf } from '../../../src/result/prospects.ts';
import { loadEnvironment } from '../../../src/settings/environment.ts';
import { FIXTURE_NAMES } from '../../../src/settings/fixtures/fixtures.ts';
import { shownSettings } from '../../../src/settings/shown-settings.ts';
import { VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { newFolder } from '../../folders.ts';
import { expect, test } from '../../test.ts';

const environment = fixtureVariables('http://localhost:1', { username: 'user', password: 'secret' });
const OPEN = { words: 'reached', remedy: null };

function sheet(diagnosis: Partial<Diagnosis>, given: Partial<Sheet> = {}): Sheet {
  const sources = Object.fromEntries(Object.keys(environment).map((name) => [name, '/a/long/path/to/a/file/of/settings/staging.env']));
  return {
    baseUrl: 'http://localhost:1',
    embedded: false,
    settings: shownSettings({ environment, sources }, 1),
    diagnosis: { target: OPEN, doubt: null, credentials: OPEN, tried: [], found: [], ...diagnosis },
    prospects: prospectsOf(shownSettings({ environment, sources }, 1), []),
    writing: 'unasked',
    newFile: '.env',
    written: null,
    leftBehind: [],
    ...given,
  };
}

const widest = (text: string): number => Math.max(...text.split('\n').map((line) => [...line].length));

test('it fits a screen with every fixture in it, whatever the path of their file', () => {
  const text = page(sheet({ tried: [untried(FIXTURE_NAMES, 'only a tracked event would tell')] }));
  expect(text.split('\n').length).toBeLessThanOrEqual(45);
  expect(widest(text)).toBeLessThanOrEqual(100);
  expect(text).toMatch(/– CES_SEGMENT_ID +…tings\/staging\.env +not tried: only a tracked event would tell$/m);
});

test('what the target says can neither act on the terminal nor break a line', () => {
  const words = `\u001b[31mred\u202Eder\nnext ${'x '.repeat(100)}`;
  const text = page(sheet({ target: { words, remedy: null }, tried: [{ variables: ['CES_SEGMENT_ID'], outcome: 'wrong', words }] }));
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('\u202e');
  expect(text).toContain('\\u001B[31mred\\u202Eder\\nnext');
  expect(widest(text)).toBeLessThanOrEqual(100);
});

test('a doubt about the path stands beside the answer, comes first among the steps, and weakens what is said of an id', () => {
  const doubt = 'Every read was answered with status 404: no read tells whether the path is right.';
  const tried: Diagnosis['tried'] = [{ variables: ['CES_SEGMENT_ID'], outcome: 'wrong', words: 'not found' }];
  const text = page(sheet({ doubt, tried }));
  expect(text).toMatch(
    /^Target {7}.*\n {13}reached\n {13}Every read was answered with status 404: no read tells whether the path is right\.\n/,
  );
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Next See whether the path of CES_BASE_URL is right. With leave to write,');
  expect(text).toContain('If the path is right, correct CES_SEGMENT_ID:');
});

test('leave to write that the settings forbid is said to be without effect, whatever else is wrong', () => {
  for (const given of [{ embedded: true }, { diagnosis: { ...sheet({}).diagnosis, target: { words: 'no', remedy: 'Start it.' } } }, {}])
    expect(page(sheet({}, { ...given, writing: 'forbidden' }))).toContain('--allow-writes had no effect: CES_READ_ONLY');
});

test('what was found is listed as a setting, except what a run finds by itself', () => {
  const parameter = { variable: 'CES_FEATURE_FLAGS_PARAM', value: 'names' } as const;
  const found: Diagnosis['found'] = [{ variable: 'CES_EMAIL_ADDRESS_ID', value: 'addr_1' }, parameter];
  const tried: Diagnosis['tried'] = [{ variables: ['CES_FEATURE_FLAGS_PARAM', 'CES_SEGMENT_ID'], outcome: 'wrong', words: 'no' }];
  const text = page(sheet({ found, tried }));
  expect(text).toMatch(/\+ CES_EMAIL_ADDRESS_ID +found +addr_1$/m);
  expect(text).toContain('Set CES_FEATURE_FLAGS_PARAM=names.');
  expect(text).toContain('Correct CES_SEGMENT_ID:');
});

const HEADER = '{"x-key":"header-secret"}';
const TARGET = { CES_BASE_URL: 'https://host/api', CES_USERNAME: 'user', CES_PASSWORD: 'pass-word', CES_HEADERS: HEADER };

/** The variables that a run would read from the file. */
function read(text: string): NodeJS.ProcessEnv {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), text);
  return loadEnvironment(folder, {}).environment;
}

const FOUND = [{ variable: 'CES_FEATURE_FLAGS_PARAM', value: 'names' }] as const;

test('what is known is set, what was found in its place too, and the rest stands there commented out', () => {
  const environment = { ...TARGET, CES_SEGMENT_ID: 'seg_1', CES_EVENT_ID: 'evt_1', CES_FEATURE_FLAGS_PARAM: 'wrong' };
  const text = envFile(['CES_BASE_URL', 'CES_SEGMENT_ID', 'CES_FEATURE_FLAGS_PARAM'], environment, FOUND);
  expect(read(text)).toEqual({ CES_BASE_URL: 'https://host/api', CES_SEGMENT_ID: 'seg_1', CES_FEATURE_FLAGS_PARAM: 'names' });
  for (const name of VARIABLE_NAMES) expect(text).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
  expect(text).toContain('# Found by the doctor:\nCES_FEATURE_FLAGS_PARAM=names');
});

test('no secret is written, wherever it stands, but a line says where to put it', () => {
  const given = { ...TARGET, CES_EVENT_LOOKUP_COMMAND: 'find --token abc', CES_SEGMENT_ID: 'seg-pass-word', CES_EVENT_ID: 'header-secret' };
  const text = envFile([...VARIABLE_NAMES], given, []);
  expect(text).not.toMatch(/pass-word|header-secret|--token abc|=user$/m);
  expect(text.match(/It is given, but is a secret/g)).toHaveLength(6);
  expect(read(text)).toEqual({ CES_BASE_URL: 'https://host/api' });
});

const VALUES = [
  ...['plain', 'with space', ' around ', 'a#b', '$HOME ${HOME}', `it's`, '{"email":"ada@example.com"}', `it's {"x":1}`, 'back`tick'],
  ...[`it's a back\`tick`, 'line\nbreak', 'C:\\new', `it's C:\\new`, '100%,a', 'ä😀', '=', '#', 'a\\'],
];

const setTo = (value: string) => envFile(['CES_SEGMENT_ID'], { ...TARGET, CES_SEGMENT_ID: value }, []);

test('every value comes back from the file, but one for which no kind of quotes is left', () => {
  for (const value of VALUES) expect(read(setTo(value)).CES_SEGMENT_ID).toBe(value);
  expect(read(setTo(`'"\``))).toEqual({});
  expect(setTo(`'"\``)).toContain('No kind of quotes is left for this value');
});

test('what stands in the file already is kept, except what the doctor knows itself', () => {
  const former = [
    'export CES_PASSWORD="pass-word#1" # of staging',
    "CES_EVENT_LOOKUP_COMMAND='find --token abc'",
    'CES_SEGMENT_ID=seg_old',
    'CES_EVENT_ID=evt_old',
    'OTHER="two\nlines"',
    '# CES_SENT_EMAIL_ID=mail_1',
  ].join('\n');
  const text = envFile(['CES_BASE_URL', 'CES_PASSWORD', 'CES_SEGMENT_ID'], { ...TARGET, CES_SEGMENT_ID: 'seg_1' }, [], former);
  expect(read(text)).toEqual({
    CES_BASE_URL: 'https://host/api',
    CES_PASSWORD: 'pass-word#1',
    CES_EVENT_LOOKUP_COMMAND: 'find --token abc',
    CES_SEGMENT_ID: 'seg_1',
    CES_EVENT_ID: 'evt_old',
    OTHER: 'two\nlines',
  });
  expect(text).not.toContain('It is given, but is a secret');
  expect(envFile(['CES_BASE_URL', 'CES_PASSWORD', 'CES_SEGMENT_ID'], { ...TARGET, CES_SEGMENT_ID: 'seg_1' }, [], text)).toBe(text);
});

test('fixtures alone are members: what is known and what was found, without secrets; others of a file that stands there are kept', () => {
  const environment = { ...TARGET, CES_SEGMENT_ID: 'seg_1', CES_EVENT_ID: 'evt-pass-word' };
  const known = ['CES_BASE_URL', 'CES_PASSWORD', 'CES_SEGMENT_ID', 'CES_EVENT_ID'] as const;
  const own = { CES_SEGMENT_ID: 'seg_1', CES_FEATURE_FLAGS_PARAM: 'names' };
  expect(JSON.parse(fixturesJson(known, environment, FOUND) ?? '')).toEqual(own);
  const others = { $schema: 'x', CES_CUSTOMER_IDS: ['a', 'b'] };
  const former = JSON.stringify({ ...others, CES_SEGMENT_ID: 'seg_old' });
  expect(JSON.parse(fixturesJson(known, environment, FOUND, former) ?? '')).toEqual({ ...others, ...own });
  for (const none of ['CES_SEGMENT_ID=seg_1', '[]', 'null']) expect(fixturesJson(known, environment, FOUND, none)).toBeNull();
});
