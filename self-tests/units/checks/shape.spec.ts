import { CreationTimes } from '../../../src/checks/clock.ts';
import { Ledger } from '../../../src/checks/ledger.ts';
import { recordsOf, shapeVerdicts } from '../../../src/checks/shape.ts';
import type { Call } from '../../../src/client/call.ts';
import { AnswerWatch } from '../../../src/engine/evidence/answer-watch.ts';
import { none } from '../../../src/http/authorization.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { ENDPOINTS, type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';
import { documentedMembers } from '../../../src/specification/schema.ts';
import { SCHEMAS, schema } from '../../../src/specification/schemas.ts';
import { violations } from '../../../src/specification/validator.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { EXAMPLES, firstPlace, withValueAt } from '../specification/examples.ts';
import { exchange, START } from './exchanges.ts';

const WRONG = ['x', 5, 1.5, true, {}, [], null, [5], [{}], { a: [] }];

const exampleOf = (response: string | null): unknown => EXAMPLES[response ?? ''];

/** The example with each documented member wrong in each way, with each member left out, and other things altogether. */
function* corruptions(response: string): Generator<unknown> {
  const example = exampleOf(response);
  for (const { pointer } of documentedMembers(SCHEMAS, schema(response))) {
    const steps = firstPlace(pointer);
    for (const wrong of WRONG) yield withValueAt(example, steps, wrong);
    yield withValueAt(example, steps, undefined);
  }
  yield* WRONG;
  yield { extra: 1 };
}

for (const { name, response } of ENDPOINTS.filter(({ response }) => response !== null))
  test.describe(name, () => {
    test('a full answer breaks nothing and exercises everything', () => {
      for (const verdict of shapeVerdicts(name, exampleOf(response), 'designer'))
        expect(verdict).toEqual({ requirement: verdict.requirement, deviations: [], exercised: true });
    });

    test('hands every violation to one statement, which counts as exercised', () => {
      for (const given of corruptions(response ?? '')) {
        const value: unknown = JSON.parse(JSON.stringify(given));
        const verdicts = shapeVerdicts(name, value, 'designer');
        const reported = verdicts.flatMap(({ deviations }) => deviations.map(({ pointer }) => pointer));
        const found = violations(response ?? '', value).map(({ pointer }) => pointer);
        expect(reported.sort(), JSON.stringify(value)).toEqual(found.sort());
        for (const { requirement: id, deviations, exercised } of verdicts) if (deviations.length > 0) expect(exercised, id).toBe(true);
      }
    });
  });

const idsOf = (verdicts: ReturnType<typeof shapeVerdicts>) => verdicts.map(({ requirement }) => requirement);

/** The statements that a full answer breaks with another value at a place. */
const brokenBy = (name: EndpointName, pointer: string, wrong: unknown) => {
  const value = withValueAt(exampleOf(endpoint(name).response), firstPlace(pointer), wrong);
  return idsOf(shapeVerdicts(name, value, 'designer').filter(({ deviations }) => deviations.length > 0));
};
const leftOpen = (name: EndpointName, value: unknown) =>
  idsOf(shapeVerdicts(name, value, 'designer').filter(({ exercised }) => !exercised));

test('takes the word of the settings for the designer', () => {
  const kinds = (kind: string) =>
    shapeVerdicts('copyEmailTemplate', { id: 't1', kind }, 'blocks').find(({ requirement: id }) => id.endsWith('kind-values'))?.deviations
      .length;
  expect([kinds('blocks'), kinds('designer'), kinds('editor')]).toEqual([0, 1, 0]);
});

test('an answer that is judged again is judged as before, and anew at another endpoint and with another word', () => {
  const value = { id: 't1', kind: 'designer' };
  const broken = (name: EndpointName, designer: string) =>
    shapeVerdicts(name, value, designer).filter(({ exercised, deviations }) => exercised && deviations.length > 0);
  const first = broken('copyEmailTemplate', 'blocks');
  expect(first).toMatchObject([{ requirement: 'email-template.kind-values' }]);
  expect(broken('copyEmailTemplate', 'designer')).toEqual([]);
  expect(broken('getSegment', 'designer')).toEqual([]);
  expect(broken('trackEvent', 'blocks')).not.toEqual([]);
  expect(broken('copyEmailTemplate', 'blocks')).toEqual(first);
});

test('finds the records of an answer', () => {
  expect(recordsOf('getSegment', { id: 's1' })).toEqual([{ id: 's1' }]);
  const listed = { email_addresses: [{ id: 'a1' }, null, 'x', { id: 'a2' }] };
  expect(recordsOf('listEmailAddresses', listed)).toEqual([{ id: 'a1' }, { id: 'a2' }]);
  for (const odd of [null, [], 'x', { email_addresses: { id: 'a1' } }, {}]) expect(recordsOf('listEmailAddresses', odd)).toEqual([]);
});

test('a preview has no shape', () => expect(shapeVerdicts('previewSmsTemplate', '<p></p>', 'designer')).toEqual([]));

const { fixtures } = readSettings({
  ...{ CES_BASE_URL: 'https://host', CES_USERNAME: 'u', CES_PASSWORD: 'p' },
  ...{ CES_BUSINESS_ID: 'bus', CES_CUSTOMER_IDS: 'c1,c2', CES_SEGMENT_ID: 'seg', CES_FEATURE_FLAGS_PARAM: 'names[x]' },
});
const broken = (name: EndpointName, call: Call, answer: Parameters<typeof exchange>[0]) =>
  new AnswerWatch(fixtures, new Set(), new Ledger()).breaches(name, call, exchange(answer)).map(({ requirement }) => requirement);

test('what breaks a shape, what leaves it open, and which answers of a run are held to one, was approved', () =>
  expectCalls('checks/shape.txt', {
    ...{ brokenBy, leftOpen },
    judgedIn: (name: EndpointName, { authorization, ...call }: Call, answer: Parameters<typeof exchange>[0]) =>
      broken(name, authorization === undefined ? call : { ...call, authorization: none }, answer),
  }));

test('a record that was answered is known from then on, and one that was found otherwise once it is made known', () => {
  const known = new Set<string>();
  const answers = new AnswerWatch(fixtures, known, new Ledger());
  answers.breaches('createBusiness', { body: { name: 'n' } }, exchange({ body: '{"id":"new"}' }));
  expect(answers.breaches('listEmailAddresses', { id: 'new' }, exchange())).toMatchObject([{ requirement: 'email-address.fields' }]);
  expect(answers.breaches('getEvent', { id: 'evt' }, exchange())).toEqual([]);
  known.add('evt');
  expect(answers.breaches('getEvent', { id: 'evt' }, exchange())).toMatchObject([{ requirement: 'event.fields' }]);
});

const asked = (seconds: number) => ({ ...exchange(), startedAt: START + seconds * 1000 });

test('a clock that stands still shows as soon as two records of one endpoint are some seconds apart', () => {
  const [times, first] = [new CreationTimes(), new Date(START).toISOString()];
  const seen = (seconds: number, record: Record<string, unknown>) => times.deviations('createBusiness', asked(seconds), record).length;
  expect([0, 1].map((seconds) => seen(seconds, { id: `b${seconds}`, created_at: first }))).toEqual([0, 0]);
  expect(times.deviations('createCampaign', asked(5), { id: 'c1', created_at: first })).toEqual([]);
  // A record that is answered again keeps its time, and one without a time shows nothing.
  expect([seen(60, { id: 'b0', created_at: first }), seen(60, { id: 'b2' }), seen(5, { id: 'b5', created_at: first })]).toEqual([0, 0, 1]);
});
