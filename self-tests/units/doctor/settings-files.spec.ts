import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envFile, fixturesJson } from '../../../src/doctor/settings-files.ts';
import { loadEnvironment } from '../../../src/settings/environment.ts';
import { VARIABLE_NAMES } from '../../../src/settings/variables.ts';
import { newFolder } from '../../folders.ts';
import { expect, test } from '../../test.ts';

const TARGET = {
  CES_BASE_URL: 'https://host/api',
  CES_USERNAME: 'user',
  CES_PASSWORD: 'pass-word',
  CES_HEADERS: '{"x-key":"header-secret"}',
};

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
  const environment = {
    ...TARGET,
    CES_EVENT_LOOKUP_COMMAND: 'find --token abc',
    CES_SEGMENT_ID: 'seg-pass-word',
    CES_EVENT_ID: 'header-secret',
  };
  const text = envFile([...VARIABLE_NAMES], environment, []);
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
