import { readFileSync } from 'node:fs';
import { derive } from '../../../scripts/derive/derive.ts';
import { DocumentError } from '../../../scripts/derive/problems.ts';
import { expect, test } from '../../test.ts';

const DOCUMENT = readFileSync(new URL('../../../schemas/specification.md', import.meta.url), 'utf8');

/** A document of the least that can be derived, with rows to spoil. */
const SMALL = `
## How to read this document
## Service
| Title | Version |
| --- | --- |
| A | 1 |
## Resources
### Thing
| Field | Type | Required | Meaning |
| --- | --- | --- | --- |
| id | string | yes | Its id |
| kind | string: a, b or null | no | Its kind |
### Step
| Where | Is | Shape |
| --- | --- | --- |
| type | thing | [Thing] |
## Requests
## Responses
## Endpoints
| # | Name | Method | Path | Query | Request | Success | Media type | Response |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
| 1 | getThing | GET | /things/{id} | — | — | 200 | application/json | [Thing] |
| 2 | createThing | POST | /things | — | [Thing] | 2xx | application/json | [Thing] |
## Requirements
### shape
| id | level | endpoints | text | source |
| --- | --- | --- | --- | --- |
| \`thing.fields\` | requirement | 1-2 | Its fields. | Resources |
| thing.hard | robustness | all | It holds \\| on. | HTTP |
## Questions
| id | endpoints | question | source |
| --- | --- | --- | --- |
| service.limits | — | Which limits? | Limits |
## Not covered
| id | text | source | reason |
| --- | --- | --- | --- |
| service.policy | A policy. | Policies | Out of sight. |
`;

function problemsOf(markdown: string): readonly string[] {
  try {
    derive(markdown, 'some.md');
    return [];
  } catch (error) {
    if (error instanceof DocumentError) return error.problems;
    throw error;
  }
}

const BOTH = ['getThing', 'createThing'];

test('the small document derives', () => {
  expect(problemsOf(SMALL)).toEqual([]);
  const register = JSON.parse(derive(SMALL, 'some.md').get('register.json') ?? '');
  expect(register.requirements).toEqual([
    { id: 'thing.fields', level: 'requirement', category: 'shape', endpoints: BOTH, text: 'Its fields.', source: 'Resources' },
    { id: 'thing.hard', level: 'robustness', category: 'shape', endpoints: BOTH, text: 'It holds | on.', source: 'HTTP' },
    expect.objectContaining({ id: 'thing.documented-fields', level: 'completeness', endpoints: BOTH, fields: ['/id', '/kind'] }),
  ]);
  expect(register.questions).toEqual([{ id: 'service.limits', endpoints: [], question: 'Which limits?', source: 'Limits' }]);
});

for (const [title, from, to, problem] of [
  [
    'unknown type',
    '| id | string |',
    '| id | strnig |',
    /^some.md, "Thing", row 1 \(id\): unknown type "strnig"\. Did you mean "string"\?/,
  ],
  ['unknown type in a list', '| id | string |', '| id | array of strings |', /row 1 \(id\): unknown type "strings"/],
  ['bad list of words', 'string: a, b or', 'string: a, a or', /row 2 \(kind\): "a" in a list of words/],
  ['unknown reference', '| id | string |', '| id | [Thign] |', /row 1 \(id\): unknown reference \[Thign\].*Did you mean "Thing"/],
  ['duplicate field', '| kind |', '| id |', /"Thing", row 2 \(id\): duplicate field "id"/],
  ['odd field name', '| kind |', '| a kind |', /a field is called "a kind"/],
  ['required neither yes nor no', '| yes |', '| maybe |', /row 1 \(id\): Required is "maybe": yes or no/],
  ['no meaning', '| Its id |', '| |', /row 1 \(id\): the meaning is missing/],
  [
    'missing column',
    '| Field | Type | Required | Meaning |',
    '| Field | Type | Needed | Meaning |',
    /"Thing": the column Required is missing/,
  ],
  [
    'column too many',
    '| Title | Version |\n| --- | --- |',
    '| Title | Version | More |\n| --- | --- | --- |',
    /"Service": there are columns too many/,
  ],
  [
    'missing cell',
    '| 1 | getThing | GET | /things/{id} | — |',
    '| 1 | getThing | GET | /things/{id} |',
    /"Endpoints", row 1 \(1\): the row has 8 cells, its table 9 columns/,
  ],
  ['bar that is not escaped', 'holds \\| on', 'holds | on', /"shape", row 2 \(thing.hard\): the row has 6 cells/],
  ['section without a table', '### Step', '### Empty\n### Step', /"Empty": one table .* was expected, 0 were found/],
  ['two sections of one name', '### Step', '### THING', /"THING": two sections become thing.schema.json/],
  [
    'variant that is no reference',
    '| thing | [Thing] |',
    '| thing | string |',
    /"Step", row 1 \(type\): the shape "string" is no reference/,
  ],
  ['endpoint number', '| 2 | createThing', '| 3 | createThing', /"Endpoints", row 2 \(3\): the endpoint's number is "3": 2 was expected/],
  ['method', '| POST |', '| PUT |', /the method is "PUT"/],
  [
    'form of a name',
    '| createThing |',
    '| create_thing |',
    /"Endpoints", row 2 \(2\): the name is "create_thing": words in camel case were expected/,
  ],
  ['two endpoints of one name', '| createThing |', '| getThing |', /"Endpoints", row 2 \(2\): duplicate name "getThing": names are unique/],
  ['path', '| /things |', '| things |', /the path is "things"/],
  ['success', '| 2xx |', '| 201 |', /the success is "201"/],
  ['media type', '| 200 | application/json', '| 200 | JSON', /the media type is "JSON"/],
  ['response', '2xx | application/json | [Thing]', '2xx | application/json | [Things]', /unknown reference \[Things\]/],
  ['JSON response without a schema', '2xx | application/json | [Thing]', '2xx | application/json | string', /"string" is no reference/],
  ['category', '### shape', '### shapes', /"shapes": unknown category\. Did you mean "shape"\?/],
  ['level', '| robustness |', '| completeness |', /row 2 \(thing.hard\): unknown level "completeness"/],
  [
    'endpoint out of range',
    '| 1-2 |',
    '| 1–3 |',
    /row 1 \(`thing.fields`\): endpoint number out of range in "1–3": endpoints count from 1 to 2/,
  ],
  ['endpoint that is no number', '| 1-2 |', '| one |', /"one" is no endpoint number/],
  ['requirement of no endpoint', '| 1-2 |', '| — |', /a requirement names at least one endpoint/],
  ['empty text', '| Its fields. |', '| |', /the column text is empty/],
  [
    'duplicate id over tables',
    '| service.policy |',
    '| thing.fields |',
    /"Not covered": duplicate id "thing.fields": it stands under Requirements/,
  ],
  ['id against a derived one', '| service.policy |', '| thing.documented-fields |', /duplicate id "thing.documented-fields"/],
  ['form of an id', '| service.policy |', '| Policy |', /the id "Policy" is not words in kebab case/],
  ['unknown chapter', '## Questions', '## Qestions', /"Qestions": unknown chapter\. Did you mean "Questions"\?/],
  ['missing chapter', '## Requests\n', '', /"Requests": the chapter is there 0 times/],
] as const)
  test(`reported with its place: ${title}`, () => {
    expect(SMALL, 'the row to spoil is there').toContain(from);
    expect(problemsOf(SMALL.replace(from, to)).join('\n')).toMatch(new RegExp(problem.source, 'm'));
  });

test('all problems are reported at once', () => {
  const spoilt = DOCUMENT.replace(/(one_off +\| )boolean/, '$1bool')
    .replace(/(previewSmsTemplate +\| )GET/, '$1FETCH')
    .replace('## Not covered', '## Not coverd');
  const problems = problemsOf(spoilt);
  for (const part of ['unknown type "bool"', 'method is "FETCH"', 'unknown chapter']) expect(problems.join('\n')).toContain(part);
});

test('a shape that holds itself is derived, its fields one level deep', () => {
  const register = derive(SMALL.replace('string: a, b or null', 'array of [Thing]'), 'some.md').get('register.json') ?? '';
  expect(JSON.parse(register).requirements.at(-1).fields).toEqual(['/id', '/kind']);
});
