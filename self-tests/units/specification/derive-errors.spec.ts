import { readFileSync } from 'node:fs';
import { derive } from '../../../scripts/derive/derive.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';

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
| rank | integer, 1 to 5 | no | Its rank |
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
| thing.read | robustness | all reads but 2 | It is read. | HTTP |
| thing.made | robustness | all but 1 | It is made. | HTTP |
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
    if (error instanceof AggregateError) return error.errors;
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
    expect.objectContaining({ id: 'thing.read', endpoints: ['getThing'] }),
    expect.objectContaining({ id: 'thing.made', endpoints: ['createThing'] }),
    expect.objectContaining({ id: 'thing.documented-fields', level: 'completeness', endpoints: BOTH, fields: ['/id', '/kind', '/rank'] }),
  ]);
  const { properties } = JSON.parse(derive(SMALL, 'some.md').get('thing.schema.json') ?? '');
  expect(properties.rank).toEqual({ type: 'integer', minimum: 1, maximum: 5, description: 'Its rank' });
  expect(register.questions).toEqual([{ id: 'service.limits', endpoints: [], question: 'Which limits?', source: 'Limits' }]);
});

/** With one row of the document changed. */
function problemsAfter(from: string, to: string): readonly string[] {
  expect(SMALL, 'the row to spoil is there').toContain(from);
  return problemsOf(SMALL.replace(from, to));
}

test('problems are reported with their places', () => expectCalls('specification/document-problems.txt', { problemsAfter }));

test('all problems are reported at once', () => {
  const spoilt = DOCUMENT.replace(/(one_off +\| )boolean/, '$1bool')
    .replace(/(previewSmsTemplate +\| )GET/, '$1FETCH')
    .replace('## Not covered', '## Not coverd');
  const problems = problemsOf(spoilt);
  for (const part of ['unknown type "bool"', 'method is "FETCH"', 'unknown chapter']) expect(problems.join('\n')).toContain(part);
});

test('a shape that holds itself is derived, its fields one level deep', () => {
  const register = derive(SMALL.replace('string: a, b or null', 'array of [Thing]'), 'some.md').get('register.json') ?? '';
  expect(JSON.parse(register).requirements.at(-1).fields).toEqual(['/id', '/kind', '/rank']);
});
