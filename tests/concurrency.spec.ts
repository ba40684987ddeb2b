import { show } from '../src/checks/finding.ts';
import { askedIdFindings, distinctIdFindings } from '../src/checks/identity.ts';
import { differences } from '../src/checks/json-equality.ts';
import { firstCustomer } from '../src/checks/resolution.ts';
import type { Call } from '../src/client/client.ts';
import type { Implementation } from '../src/client/implementation.ts';
import { endOf, firstRead, follow, track } from '../src/client/tracked-event.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { isSuccess, outcome } from '../src/http/outcome.ts';
import { LimitReached, NotAssessed } from '../src/settings/not-assessed.ts';
import { creationWith, renewed } from './scenarios/echo.ts';
import { exchangesOf, unreadable } from './scenarios/event-story.ts';
import { matchingEvent } from './scenarios/matching-event.ts';
import { recordOf } from './scenarios/records.ts';

/** Endpoints that answer the record asked for. */
const READS = [8, 10, 11, 13, 15];
/** Requests under way at once, and how often the lot is repeated. */
const IN_FLIGHT = 48;
const ROUNDS = 3;

conformance(
  'many different records at once',
  { endpoint: null, requirements: ['record.id-is-asked-id'], category: 'properties' },
  async ({ implementation, record, all }) => {
    const calls = await readableCalls(implementation);
    if (calls.length < 2)
      throw new NotAssessed('Fewer than two records can be read', ['CES_SEGMENT_ID', 'CES_SENT_EMAIL_ID', 'CES_PROJECT_DEFINED_EVENT_ID']);
    const answers: { number: number; id: string; exchange: Exchange }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = Array.from({ length: IN_FLIGHT }, (_, index) => calls[(index * 7 + round) % calls.length]).filter(
        (call) => call !== undefined,
      );
      answers.push(
        ...(await all(
          asked.map(async ({ number, call }) => ({ number, id: call.id ?? '', exchange: await implementation.client.send(number, call) })),
        )),
      );
    }
    for (const { number } of calls) {
      const wrong = answers
        .filter((answer) => answer.number === number)
        .map(({ id, exchange }) => ({
          exchange,
          findings: isSuccess(exchange)
            ? askedIdFindings(recordOf(exchange), id)
            : [{ expected: `${show(id)}, as when it is asked for alone`, actual: outcome(exchange) }],
        }))
        .filter(({ findings }) => findings.length > 0)
        .slice(0, 3);
      record.check(
        'record.id-is-asked-id',
        wrong.flatMap(({ findings }) => findings),
        { endpoint: number, exchanges: wrong.map(({ exchange }) => exchange) },
      );
    }
  },
);

for (const [number, requirement] of [
  [5, 'business.name-comes-back'],
  [2, 'campaign.name-comes-back'],
] as const) {
  conformance(
    'many creations at once',
    { endpoint: number, requirements: [requirement, 'record.ids-are-distinct'], category: 'properties' },
    async ({ implementation, check, record, all }) => {
      const { call } = await creationWith(implementation, number, 'name');
      const created: { name: unknown; exchange: Exchange }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const batch = Array.from({ length: IN_FLIGHT / 2 }, async () => {
          const body = renewed(implementation, call.body);
          return { name: body.name, exchange: await implementation.client.send(number, { ...call, body }) };
        });
        created.push(...(await all(batch)));
      }
      const accepted = created
        .filter(({ exchange }) => isSuccess(exchange))
        .map(({ name, exchange }) => ({ name, exchange, answered: recordOf(exchange) }));
      if (accepted.length === 0) throw new NotAssessed('None of the creations at once was accepted');
      const named = accepted.filter(({ answered }) => Object.hasOwn(answered, 'name'));
      const mixed = named.filter(({ name, answered }) => answered.name !== name);
      if (named.length === 0) record.notAssessed(requirement, 'The answers do not hold `name`');
      else
        check(
          requirement,
          mixed.slice(0, 3).flatMap(({ name, answered }) => differences(name, answered.name, '/name')),
          ...mixed.slice(0, 3).map(({ exchange }) => exchange),
        );
      check(
        'record.ids-are-distinct',
        distinctIdFindings(accepted.map(({ answered }) => answered)).slice(0, 3),
        ...accepted.slice(0, 2).map(({ exchange }) => exchange),
      );
    },
  );
}

const BURST = 40;
const burst = [
  'event.can-be-read',
  'event.extra-is-tracked-data',
  'record.ids-are-distinct',
  'event.match-is-resolved',
  'event.customer-is-the-match',
  'event.unmatched-stays-null',
];

conformance(
  'a burst of tracked events',
  { endpoint: 18, requirements: burst.slice(0, 3), category: 'properties' },
  async ({ implementation, check, all }) => {
    const { unmatchedData, resolutionTimeoutMs } = implementation.settings.tracking;
    const tracked = await all(Array.from({ length: BURST }, (_, index) => track(implementation, { ...unmatchedData, number: index })));
    const accepted = tracked.filter(({ exchange }) => isSuccess(exchange));
    if (accepted.length === 0) throw new NotAssessed('None of the events of the burst was accepted');
    const stories = await all(accepted.map((event) => firstRead(implementation, event, endOf(event.exchange) + resolutionTimeoutMs)));
    const lost = stories.flatMap(unreadable);
    check(
      'event.can-be-read',
      lost.slice(0, 3),
      ...stories
        .filter((story) => unreadable(story).length > 0)
        .slice(0, 3)
        .flatMap(exchangesOf),
    );
    const read = stories.flatMap((story) => (story.reads.at(-1)?.event ? [{ story, event: story.reads.at(-1)?.event ?? {} }] : []));
    if (read.length === 0) throw new NotAssessed('None of the events could be read');
    const mixed = read
      .map(({ story, event }) => ({ story, findings: differences(story.tracked.body.data, event.extra, '/extra') }))
      .filter(({ findings }) => findings.length > 0);
    check(
      'event.extra-is-tracked-data',
      mixed.slice(0, 2).flatMap(({ findings }) => findings),
      ...mixed.slice(0, 2).flatMap(({ story }) => exchangesOf(story)),
    );
    check(
      'record.ids-are-distinct',
      distinctIdFindings(read.map(({ event }) => event)).slice(0, 3),
      ...read.slice(0, 2).flatMap(({ story }) => exchangesOf(story)),
    );
  },
);

conformance(
  'a burst of events of which every other one matches',
  { endpoint: 1, requirements: burst.slice(3), category: 'properties' },
  async ({ implementation, check, all }) => {
    const { data: matching, customer } = matchingEvent(implementation);
    const { unmatchedData, resolutionTimeoutMs } = implementation.settings.tracking;
    const tracked = await all(
      Array.from({ length: BURST / 2 }, async (_, index) => {
        const matches = index % 2 === 0;
        return { matches, event: await track(implementation, matches ? matching : unmatchedData) };
      }),
    );
    if (!tracked.every(({ event }) => isSuccess(event.exchange))) throw new NotAssessed('Not all events of the burst were accepted');
    const burst = await all(
      tracked.map(async ({ matches, event }) => ({
        matches,
        story: await (matches
          ? follow(implementation, event, true, 0)
          : firstRead(implementation, event, endOf(event.exchange) + resolutionTimeoutMs)),
      })),
    );
    if (burst.some(({ story }) => unreadable(story).length > 0)) throw new NotAssessed('Not all events of the burst could be read');
    const [matched, unmatched] = [true, false].map((parity) => burst.filter(({ matches }) => matches === parity).map(({ story }) => story));
    const unresolved = (matched ?? []).filter(({ reads }) => firstCustomer(reads) === null);
    check(
      'event.match-is-resolved',
      unresolved.slice(0, 2).map(({ reads }) => ({
        pointer: '/customer',
        expected: `${show(customer)} within ${resolutionTimeoutMs} ms`,
        actual: show(reads.at(-1)?.event?.customer),
      })),
      ...unresolved.slice(0, 2).flatMap(exchangesOf),
    );
    const strangers = (matched ?? []).filter(({ reads }) => ![null, customer].includes(firstCustomer(reads)?.customer ?? null));
    check(
      'event.customer-is-the-match',
      strangers
        .slice(0, 2)
        .map(({ reads }) => ({ pointer: '/customer', expected: show(customer), actual: show(firstCustomer(reads)?.customer) })),
      ...strangers.slice(0, 2).flatMap(exchangesOf),
    );
    // By now all those that match are resolved, so one that matches nobody has been looked at as well.
    const later = await all((unmatched ?? []).map((story) => implementation.client.send(1, { id: story.id ?? '' })));
    const given = later.filter((exchange) => isSuccess(exchange) && recordOf(exchange).customer !== null);
    check(
      'event.unmatched-stays-null',
      given.slice(0, 2).map((exchange) => ({ pointer: '/customer', expected: 'null', actual: show(recordOf(exchange).customer) })),
      ...given.slice(0, 2),
    );
  },
);

async function readableCalls(implementation: Implementation): Promise<{ number: number; call: Call }[]> {
  const calls = await Promise.all(
    READS.map(async (number) => {
      const example = await implementation.example(number).catch((error: unknown) => {
        if (error instanceof NotAssessed && !(error instanceof LimitReached)) return null;
        throw error;
      });
      const [call] = example && isSuccess(example) ? await implementation.typicalCalls(number) : [];
      return call ? [{ number, call }] : [];
    }),
  );
  return calls.flat();
}
