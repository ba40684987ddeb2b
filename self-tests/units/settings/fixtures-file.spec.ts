import { Ajv2020 } from 'ajv/dist/2020.js';
import { fixturesSchema } from '../../../src/settings/documentation.ts';
import { FIXTURE_NAMES } from '../../../src/settings/fixtures/fixture-variables.ts';
import { addFixtures } from '../../../src/settings/fixtures/fixtures-file.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { VARIABLES, type VariableName } from '../../../src/settings/variables.ts';
import { test as base, expect } from '../http/fixtures.ts';

const TARGET = { CES_BASE_URL: 'http://localhost:1', CES_USERNAME: 'u', CES_PASSWORD: 'p', CES_FIXTURES: 'fixtures.json' };

const test = base.extend<{ added: (content: unknown, environment?: Record<string, string>) => ReturnType<typeof addFixtures> }>({
  added: async ({ folder, file }, use) => {
    await use((content, environment = {}) => {
      file('fixtures.json', typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
      return addFixtures(folder, { environment: { ...TARGET, ...environment }, sources: {} });
    });
  },
});

test('texts, lists, objects and numbers become what the environment would say', ({ added }) => {
  const { environment, sources, problems } = added({
    $schema: 'schemas/fixtures.schema.json',
    CES_BUSINESS_ID: 'bus_1',
    CES_CUSTOMER_IDS: ['a,b', '100%', 'c d', 'ü%2C'],
    CES_FEATURE_FLAGS: ['one', 'two'],
    CES_TRACK_MATCHING_DATA: { email: 'ada@example.com', nested: [1, null] },
    CES_TRACK_MATCHING_CUSTOMER_ID: 'cus_9',
    CES_RESOLUTION_TIMEOUT_MS: 1500,
    CES_UNMATCHED_WINDOW_MS: '0',
  });
  expect(problems).toEqual([]);
  const { fixtures, tracking } = readSettings(environment);
  expect(fixtures).toMatchObject({
    businessId: 'bus_1',
    customerIds: ['a,b', '100%', 'c d', 'ü%2C'],
    featureFlags: ['one', 'two'],
  });
  expect(tracking).toMatchObject({
    matchingData: { email: 'ada@example.com', nested: [1, null] },
    resolutionTimeoutMs: 1500,
    unmatchedWindowMs: 0,
  });
  expect(sources).toMatchObject({ CES_BUSINESS_ID: 'fixtures.json', CES_CUSTOMER_IDS: 'fixtures.json' });
  expect(sources).not.toHaveProperty('$schema');
});

test('lists may stand as the text of the environment too', ({ added }) => {
  const { environment } = added({ CES_CUSTOMER_IDS: 'a%2Cb,c', CES_TRACK_UNMATCHED_DATA: '{"x":1}' });
  expect(readSettings(environment).fixtures.customerIds).toEqual(['a,b', 'c']);
});

test('the environment wins, an empty text too; null, absent and empty members are not given', ({ added }) => {
  const { environment, sources } = added(
    { CES_SEGMENT_ID: 'file', CES_EVENT_ID: 'file', CES_SENT_EMAIL_ID: null, CES_EMAIL_BLAST_ID: '', CES_FEATURE_FLAGS: [] },
    { CES_SEGMENT_ID: 'environment', CES_EVENT_ID: '' },
  );
  expect(environment).toEqual({ ...TARGET, CES_SEGMENT_ID: 'environment', CES_EVENT_ID: '' });
  expect(sources).toEqual({});
});

test('without a target the file is left alone: that it is named is the mistake', ({ added }) => {
  expect(added('{', { CES_BASE_URL: '' }).problems).toEqual([]);
});

test('all that is wrong is reported at once, by the variable’s name and without its value', ({ added }) => {
  const { environment, problems } = added({
    CES_SEGMNT_ID: 'secret-1',
    CES_PASSWORD: 'secret-2',
    CES_FIXTURES: 'other.json',
    CES_EVENT_ID: 42,
    CES_CUSTOMER_IDS: ['a', 5],
    CES_FEATURE_FLAGS: ['a,b'],
    CES_TRACK_MATCHING_DATA: ['secret-3'],
    CES_UNMATCHED_WINDOW_MS: 1.5,
    CES_SENT_EMAIL_ID: 'nul\0',
    CES_EMAIL_BLAST_ID: '\ud800',
    CES_BUSINESS_ID: 'bus_1',
  });
  expect(Object.fromEntries(problems.map(({ variable, found, expected }) => [variable, `${expected}; ${found}`]))).toEqual({
    CES_SEGMNT_ID: expect.stringMatching(/^the name of a fixture\. Did you mean "CES_SEGMENT_ID".*; a member of fixtures\.json$/),
    CES_PASSWORD: 'it in the environment or in .env: it is no fixture; a member of fixtures.json',
    CES_FIXTURES: 'it in the environment or in .env: it is no fixture; a member of fixtures.json',
    CES_EVENT_ID: 'a text; a number in fixtures.json',
    CES_CUSTOMER_IDS: 'a text, or an array of texts; an array in fixtures.json',
    CES_FEATURE_FLAGS: 'a text, or an array of texts without commas; an array in fixtures.json',
    CES_TRACK_MATCHING_DATA: 'a text, or a JSON object; an array in fixtures.json',
    CES_UNMATCHED_WINDOW_MS: 'a text, or a whole number; a number in fixtures.json',
    CES_SENT_EMAIL_ID: 'a text without U+0000 and without half a surrogate pair; one with them in fixtures.json',
    CES_EMAIL_BLAST_ID: 'a text without U+0000 and without half a surrogate pair; one with them in fixtures.json',
  });
  expect(environment.CES_BUSINESS_ID).toBe('bus_1');
});

test('a member that stands twice is reported, wherever its name stands otherwise', ({ added }) => {
  const { problems } = added(
    '{"CES_EVENT_ID":"1", "CES_TRACK_UNMATCHED_DATA":{"a":1,"a":["CES_SEGMENT_ID"]}, "CES_EVENT\\u005fID": "\\"{"}',
  );
  expect(problems).toEqual([{ variable: 'CES_EVENT_ID', found: 'several in fixtures.json', expected: 'it once' }]);
});

const UNUSABLE: readonly (readonly [what: string, content: string | Buffer, found: string])[] = [
  ['no JSON', '{\n"CES_EVENT_ID": "secret",\n}', 'no JSON in "fixtures.json", line 3'],
  ['an empty file', '', 'no JSON in "fixtures.json"'],
  ['an array', '[]', 'an array in "fixtures.json"'],
  ['null', 'null', 'null in "fixtures.json"'],
  ['another encoding', Buffer.from('{"CES_EVENT_ID":"ü"}', 'latin1'), '"fixtures.json" in another encoding'],
];

for (const [what, content, found] of UNUSABLE)
  test(`${what} is refused`, ({ added }) => {
    expect(added(content).problems).toEqual([
      { variable: 'CES_FIXTURES', found, expected: expect.stringMatching(/^a (file|JSON object) /) },
    ]);
  });

test('a file that is not there is refused', () => {
  const { problems } = addFixtures('/nonexistent', { environment: TARGET, sources: {} });
  expect(problems).toEqual([{ variable: 'CES_FIXTURES', found: '"fixtures.json" (ENOENT)', expected: 'a file that can be read' }]);
});

test('a byte order mark is no mistake', ({ added }) => {
  expect(added('\uFEFF{"CES_EVENT_ID":"1"}').environment.CES_EVENT_ID).toBe('1');
});

test('the schema takes what the suite takes, and nothing else', ({ added }) => {
  const accepts = new Ajv2020({ strict: true }).compile(JSON.parse(fixturesSchema()));
  const values: unknown[] = ['text', '', null, ['a', 'b'], ['a,b'], [''], [1], [], { a: 1 }, 5, 1.5, -1, true];
  const disagreeing = FIXTURE_NAMES.flatMap((name: VariableName) =>
    values.filter((value) => accepts({ [name]: value }) !== (added({ [name]: value }).problems.length === 0)).map((value) => [name, value]),
  );
  expect(disagreeing).toEqual([]);
  expect(accepts({ CES_BASE_URL: 'http://localhost' })).toBe(false);
  expect(accepts({ $schema: 'x' })).toBe(true);
});

test('every default and example of the table may stand in the file', () => {
  const accepts = new Ajv2020({ strict: true }).compile(JSON.parse(fixturesSchema()));
  expect(FIXTURE_NAMES.filter((name) => !accepts({ [name]: VARIABLES[name].default ?? VARIABLES[name].example }))).toEqual([]);
});
