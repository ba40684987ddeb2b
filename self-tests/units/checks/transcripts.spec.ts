import {
  byteOrderMarkDeviations,
  excessDeviations,
  htmlDeviations,
  jsonDeviations,
  jsonValue,
  mediaTypeDeviations,
  orderDeviations,
  statusDeviations,
} from '../../../src/checks/answers.ts';
import { CreationTimes, clockDeviations, distanceDeviations, lastUpdateDeviations, timeDeviations } from '../../../src/checks/clock.ts';
import { echoDeviations } from '../../../src/checks/echo.ts';
import { borrowedLifetime, boundedLifetimeDeviations, type Lifetime, lifetimeDeviations, reusedWords } from '../../../src/checks/expiry.ts';
import { doubtIn, doubtOf, givenIdsRefused, unreadIds } from '../../../src/checks/given-ids.ts';
import { askedIdDeviations, distinctIdDeviations, distinctRecordDeviations, pathDeviations } from '../../../src/checks/identity.ts';
import { differences, differencesAsSets, misplacement, missingMembers } from '../../../src/checks/json-equality.ts';
import { leakDeviations } from '../../../src/checks/leaks.ts';
import { Rhythm } from '../../../src/checks/run-history.ts';
import { absentFields, countDeviations, integerForm, undocumentedFields } from '../../../src/checks/shape.ts';
import { firstCustomer, heldWords, lostCustomer, stableReadDeviations } from '../../../src/checks/stability.ts';
import { copyDeviations, subjectNames, variableDeviations } from '../../../src/checks/templates.ts';
import { textContrast } from '../../../src/checks/text-contrast.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { valueAt } from '../../../src/specification/json.ts';
import { expect, test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { exchange, failed, type Made, made, of, readsOf, type Said, START, type Told, told } from './exchanges.ts';

const lifetimes = (all: readonly (readonly [seconds: number, expiresAt: unknown, date: string | null])[]): Lifetime[] =>
  all.map(([seconds, expires_at, date]) => ({
    seconds,
    exchange: exchange({ headers: date === null ? {} : { date }, body: { expires_at } }),
  }));

/** An embed that lives so long; null: a lifetime has to be asked for. */
const embed = (seconds: number | null) =>
  seconds === null ? exchange({ status: 400 }) : exchange({ body: { expires_at: new Date(START + seconds * 1000).toISOString() } });

const COPY = {
  id: 't1',
  name: 'Copy of Welcome',
  subject: 'Hello {{ name }}',
  body: null,
  kind: 'html',
  template_html: '<p></p>',
  template_json: { rows: [1] },
  attachments: [{ id: 'f1', name: 'a.pdf' }],
  metadata: { a: 1 },
  created_at: '2026-11-21T10:00:00Z',
  enabled_at: '2026-11-21T10:00:00Z',
};
const TEMPLATE = { subject: 'Hello {{ name }}', template_html: '<p>{{ code }}</p>', template_json: { uses: 'town' } };

const { fixtures } = readSettings({
  ...{ CES_BASE_URL: 'http://host/events/segments', CES_USERNAME: 'u', CES_PASSWORD: 'p' },
  ...{ CES_BUSINESS_ID: '1', CES_CUSTOMER_IDS: 'ada,1,grace%2C', CES_SEGMENT_ID: '1', CES_OTHER_SEGMENT_ID: 'b/ö?' },
  ...{ CES_PROJECT_EMAIL_ADDRESS_ID: '1', CES_PROJECT_EMAIL_TEMPLATE_ID: 't' },
});

const SEGMENT = {
  id: 'segment-00000001',
  name: 'Regulars',
  filter: 'visits > 3',
  description: 'Müller & friends\nof the house',
  metadata: { owner: 'Ann', rank: 1, open: true },
  static_customers: ['customer-00000001'],
  created_at: '2026-11-21T10:00:00Z',
};

const CREATION = { name: 'conformance-7-1', metadata: { origin: 'conformance', rank: 1 }, website: 'https://example.com/conformance' };
const CREATED: Said = {
  method: 'POST',
  url: 'http://127.0.0.1:4010/businesses',
  sent: { ...CREATION, name: 'conformance-7-0' },
  body: { id: 'b-1', ...CREATION, name: 'conformance-7-0', disabled_steps: null, created_at: '2026-11-21T10:00:00Z' },
};
const UPDATED: Said = {
  method: 'POST',
  url: 'http://127.0.0.1:4010/businesses/b-1/customers/batch_update',
  sent: { customers: [{ id: 'c1', full_name: 'conformance-7-1' }] },
  body: { customers: [{ id: 'c1', full_name: 'conformance-7-1', first_name: 'Ann', unsubscribed: 'no' }] },
};

/** What the rejection of a request like the control's reveals of its answer; the rejection says what is its own. */
const revealed = (control: Said, sent?: unknown) => (rejection: Said) => {
  const { method = 'GET', url = '' } = control;
  return leakDeviations(exchange({ method, url, sent, status: 401, ...rejection }), exchange(control));
};

const CALLS: Readonly<Record<string, Parameters<typeof expectCalls>[1]>> = {
  'answers.txt': {
    statusDeviations: of(statusDeviations),
    orderDeviations: of(orderDeviations),
    mediaTypeDeviations: of(mediaTypeDeviations),
    htmlDeviations: of(htmlDeviations),
    jsonDeviations: of(jsonDeviations),
    jsonValue: of(jsonValue),
    byteOrderMarkDeviations: of(byteOrderMarkDeviations),
    countDeviations,
    integerForm,
  },
  'copies.txt': {
    copyDeviations,
    copyWith: (changes: object) => copyDeviations(COPY, { ...COPY, ...changes }),
    subjectNames,
    variablesListed: (listed: string[]) => variableDeviations(TEMPLATE, listed),
  },
  'differences.txt': { differences, differencesAsSets, missingMembers, textContrast, valueAt },
  'echo.txt': { echoDeviations, misplacement },
  'ids.txt': {
    askedIdDeviations,
    pathDeviations,
    distinctIdDeviations,
    undocumentedFields,
    absentFields,
    doubtIn,
    doubtReadBack: (given: object, trouble: Parameters<typeof doubtOf>[1]) => doubtIn(doubtOf(Object.entries(given), trouble)),
    unreadIds: async (reads: readonly (readonly [id: string, status: number])[], isLetterRead: boolean) => {
      const given = reads.map(([id, status]) => exchange({ url: `http://host/segments/${encodeURIComponent(id)}`, status }));
      return (await unreadIds(given, async () => isLetterRead))?.words ?? null;
    },
    givenIdsRefused: ({ url, ...said }: Said, name: EndpointName, read?: string) => {
      const [refused, accepted] = [url, read].map((path) => exchange({ ...said, url: `http://host/events/segments${path}` }));
      return givenIdsRefused(refused as Exchange, name, fixtures, null, read === undefined ? [] : [accepted as Exchange]);
    },
  },
  'stability.txt': {
    stableReadDeviations: (name: EndpointName, one: Told, other: Told): object[] =>
      stableReadDeviations(name, told(one), told(other) as Exchange),
    customerOf: (...customers: unknown[]) => {
      const reads = readsOf(...customers);
      return { first: firstCustomer(reads)?.atMs ?? null, lost: lostCustomer(reads)?.atMs ?? null };
    },
    heldWords: (...customers: unknown[]) => heldWords(readsOf(...customers)),
    // How long each of four lives: 3600 s are asked for, nothing, 600 s, nothing. Then how much is borrowed; null: they do not show it.
    borrowedLifetime: (...lives: (number | null)[]) => {
      const [long, without, short, again] = lives.map(embed) as [Exchange, Exchange, Exchange, Exchange];
      return borrowedLifetime({ seconds: 3600, exchange: long }, without, { seconds: 600, exchange: short }, again)?.length ?? null;
    },
    rhythmOf: (...broken: number[]) => {
      const rhythm = new Rhythm();
      for (let number = 1; number <= Math.max(60, ...broken); number += 1)
        rhythm.note(exchange({ status: broken.includes(number) ? 500 : 200 }));
      return rhythm.words();
    },
  },
  'times.txt': {
    // Made 4 s apart, each answered after 3 ms: asked for at 17.250, 21.250, 25.250 and 29.250 s.
    madeInTurn: (...texts: string[]) => {
      const times = new CreationTimes();
      const made = texts.map((_, index) => ({ ...exchange(), startedAt: START + index * 4000 }));
      return texts.flatMap((text, id) => times.deviations('createBusiness', made[id] as Exchange, { id, created_at: text }));
    },
    clockDeviations: (time: Made) => clockDeviations(made(time)),
    distanceDeviations: (one: Made, other: Made) => distanceDeviations(made(one), made(other)),
    timeDeviations: (all: readonly Made[]) => timeDeviations(all.map(made)),
    lastUpdateDeviations: of(lastUpdateDeviations),
    lifetimeDeviations: (all: Parameters<typeof lifetimes>[0]) => lifetimeDeviations(lifetimes(all)),
    boundedLifetimeDeviations: (all: Parameters<typeof lifetimes>[0]) => {
      const [known, ...others] = lifetimes(all);
      return known && boundedLifetimeDeviations(known, [known, ...others]);
    },
    reusedWords,
  },
  'leaks.txt': {
    aSegment: revealed({ url: 'http://127.0.0.1:4010/segments/segment-00000001', body: SEGMENT }),
    aCreation: revealed(CREATED, CREATION),
    anUpdate: revealed(UPDATED, { customers: [{ id: 'c1', full_name: 'conformance-7-2' }] }),
    aPreview: revealed({ url: 'http://127.0.0.1:4010/sms_templates/t1/preview', body: '<p>Hello {{ name }}</p>' }),
    leakDeviations: (...all: Said[]) => {
      const [rejection, control, ofAnUnknownId] = all.map(exchange);
      return leakDeviations(rejection ?? exchange(), control ?? exchange(), ofAnUnknownId);
    },
  },
};
for (const [file, functions] of Object.entries(CALLS))
  test(`the calls of ${file} return what was approved`, () => expectCalls(`checks/${file}`, functions));

test('JSON that nests deeper than is read is not assessed: a reader may have a limit, and the target need not know it', () => {
  const deep = exchange({ body: `${'['.repeat(5000)}${']'.repeat(5000)}` });
  expect(() => jsonDeviations(deep)).toThrow(NotAssessed);
  expect(() => jsonValue(deep)).toThrow(/not read: the body nests deeper/);
});

test('what no client can be expected to read is a deviation of its own; what merely this suite does not read is none', () => {
  const nested = (depth: number) => exchange({ body: `${'['.repeat(depth)}${']'.repeat(depth)}` });
  expect([exchange(), nested(99_999), failed('unread'), failed('reset')].flatMap(excessDeviations)).toEqual([]);
  expect(excessDeviations(nested(100_000))).toEqual([
    { expected: 'JSON that a client can parse', actual: expect.stringContaining('nests at least 100,000 levels deep') },
  ]);
  const bomb = { ...failed(), failure: { kind: 'unread', message: 'the body is larger', status: 200, excessive: true } } as const;
  expect(excessDeviations(bomb)).toEqual([{ expected: 'a body that a client can unpack', actual: 'the body is larger' }]);
});

test('a content-type without measure is shortened', () => {
  const [deviation] = mediaTypeDeviations(exchange({ headers: { 'content-type': 'x'.repeat(1000) } }), 'application/json');
  expect(deviation?.actual).toBe(`content-type ${'x'.repeat(200)}… (1000 characters)`);
});

test('values are compared as the caller compares them', () => {
  const startsAlike = (sent: unknown, answered: unknown) => String(answered).startsWith(String(sent));
  expect(misplacement(['a', 'b'], ['b1', 'a1'], startsAlike)).toBe('1 and 2 swapped');
  expect(misplacement(['a', 'b'], ['a1', 'b1'], startsAlike)).toBeNull();
});

test('records of different answers have different ids; the later answer is wrong', () => {
  const answers = ['a', 'b', undefined, 'a', undefined].map((id) => ({ record: { id }, exchange: exchange() }));
  expect(distinctRecordDeviations(answers.slice(0, 3))).toEqual([]);
  const [deviation, ...others] = distinctRecordDeviations(answers);
  expect(deviation).toEqual({
    pointer: '/id',
    expected: 'an id that no other record has',
    actual: '"a", as in answer 1 of 5',
    exchange: answers[3]?.exchange,
  });
  expect(others).toEqual([]);
});
