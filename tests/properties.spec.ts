import { orderFindings } from '../src/checks/answers.ts';
import type { Likeness } from '../src/checks/echo.ts';
import { differences, isObject } from '../src/checks/json-equality.ts';
import type { Implementation } from '../src/client/implementation.ts';
import { type EventStory, endOf, firstRead, track } from '../src/client/tracked-event.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import type { CheckContext } from '../src/engine/scenario.ts';
import { type Members, memberBoundaries, membersOf } from '../src/generation/bodies.ts';
import { jsonObjects, objectBoundaries } from '../src/generation/json-objects.ts';
import { textOfLength } from '../src/generation/texts.ts';
import { jsonOf } from '../src/http/body.ts';
import type { Exchange } from '../src/http/exchange.ts';
import { isSuccess, outcome } from '../src/http/outcome.ts';
import { NotAssessed, need } from '../src/settings/not-assessed.ts';
import { endpoint } from '../src/specification/endpoints.ts';
import { creationWith, renewed } from './scenarios/echo.ts';
import { type Echo, echoJudges } from './scenarios/echo-judges.ts';
import { exchangesOf, unreadable } from './scenarios/event-story.ts';
import { generalJudges, generalRequirements, propertyHolds } from './scenarios/property.ts';
import { exampleRecord } from './scenarios/records.ts';

type Statements = Readonly<Record<string, readonly [string, Likeness]>>;

/** Requests of one property that are under way at once. */
const CONCURRENCY = 16;

const BUSINESS: Statements = {
  name: ['business.name-comes-back', 'json'],
  metadata: ['business.metadata-comes-back', 'json'],
  external_id: ['business.external-id-comes-back', 'json'],
  website: ['business.website-comes-back', 'url'],
};

const CAMPAIGN: Statements = {
  name: ['campaign.name-comes-back', 'json'],
  metadata: ['campaign.metadata-comes-back', 'json'],
  scheduled_at: ['campaign.scheduled-at-comes-back', 'instant'],
};

creationProperty('any business that is accepted comes back', 5, BUSINESS);
creationProperty('any campaign that is accepted comes back', 2, CAMPAIGN);

function creationProperty(title: string, number: number, statements: Statements): void {
  const request = endpoint(number).request ?? '';
  const names = Object.keys(statements);
  const requirements = [...generalRequirements(number), ...Object.values(statements).map(([requirement]) => requirement)];
  propertyHolds<Members, CreationAttempt>(title, number, requirements, async ({ implementation }) => ({
    // One member stays typical, and tells whoever cleans up that the record is the suite's.
    arbitrary: membersOf(request, names).filter((members) => Object.keys(members).length < names.length),
    boundaries: memberBoundaries(request, names).map(({ label, members }) => ({ label, input: members })),
    attempt: (members) => create(implementation, number, members),
    isAccepted: ({ exchange }) => isSuccess(exchange),
    exchanges: ({ exchange }) => [exchange],
    judges: [
      ...generalJudges<Members, CreationAttempt>(number, implementation.settings.fixtures.designerKind, ({ exchange }) => exchange),
      ...echoJudges<CreationAttempt>(statements, await exampleRecord(implementation, number)),
    ],
    concurrency: CONCURRENCY,
  }));
}

/** The longest boundary of a text; what lies beyond is not looked for. */
const LONGEST_TRIED = 10_000;

for (const number of [2, 5]) {
  conformance(
    'the longest name',
    { endpoint: number, requirements: [], observes: ['limits.longest-name'] },
    async ({ implementation, observe }) => {
      const isAccepted = async (length: number) =>
        isSuccess((await create(implementation, number, { name: textOfLength(length) })).exchange);
      if (await isAccepted(LONGEST_TRIED)) return observe('limits.longest-name', `at least ${LONGEST_TRIED} characters`);
      let [accepted, refused] = [1, LONGEST_TRIED];
      if (!(await isAccepted(accepted))) throw new NotAssessed('Neither a short name nor a long one was accepted');
      while (refused - accepted > 1) {
        const middle = Math.floor((accepted + refused) / 2);
        if (await isAccepted(middle)) accepted = middle;
        else refused = middle;
      }
      observe('limits.longest-name', `${accepted} characters`);
    },
  );
}

interface CreationAttempt extends Echo {
  readonly exchange: Exchange;
}

/** The typical creation with these members in place of its own. */
async function create(implementation: Implementation, number: number, members: Members): Promise<CreationAttempt> {
  const { call } = await creationWith(implementation, number, 'name');
  const exchange = await implementation.client.send(number, { ...call, body: { ...renewed(implementation, call.body), ...members } });
  return { exchange, base: '', record: recordIn(exchange) };
}

function recordIn(exchange: Exchange): Record<string, unknown> | null {
  const json = isSuccess(exchange) ? jsonOf(exchange.answer) : { problem: 'no success' };
  return 'value' in json && isObject(json.value) ? json.value : null;
}

const TRACKED = ['event.can-be-read', 'event.name-is-tracked-name', 'event.extra-is-tracked-data'];

propertyHolds<Members, EventStory>(
  'any data that is tracked comes back',
  18,
  [...generalRequirements(18), ...TRACKED],
  async ({ implementation }) => {
    const finder = await patientFinder(implementation);
    return {
      arbitrary: jsonObjects(),
      boundaries: objectBoundaries().map(({ label, value }) => ({ label, input: value })),
      attempt: finder,
      isAccepted: ({ tracked }) => isSuccess(tracked.exchange),
      exchanges: exchangesOf,
      judges: [
        ...generalJudges<Members, EventStory>(18, implementation.settings.fixtures.designerKind, ({ tracked }) => tracked.exchange),
        { requirement: 'event.can-be-read', findings: (_input, story) => (isSuccess(story.tracked.exchange) ? unreadable(story) : null) },
        ...[['event.name-is-tracked-name', 'name', 'event'] as const, ['event.extra-is-tracked-data', 'extra', 'data'] as const].map(
          ([requirement, member, sent]) => ({
            requirement,
            findings: (_input: Members, { tracked, reads }: EventStory) => {
              const event = reads.at(-1)?.event;
              return event && isSuccess(tracked.exchange) ? differences(tracked.body[sent], event[member], `/${member}`) : null;
            },
          }),
        ),
      ],
      concurrency: CONCURRENCY,
    };
  },
);

/** After two lost events the others are given little time: that events get lost is known by then. */
const ENOUGH_LOST = 2;
const LITTLE_TIME_MS = 1000;

/** Tracks and reads events; how long it looks for one depends on how many were lost before. */
async function patientFinder(implementation: Implementation): Promise<(data: Members) => Promise<EventStory>> {
  const { resolutionTimeoutMs, lookupUrl, lookupCommand, eventIsDefault } = implementation.settings.tracking;
  const probe = await track(implementation, {});
  if (!isSuccess(probe.exchange))
    throw new NotAssessed(`The event was not accepted: ${outcome(probe.exchange)}`, eventIsDefault ? ['CES_TRACK_EVENT'] : []);
  if (lookupUrl === null && lookupCommand === null) need(probe.exchange.answer.headers.location, 'CES_EVENT_LOOKUP_URL');
  let lost = 0;
  return async (data) => {
    const tracked = await track(implementation, data);
    if (!isSuccess(tracked.exchange)) return { tracked, id: null, reads: [] };
    const patience = lost < ENOUGH_LOST ? resolutionTimeoutMs : Math.min(LITTLE_TIME_MS, resolutionTimeoutMs);
    const story = await firstRead(implementation, tracked, endOf(tracked.exchange) + patience);
    if (unreadable(story).length > 0) lost += 1;
    return story;
  };
}

for (const number of [4, 7]) {
  const request = endpoint(number).request ?? '';
  const [name] = { 4: ['business'], 7: ['expires_in'] }[number] ?? [];
  if (name === undefined) throw new Error(`Endpoint ${number} has no member to generate.`);
  propertyHolds<Members, Exchange>(
    `any \`${name}\` is answered in order`,
    number,
    ['robustness.generated-input'],
    async ({ implementation }: CheckContext) => {
      const [typical] = await implementation.typicalCalls(number);
      return {
        arbitrary: membersOf(request, [name]),
        boundaries: memberBoundaries(request, [name]).map(({ label, members }) => ({ label, input: members })),
        attempt: (members) => implementation.client.send(number, { ...typical, body: { ...(typical?.body as object), ...members } }),
        isAccepted: isSuccess,
        exchanges: (exchange) => [exchange],
        judges: [{ requirement: 'robustness.generated-input', findings: (_input, exchange) => orderFindings(exchange) }],
        concurrency: CONCURRENCY,
      };
    },
  );
}
