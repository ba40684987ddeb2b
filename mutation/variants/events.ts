import { Store, type TrackedEvent } from '../../reference/store/store.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { answerOf, jsonOf, sentJson, succeeded, withHeaders, withText } from '../answers.ts';
import { markerIn } from '../faults/event-content.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answersKeeping, at, type Choice, here, members, numbered, of, permits, successes, text } from '../rows.ts';

const RESOLUTION = 'States: customer is null until the event is processed; when that is, is not shown';
const VISIBILITY = 'When a tracked event can be read is not shown';
const PRECISION = 'Timestamps are ISO 8601, in whatever precision';

/** A tracked event is processed later than it should have been. */
class ShiftedResolution extends Store {
  laterMs = () => 0;

  override insertEvent(business: string, event: TrackedEvent, dueAt: number | null): void {
    super.insertEvent(business, event, dueAt === null ? null : dueAt + this.laterMs());
  }
}

const shifted = (laterMs: () => number) => Object.assign(new ShiftedResolution(), { laterMs });

/** Resolves while the event is tracked, so that no read ever sees null for a match. */
class ImmediateResolution extends Store {
  override insertEvent(business: string, event: TrackedEvent, dueAt: number | null): void {
    const { customer: _pending, ...fixed } = event;
    const customer = dueAt === null ? event.customer : this.matchCustomer({ id: event.id, business, event: fixed });
    super.insertEvent(business, { ...event, customer }, null);
  }
}

const markerAsked = (target: string) => new URL(target, 'http://any.example').searchParams.get('marker');

const markerOf = (request: PassingRequest) => markerIn(sentJson(request)?.data);

/** The look-up knows an event only some time after it was tracked. */
const lateInLookUp = (afterMs: number) =>
  answersKeeping(new Map<unknown, number>(), (answer, trackedAt, request) => {
    if (request.endpoint === 'trackEvent' && succeeded(answer)) trackedAt.set(markerOf(request), Date.now());
    const since = request.endpoint === null ? trackedAt.get(markerAsked(request.target)) : undefined;
    return since !== undefined && Date.now() < since + afterMs ? answerOf(404, { error: 'not yet' }) : answer;
  });

/** An endpoint that reads new records answers that there is nothing, for some time after the id was first asked for. */
const lateToRead = (endpoint: EndpointName, afterMs: number, status: number, isNew: (id: string) => boolean) =>
  answersKeeping(new Map<string, number>(), (answer, askedAt, request) => {
    if (request.endpoint !== endpoint || !succeeded(answer) || !isNew(request.id)) return answer;
    const first = askedAt.get(request.id) ?? Date.now();
    askedAt.set(request.id, first);
    return Date.now() < first + afterMs ? answerOf(status, { error: 'not yet' }) : answer;
  });

const isCopy = (id: string) => !['emt_spring', 'emt_plain', 'emt_old', 'emt_designer'].includes(id);

const lateEvents = (status: number) => lateToRead('getEvent', 250, status, (id: string) => !id.includes('seeded'));
const lateCopies = (status: number) => lateToRead('listEmailTemplateVariables', 250, status, isCopy);

/** The Location of trackEvent's answer leads to the event, in place of a look-up. */
const locating = (address: (id: string) => string) =>
  at('trackEvent')(
    here(() => async (request, forward) => {
      const answer = await forward(request);
      const marker = markerOf(request);
      if (!succeeded(answer) || typeof marker !== 'string') return answer;
      const target = `/conformance/events?marker=${encodeURIComponent(marker)}`;
      const found = jsonOf(await forward({ ...request, method: 'GET', endpoint: null, target, body: new Uint8Array() }));
      return withHeaders(answer, { location: address(encodeURIComponent(String(found.id))) });
    }),
  );

const backwards = members((entries) => entries.toReversed());

/** In every other answer, so that a read differs from the read before. */
const turning = numbered((event, number) => (number % 2 === 0 ? event : { ...event, extra: backwards(event.extra) }));

/** Milliseconds up to half a second, in no order. */
const soonerOrLater = () => {
  let count = 0;
  return () => {
    count += 1;
    return (count * 197) % 500;
  };
};

const withWhiteSpace = (answer: PassingAnswer) => withText(answer, '\n{ }\n');

/** In place of a look-up. */
const located = (name: string, address: (id: string) => string): Choice => [name, locating(address), { CES_EVENT_LOOKUP_URL: '' }];

export const EVENT_VARIANTS: readonly Variant[] = [
  { name: 'events resolve at once', permitted: RESOLUTION, store: () => new ImmediateResolution() },
  { name: 'events resolve late', permitted: RESOLUTION, store: () => shifted(() => 800) },
  { name: 'events resolve sooner or later', permitted: RESOLUTION, store: () => shifted(soonerOrLater()) },
  ...permits(VISIBILITY, [['events are late in the look-up', lateInLookUp(300)]]),
  ...permits(
    `${VISIBILITY}; nor is the answer to unknown ids`,
    [404, 400, 410].map((status) => [`events are late at endpoint 1, which answers ${status} till then`, lateEvents(status)]),
  ),
  ...permits(
    'When a copy can be read is not shown (a 202 for endpoints 4 and 6 is permitted)',
    [404, 422].map((status) => [`copies are late to be read, and ${status} till then`, lateCopies(status)]),
  ),
  ...permits('Target contract: used where no look-up is set', [located('a Location tells the event', (id) => `/events/${id}`)]),
  ...permits('RFC 9110 §10.2.2', [located('an absolute Location tells the event', (id) => `https://public.example/api/v2/events/${id}`)]),
  ...permits('RFC 8259', [['the acknowledgement has white space in it', at('trackEvent')(successes(withWhiteSpace))]]),
  ...permits('RFC 8259: an object is unordered', [['what was tracked comes back in another order of members', of('event')(turning)]]),
  ...permits(PRECISION, [['events are tracked to the whole second', of('event')(text('created_at', (time) => `${time.slice(0, 19)}Z`))]]),
];
