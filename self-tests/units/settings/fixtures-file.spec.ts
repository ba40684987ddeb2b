import { Ajv2020 } from 'ajv/dist/2020.js';
import { fixturesSchema } from '../../../scripts/document/documents.ts';
import { FIXTURE_NAMES, readMembers } from '../../../src/settings/fixtures/fixture-variables.ts';
import { addFixtures } from '../../../src/settings/fixtures/fixtures-file.ts';
import { VARIABLES } from '../../../src/settings/variables.ts';
import { expect, test } from '../http/fixtures.ts';

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
