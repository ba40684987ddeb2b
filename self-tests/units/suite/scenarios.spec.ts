import type { EventStory } from '../../../src/client/tracked-event.ts';
import { lastingPart } from '../../../src/result/waive.ts';
import { listingDeviations } from '../../../tests/scenarios/batch-update.ts';
import { origin, type Sent } from '../../../tests/scenarios/customers/updates-at-once.ts';
import { unreadable } from '../../../tests/scenarios/events.ts';
import { type FlagAnswer, missingOrRepeated } from '../../../tests/scenarios/flag-answers.ts';
import { nearIds } from '../../../tests/scenarios/ids.ts';
import { gistOf } from '../../../tests/scenarios/robustness/send.ts';
import { inShort, mostInFlight } from '../../../tests/scenarios/under-load.ts';
import { expect, test } from '../../test.ts';
import { exchange, failed } from '../checks/exchanges.ts';

const refused = (json: unknown, status = 404) => exchange({ status, body: json });
const unknown = refused({ error: { code: 'not_found', message: 'no event undefined', trace: 'a1b2' } });

for (const [title, answer, isAlike] of [
  ['the same of another id', refused({ error: { code: 'not_found', message: "no event '", trace: 'c3d4' } }), true],
  ['another status', refused({ error: { code: 'not_found', message: "no event '", trace: 'a1b2' } }, 400), false],
  ['another code', refused({ error: { code: 'invalid_id', message: "no event '", trace: 'a1b2' } }), false],
  ['another member', refused({ error: { code: 'not_found', message: "no event '", trace: 'a1b2', field: 'id' } }), false],
  ['no JSON', exchange({ status: 404, body: 'Not Found' }), false],
  ['no answer', failed('reset'), false],
] as const)
  test(`what an answer says, beside that to what is plain: ${title}`, () =>
    expect(gistOf(answer, "'") === gistOf(unknown, 'undefined')).toBe(isAlike));

/** An event that is acknowledged, and of which nothing comes back. */
const story = (marker: string, id: string | null): EventStory => ({
  id,
  reads: [],
  tracked: { business: 'b1', marker, body: { event: 'x', data: {} }, exchange: exchange() },
});

for (const [title, ids] of [
  ['is unknown under its id', ['evt_a', 'evt_b']],
  ['the look-up does not know', [null, null]],
] as const)
  test(`what lasts of an event that ${title} holds neither id nor marker: both differ from run to run`, () => {
    const parts = ids.map((id, index) =>
      unreadable(story(`conformance-run${index}-1`, id)).map(({ expected, actual }) => lastingPart({ expected, actual })),
    );
    expect(parts[0]).toHaveLength(1);
    expect(parts[0]).toEqual(parts[1]);
  });

const answer = (asked: readonly string[], came: readonly string[] = asked): FlagAnswer => ({
  asked,
  flags: came.map((name) => ({ name, enabled: name !== 'off' })),
  exchange: exchange(),
});

test('nothing is wrong where each flag comes once', () =>
  expect(missingOrRepeated([answer(['a', 'b'], ['b', 'a']), answer(['a']), answer(['b'])])).toEqual({ deviations: [], exchanges: [] }));

test('all flags that are missing are named, and which came', () => {
  const answers = [answer(['a', 'off', 'c', 'd'], ['a', 'c']), answer(['a']), answer(['off'], []), answer(['c']), answer(['d'], [])];
  const [{ exchange: first } = {}] = answers;
  const found = { pointer: '/feature_flags', expected: 'once each: ["a","off","c","d"]', actual: 'missing: "off", "d"' };
  expect(missingOrRepeated(answers)).toMatchObject({
    deviations: [{ ...found, exchange: first }],
    contrast: '"a" true, "c" true came; wrong when asked for alone, too',
  });
});

test('what is repeated is counted', () => {
  const { deviations } = missingOrRepeated([answer(['a', 'b', 'c'], ['a', 'a', 'c']), answer(['a']), answer(['b']), answer(['c'])]);
  expect(deviations).toMatchObject([{ actual: 'missing: "b"; "a" 2 times' }]);
});

for (const [what, answers, contrast] of [
  ['some right alone', [answer(['a', 'b'], []), answer(['a']), answer(['b'], [])], '"a" right when asked for alone'],
  ['all right alone', [answer(['a', 'off'], ['off']), answer(['a']), answer(['off'])], '"off" false came; right when asked for alone'],
  ['wrong alone only', [answer(['a', 'b']), answer(['a'], []), answer(['b'])], 'right when asked for together with others'],
  ['one flag is known', [answer(['a'], [])], undefined],
] as const)
  test(`whether alone or together makes the difference: ${what}`, () => expect(missingOrRepeated(answers).contrast).toBe(contrast));

const sentAtOnce = (value: string, id = 'ada'): Sent => ({ id, member: 'full_name', value, exchange: exchange() });

for (const [value, expected] of [
  ['b', 'own'],
  ['of grace', 'foreign'],
  ['old', 'none'],
] as const)
  test(`after updates at once, a value is ${expected} where it was sent so`, () => {
    const sent = [sentAtOnce('a'), sentAtOnce('b'), sentAtOnce('of grace', 'grace')];
    expect(origin({ ...sentAtOnce(value), sent })).toBe(expected);
  });

const at = (startedAt: number, durationMs: number) => ({ ...exchange({ durationMs }), startedAt });

test('counts what was under way at one moment, not what was sent in all', () => {
  expect(mostInFlight([at(0, 10), at(5, 10), at(9, 2), at(20, 1), at(22, 5)])).toBe(3);
  expect(mostInFlight([at(0, 1), at(2, 1)])).toBe(1);
});

test('says in short what came back', () => {
  const answers = [exchange({ status: 404 }), failed('reset'), failed('timeout'), failed('malformed')];
  expect(answers.map(inShort)).toEqual(['404', 'connection closed', 'time-out', 'broken answer']);
});

const LOST = { kind: 'reset', message: 'closed', status: null } as const;

const LISTINGS: readonly (readonly [title: string, resent: boolean, answered: readonly string[], actual: string | null])[] = [
  ['everybody is listed', false, ['a', 'b'], null],
  ['somebody is left out', false, ['a'], '["a"]'],
  ['somebody is left out by a batch that was sent again', true, ['a'], null],
  ['somebody else is listed by a batch that was sent again', true, ['a', 'c'], '["a","c"]'],
];
for (const [title, resent, answered, actual] of LISTINGS)
  test(`of a batch for two customers, ${title}`, () => {
    const answer = exchange({ body: { customers: answered.map((id) => ({ id })) } });
    const deviations = listingDeviations({ ...answer, ...(resent && { resentAfter: LOST }) }, ['a', 'b']);
    expect(deviations.map((one) => one.actual)).toEqual(actual === null ? [] : [actual]);
  });

test('an id gets a zero before the number at its end, unless it is nothing but a number', () => {
  const near = (id: string) => nearIds('getSegment', id).map((one) => one.id);
  expect(near('seg_1001')).toContain('seg_01001');
  expect(near('1001')).not.toContain('01001');
});
