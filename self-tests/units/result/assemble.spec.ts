import type { CheckEvidence } from '../../../src/engine/evidence/evidence.ts';
import { assemble, type TestOutcome } from '../../../src/result/assemble.ts';
import { costsOf } from '../../../src/result/measurements.ts';
import { REQUIREMENTS, type StatementId } from '../../../src/specification/register.ts';
import { documentedFields } from '../../../src/specification/schemas.ts';
import { expect, test } from '../../test.ts';
import { ended, evidence, run } from '../engine/evidence.ts';
import { exchange } from './samples.ts';

const at = { endpoint: 'getSegment' } as const;
const NUMBER = [{ pointer: '/name', expected: 'a string', actual: 'number 5' }];
const UNSET = { reason: 'CES_SEGMENT_ID is not set', variables: ['CES_SEGMENT_ID'] };
const passed = (requirement: StatementId): CheckEvidence => ({ ...at, requirement, status: 'passed' });
const failed = (requirement: StatementId): CheckEvidence => ({ ...at, requirement, status: 'failed', findings: NUMBER });
const open = (requirement: StatementId): CheckEvidence => ({ ...at, requirement, status: 'not-assessed', ...UNSET });
const BINDING = REQUIREMENTS.filter(({ level }) => level === 'requirement').map(({ id }) => id);
const JUDGED = REQUIREMENTS.filter(({ level }) => level !== 'completeness').map(({ id }) => id);
const RESOURCES = REQUIREMENTS.filter(({ level }) => level === 'completeness').map(({ id }) => id.slice(0, id.indexOf('.')));

/** Every resource answered with every field. */
const FULL = {
  answeredResources: RESOURCES,
  seenFields: RESOURCES.flatMap((resource) =>
    documentedFields(resource).map((pointer) => ({ resource, pointer, endpoint: 'getEvent' as const })),
  ),
};
const entryOf = (id: string, ...tests: readonly TestOutcome[]) => assemble(run(tests)).requirements.find((entry) => entry.id === id);

test('all passed: conformant, complete, and nothing else', () => {
  const result = assemble(run([ended(JUDGED.map(passed), FULL)]));
  expect(result).toMatchObject({ verdict: 'conformant', complete: true, interrupted: false, seed: 7, durationMs: 1235 });
  expect(result.noVerdictReason).toBeUndefined();
  expect(result.counts).toEqual({ passed: REQUIREMENTS.length, failed: 0, notAssessed: 0, waived: 0, observations: 1 });
  expect(result.sentence).toBe(`Conformant: all ${BINDING.length} requirements hold`);
  expect(result.requirements.map(({ id }) => id)).toEqual(REQUIREMENTS.map(({ id }) => id));
});

test('no tests at all: no verdict, every statement not assessed, nothing observed', () => {
  const result = assemble(run([]));
  const noVerdictReason = 'No requirement was assessed.';
  expect(result).toMatchObject({ verdict: 'no-verdict', complete: false, noVerdictReason, observations: [] });
  expect(result.counts).toEqual({ passed: 0, failed: 0, notAssessed: REQUIREMENTS.length, waived: 0, observations: 0 });
});

test('a test that never ran leaves open what it declares', () => {
  const message = 'The run ended before this check';
  const never: TestOutcome = { ...ended([passed('segment.fields')]), evidence: null, missing: message };
  expect(assemble(run([never], { interrupted: true })).interrupted).toBe(true);
  expect(entryOf('segment.fields', never)?.checks).toEqual([
    { title: never.title, category: 'shape', endpoint: 13, status: 'not-assessed', message },
  ]);
});

test('a failed check says what was required, expected and found, and how to repeat it, under the category that it names', () => {
  const check = { ...failed('segment.fields'), exchanges: [exchange('first'), exchange('judged')], replay: 'again' };
  const [reported] = entryOf('segment.fields', ended([check]))?.checks ?? [];
  expect(reported).toMatchObject({ curl: 'curl judged', replay: 'again', category: 'shape' });
  expect(reported?.message).toMatch(/^Requirement: .*\(segment\.fields; .*\)\nAt \/name\nExpected: a string\nActual: number 5$/);
  const named = { ...passed('business.name-comes-back'), category: 'properties' as const };
  expect(entryOf('business.name-comes-back', ended([named]))?.checks[0]?.category).toBe('properties');
});

test('a mistake of the suite, or a run that could not begin: no verdict, unless something failed anyhow', () => {
  const broken = ended([], { suiteError: 'x is not a function' });
  const noVerdictReason = 'The suite itself failed: x is not a function';
  expect(assemble(run([ended(JUDGED.map(passed), FULL), broken]))).toMatchObject({ verdict: 'no-verdict', noVerdictReason });
  expect(assemble(run([ended([failed('segment.fields')]), broken])).verdict).toBe('nonconformant');
  const gone = { verdict: 'no-verdict', noVerdictReason: 'The target does not answer.' };
  expect(assemble(run([], { noVerdictReason: gone.noVerdictReason }))).toMatchObject(gone);
});

test('a waiver whose failure is gone is a problem of a whole run; of a part, another part may have the failure', () => {
  const given = { reason: 'Known', owner: 'T-1', expires: '2999-12-31', message: 'At /name' };
  const waivers = [{ requirement: 'segment.fields', endpoint: 13, ...given }];
  const tests = [ended([passed('segment.fields')])];
  expect(assemble(run(tests, { waivers })).waiverProblems).toEqual([expect.stringContaining('stale')]);
  expect(assemble(run(tests, { waivers, partial: true }))).not.toHaveProperty('waiverProblems');
  const failing = assemble(run([ended([failed('segment.fields')])], { waivers, partial: true }));
  expect(failing.requirements.find(({ id }) => id === 'segment.fields')?.status).toBe('waived');
});

test('completeness asks for each documented field, over all tests; one that no answer held is missing where nothing was left unasked', () => {
  type Seen = Partial<Record<string, 'value' | 'null'>>;
  const seen = (fields: Seen) =>
    ended([], {
      answeredResources: ['segment'],
      seenFields: Object.entries(fields).map(([name, as]) => ({
        ...{ resource: 'segment', pointer: `/${name}`, endpoint: 'getSegment' as const, ...(as === 'null' && { onlyNull: true as const }) },
      })),
    });
  const pieces = [seen({ id: 'value', name: 'null', filter: 'null' }), seen({ filter: 'value' })];
  for (const [checks, state, status] of [
    [[], 'never-seen', 'failed'],
    [[open('segment.fields')], 'not-assessed', 'not-assessed'],
  ] as const) {
    const result = assemble(run([ended(checks), ...pieces]));
    const states = result.fields?.filter(({ resource }) => resource === 'segment').map((entry) => entry.state);
    expect(states).toEqual(['seen', 'only-null', 'seen', state, state, state]);
    const own = result.requirements.find(({ id }) => id === 'segment.documented-fields');
    expect(own?.checks.map((check) => check.status)).toEqual(['passed', 'passed', 'passed', status, status, status]);
  }
  const missing = { title: 'segment /name', message: 'No answer of the run held /name of segment' };
  expect(entryOf('segment.documented-fields', seen({ id: 'value' }))?.checks[1]).toMatchObject({ status: 'failed', ...missing });
  expect(entryOf('segment.documented-fields')).toMatchObject({ status: 'not-assessed', checks: [{ status: 'not-assessed' }] });
});

test('answers to questions keep their endpoint; waits are counted over the run', () => {
  const observed = { id: 'errors.unknown-id', endpoint: 'getSegment', answer: 404 } as const;
  const result = assemble(run([ended([], { observations: [observed], waits: 2 }), ended([], { waits: 1 })]));
  expect(result.observations).toEqual([
    { id: 'errors.unknown-id', endpoint: 13, question: 'Which status answers an unknown id?', answer: 404 },
    expect.objectContaining({ id: 'limits.rate', endpoint: null, answer: 3 }),
  ]);
  expect(result.counts.observations).toBe(2);
});

test('a target that is gone leaves no verdict, unless something had failed before; what was not seen of it is no finding', () => {
  const gone = 'The target stopped answering at 10:02:03 UTC: no connection';
  const seen = evidence({ answeredResources: ['segment'], seenFields: [{ resource: 'segment', pointer: '/id', endpoint: 'getSegment' }] });
  const left = (checks: readonly CheckEvidence[]) => assemble(run([ended(checks, { gone }), { ...ended([]), evidence: seen }]));
  const vanished = left([passed('segment.fields'), { ...open('http.json-body'), reason: gone }]);
  expect(vanished).toMatchObject({ verdict: 'no-verdict', noVerdictReason: gone, complete: false, interrupted: false });
  expect(vanished.requirements.find(({ id }) => id === 'segment.documented-fields')).toMatchObject({ status: 'passed', partly: true });
  expect(left([failed('segment.fields')])).toMatchObject({ verdict: 'nonconformant' });
});

test('the last requests of all workers are joined: those under way first, the most unusual of them first, each once', () => {
  const gone = 'The target stopped answering at 10:02:03 UTC: no connection';
  const last = (curl: string, intent: 'hostile' | 'generated' | 'typical', brokenOff: boolean, endedAt: number) => ({
    ...({ endpoint: 'getSegment', test: 'a test', outcome: 'status 200', title: `GET /${curl}` } as const),
    ...{ curl, intent, brokenOff, endedAt },
  });
  const workers = [
    [last('a', 'hostile', false, 5), last('b', 'typical', true, 4), last('c', 'generated', true, 1)],
    [last('d', 'generated', true, 2), last('e', 'hostile', true, 1), last('b', 'typical', true, 3)],
  ];
  const result = assemble(run(workers.map((lastRequests) => ended([], { gone, lastRequests }))));
  expect(result.lost?.reason).toBe(gone);
  expect(result.lost?.requests.map(({ curl }) => curl).join('')).toBe('edcba');
  expect(result.lost?.requests[0]).toEqual({
    ...{ endpoint: 13, test: 'a test', intent: 'hostile', brokenOff: true },
    ...{ outcome: 'status 200', endedAt: '1970-01-01T00:00:00.001Z', title: 'GET /e', curl: 'e' },
  });
  expect(result.sentence).toMatch(/; the target went away$/);
  const refused = assemble(run([ended([], { gone, stillAnswers: true })]));
  expect(refused).toMatchObject({ lost: { stillAnswers: true, requests: [] } });
  expect(refused.sentence).toMatch(/; the target refused all that came then$/);
  const many = Array.from({ length: 30 }, (_, index) => last(`${index}`, 'typical', true, index));
  expect(assemble(run([ended([], { gone, lastRequests: many })])).lost?.requests).toHaveLength(10);
  expect(assemble(run([ended([])]))).not.toHaveProperty('lost');
});

test('evidence of another version of the suite is refused', () => {
  expect(() => assemble(run([ended([passed('segment.gone' as StatementId)])]))).toThrow('segment.gone, which the register does not have');
});

const remains = (endpoint: 'createBusiness' | 'batchUpdateCustomers', count: number) => ({ endpoint, count, unanswered: 1, examples: [] });

test('a test costs time, requests and created records, and one that was repeated all of them', () => {
  const leftBehind = [remains('createBusiness', 2), remains('batchUpdateCustomers', 9)];
  const cost = (durationMs: number) => ({ title: 'a', evidence: evidence({ requests: 4, leftBehind, durationMs }) });
  expect(costsOf([cost(10), cost(5), { title: 'b', evidence: evidence({ durationMs: 1 }) }])).toEqual([
    { title: 'a', durationMs: 15, requests: 8, records: 4 },
    { title: 'b', durationMs: 1, requests: 0, records: 0 },
  ]);
  expect(costsOf([null, evidence()].map((each) => ({ title: 'a', evidence: each })))).toEqual([]);
});

test('what another run may have changed proves nothing, also where that run was seen only later', () => {
  const kept = failed('customer.update-is-kept');
  const tests = [ended([kept, failed('customer.fields')]), ended([passed('segment.fields')], { otherRun: 'conformance-abc' })];
  const [{ status, message } = { status: '', message: '' }] = entryOf('customer.update-is-kept', ...tests)?.checks ?? [];
  expect({ status, message }).toEqual({ status: 'not-assessed', message: expect.stringContaining('(conformance-abc-…)') });
  expect(entryOf('customer.fields', ...tests)?.status).toBe('failed');
  expect(entryOf('customer.update-is-kept', ended([kept]))?.status).toBe('failed');
});
