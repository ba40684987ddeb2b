import { ApiError, existing, filledText, given, invalid, object, required } from '../http/input.ts';
import type { ById, RouteContext } from './context.ts';

interface EventContext extends RouteContext {
  /** Milliseconds between an event's acknowledgement and its resolution. */
  readonly resolutionDelayMs: number;
}

/** The endpoints `getEvent` and `trackEvent`, and the look-up by which a suite finds the events that it tracked. */
export function eventRoutes({ app, store, resolutionDelayMs }: EventContext): void {
  app.post<ById>('/businesses/:id/track', (request, reply) => {
    const business = existing(store.find('business', request.params.id), 'business');
    const body = object(request.body, 'body');
    const name = required(body, 'event', filledText);
    const { data = {} } = given(body, { data: object });
    const now = Date.now();
    const event = { id: store.newId('evt'), name, extra: data, created_at: new Date(now).toISOString(), customer: null };
    store.insertEvent(business.id, event, now + resolutionDelayMs);
    reply.send({});
  });

  app.get<ById>('/events/:id', (request, reply) => {
    reply.send(existing(store.findEvent(request.params.id), 'event'));
  });

  app.get<{ Querystring: { marker?: string | string[]; business?: string | string[] } }>('/conformance/events', (request, reply) => {
    const { marker, business = null } = request.query;
    if (typeof marker !== 'string') throw invalid('query.marker', 'one marker', marker ? 'several' : 'none');
    if (Array.isArray(business)) throw invalid('query.business', 'one business id', 'several');
    const id = store.findEventByMarker(marker, business);
    if (id === undefined) throw new ApiError(404, 'not_found', 'no event with this marker is known');
    reply.send({ id });
  });
}
