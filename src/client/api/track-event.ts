import { MARKER_MEMBER } from '../../settings/parsing/event-data.ts';
import type { Card } from './card.ts';

export const trackEvent: Card = {
  typicalCalls: async ({ settings: { tracking }, businessId, unique }) => [
    { id: await businessId(), body: { event: tracking.event, data: { ...tracking.unmatchedData, [MARKER_MEMBER]: unique() } } },
  ],
  creates: { kind: 'event', one: 'tracked event', many: 'tracked events' },
  // The specification does not show which event names are accepted (Events, rule 3).
  missing: ({ tracking }) => (tracking.eventIsDefault ? ['CES_TRACK_EVENT'] : []),
  marked: (call, mark) => {
    const { event, data } = call.body as { event: string; data: object };
    return { ...call, body: { event, data: { ...data, [MARKER_MEMBER]: mark } } };
  },
  shape: 'track.empty-object',
};
