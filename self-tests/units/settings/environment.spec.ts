import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fixturesSchema } from '../../../scripts/document/documents.ts';
import { loadEnvironment } from '../../../src/settings/environment.ts';
import { checkReportDir } from '../../../src/settings/files/user-file.ts';
import { addFixtures, FIXTURE_NAMES, readMembers } from '../../../src/settings/fixtures/fixtures.ts';
import { VARIABLES } from '../../../src/settings/variables.ts';
import { expect, test } from '../http/fixtures.ts';

const LOADED: readonly (readonly [title: string, file: string, given: NodeJS.ProcessEnv, loaded: NodeJS.ProcessEnv])[] = [
  ['without a file there is the environment alone', '', { CES_SEED: '1', GONE: undefined }, { CES_SEED: '1' }],
  ['the environment wins over .env', 'CES_SEED=1\nCES_TIMEOUT_MS=2', { CES_TIMEOUT_MS: '3' }, { CES_SEED: '1', CES_TIMEOUT_MS: '3' }],
  ['an empty text in the environment wins too', 'CES_WAIVERS=w', { CES_WAIVERS: '' }, { CES_WAIVERS: '' }],
  ['a variable that is undefined in the environment does not win', 'CES_SEED=1', { CES_SEED: undefined }, { CES_SEED: '1' }],
  ['a cut value does not matter where the environment wins', 'CES_PASSWORD=ab#cd', { CES_PASSWORD: 'x' }, { CES_PASSWORD: 'x' }],
];
for (const [title, text, given, environment] of LOADED)
  test(title, ({ folder, file }) => {
    if (text !== '') file('.env', `${text}\n`);
    const sourceOf = (name: string) => (given[name] === undefined ? '.env' : 'environment');
    const sources = Object.fromEntries(Object.keys(environment).map((name) => [name, sourceOf(name)]));
    expect(loadEnvironment(folder, given)).toEqual({ environment, sources });
  });

test('the command line wins over the environment and .env, and names the file too', ({ folder, file }) => {
  file('staging.env', 'CES_SEED=1\nCES_TIMEOUT_MS=2\n');
  const flags = { CES_ENV_FILE: 'staging.env', CES_SEED: '4', CES_WAIVERS: '' };
  const loaded = loadEnvironment(folder, { CES_SEED: '3', CES_WAIVERS: 'w', CES_ENV_FILE: 'other.env' }, flags);
  expect(loaded.environment).toEqual({ ...flags, CES_TIMEOUT_MS: '2' });
  expect(loaded.sources).toMatchObject({ CES_SEED: 'command line', CES_WAIVERS: 'command line', CES_TIMEOUT_MS: 'staging.env' });
});

test('CES_ENV_FILE names another file, and .env is not read', ({ folder, file }) => {
  file('.env', 'CES_SEED=1\n');
  file('staging.env', 'CES_TIMEOUT_MS=2\n');
  const loaded = loadEnvironment(folder, { CES_ENV_FILE: 'staging.env' });
  expect(loaded.environment).toEqual({ CES_ENV_FILE: 'staging.env', CES_TIMEOUT_MS: '2' });
  expect(loaded.sources.CES_TIMEOUT_MS).toBe('staging.env');
});

test('an absolute CES_ENV_FILE is found, and an empty one is .env', ({ folder, file }) => {
  file('.env', 'CES_SEED=1\n');
  expect(loadEnvironment('/', { CES_ENV_FILE: join(folder, '.env') }).environment.CES_SEED).toBe('1');
  expect(loadEnvironment(folder, { CES_ENV_FILE: '' }).environment.CES_SEED).toBe('1');
});

test('a named file that is missing is reported', ({ folder }) => {
  expect(() => loadEnvironment(folder, { CES_ENV_FILE: 'absent.env' })).toThrow(
    /CES_ENV_FILE: expected a file that can be read; found "absent.env", no such file/,
  );
});

test('a named file that is a directory is reported, but a directory .env is left alone', ({ folder }) => {
  mkdirSync(join(folder, '.env'));
  expect(() => loadEnvironment(folder, { CES_ENV_FILE: '.env' })).toThrow(/a folder/);
  expect(loadEnvironment(folder, {}).environment).toEqual({});
});

for (const encoding of ['latin1', 'utf16le'] as const)
  test(`a file in ${encoding} is refused, not misread`, ({ folder, file }) => {
    file('.env', Buffer.from('\uFEFFCES_PASSWORD=pässword\n', encoding));
    expect(() => loadEnvironment(folder, {})).toThrow(/CES_ENV_FILE: .* not in UTF-8/);
  });

test('a file cannot name another file', ({ folder, file }) => {
  file('.env', 'CES_ENV_FILE=other.env\n');
  expect(() => loadEnvironment(folder, {})).toThrow(/CES_ENV_FILE: expected it in the environment/);
});

test('process.env stays as it is', ({ folder, file }) => {
  file('.env', 'CES_ONLY_IN_FILE=1\n');
  loadEnvironment(folder, process.env);
  expect(process.env).not.toHaveProperty('CES_ONLY_IN_FILE');
});

test('the directory of reports is created with its parents and left empty; what it holds stays', ({ folder, file }) => {
  checkReportDir(join(folder, 'a', 'b'));
  expect(readdirSync(join(folder, 'a', 'b'))).toEqual([]);
  file('a/b/conformance.json', '{}');
  checkReportDir(join(folder, 'a', 'b'));
  expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['conformance.json']);
});

const TARGET = { CES_BASE_URL: 'http://localhost:1', CES_FIXTURES: 'fixtures.json' };

test('the environment wins, an empty text too; a byte order mark is no mistake', ({ folder, file }) => {
  file('fixtures.json', '\uFEFF{"CES_SEGMENT_ID":"file","CES_EVENT_ID":"file","CES_SENT_EMAIL_ID":"file"}');
  const environment = { ...TARGET, CES_SEGMENT_ID: 'environment', CES_EVENT_ID: '' };
  const added = { CES_SENT_EMAIL_ID: 'file' };
  const sources = { CES_SENT_EMAIL_ID: 'fixtures.json' };
  expect(addFixtures(folder, { environment, sources: {} })).toEqual({ environment: { ...environment, ...added }, sources, problems: [] });
});

test('a file that is not there is refused; without a target, that it is named is the mistake', ({ folder }) => {
  const problemsWith = (environment: NodeJS.ProcessEnv) => addFixtures(folder, { environment, sources: {} }).problems;
  expect(problemsWith(TARGET)).toMatchObject([{ variable: 'CES_FIXTURES', found: '"fixtures.json", no such file' }]);
  expect(problemsWith({ ...TARGET, CES_BASE_URL: '' })).toEqual([]);
});

test('the schema takes what the suite takes, each default and example of the table too, and nothing else', () => {
  const accepts = new Ajv2020({ strict: true }).compile(JSON.parse(fixturesSchema()));
  const values: unknown[] = ['text', '', null, ['a', 'b'], ['a,b'], [''], [1], [], { a: 1 }, 5, 1.5, -1, true];
  const isTaken = (name: (typeof FIXTURE_NAMES)[number], value: unknown) => readMembers([[name, value]]).problems.length === 0;
  for (const name of FIXTURE_NAMES) {
    for (const value of values) expect(accepts({ [name]: value }), `${name}: ${value}`).toBe(isTaken(name, value));
    expect(accepts({ [name]: VARIABLES[name].default ?? VARIABLES[name].example }), name).toBe(true);
  }
  expect(accepts({ CES_BASE_URL: 'http://localhost' })).toBe(false);
  expect(accepts({ $schema: 'x' })).toBe(true);
});
