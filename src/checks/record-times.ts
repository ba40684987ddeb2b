import type { Exchange } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import type { StatementId } from '../specification/register.ts';
import { clockDeviations, distanceDeviations, instantOf, type WrittenTime } from './clock.ts';
import { type Deviation, show } from './deviation.ts';

/** The endpoints whose answer shows when its record was created, and the statement about that. */
export const CREATION_TIMES = {
  createCampaign: 'campaign.created-at-is-creation-time',
  copyProjectEmailTemplate: 'email-template.created-at-is-creation-time',
  createBusiness: 'business.created-at-is-creation-time',
  copyEmailTemplate: 'email-template.created-at-is-creation-time',
} as const satisfies Partial<Record<EndpointName, StatementId>>;

export type DatingEndpoint = keyof typeof CREATION_TIMES;

export function isDating(name: EndpointName): name is DatingEndpoint {
  return Object.hasOwn(CREATION_TIMES, name);
}

/** The `created_at` of a created record; null where its answer does not hold one. */
export function creationTime(exchange: Exchange, record: Readonly<Record<string, unknown>>): WrittenTime | null {
  if (!Object.hasOwn(record, 'created_at')) return null;
  const { id, created_at: text } = record;
  return { pointer: '/created_at', text, id, what: 'when it was created', made: exchange, shown: exchange };
}

/** Looks at the creation times of a whole run: a clock that stands still shows only over some seconds. */
export class CreationTimes {
  readonly #first = new Map<EndpointName, WrittenTime>();

  deviations(name: DatingEndpoint, exchange: Exchange, record: Readonly<Record<string, unknown>>): Deviation[] {
    const time = creationTime(exchange, record);
    if (time === null) return [];
    const first = this.#first.get(name) ?? time;
    this.#first.set(name, first);
    const near = clockDeviations(time) ?? [];
    return near.length > 0 ? near : (distanceDeviations(first, time) ?? []);
  }
}

/** A database and an application may each write one of the two times, by clocks of their own, and at any time of the request. */
const SLACK_MS = 500;

/** What is wrong with a new record's last update: before its creation, or not about now. Null where the times show nothing. */
export function lastUpdateDeviations(exchange: Exchange, record: Readonly<Record<string, unknown>>): Deviation[] | null {
  const { id, created_at, updated_at } = record;
  const pointer = '/updated_at';
  const [created, updated] = [instantOf(created_at), instantOf(updated_at)];
  const comparable = created !== null && updated !== null && created.zoned === updated.zoned;
  const later = comparable ? updated.instantMs - created.instantMs : 0;
  const room = SLACK_MS + exchange.durationMs + Math.max(created?.precisionMs ?? 0, updated?.precisionMs ?? 0);
  if (later < -room) return [{ pointer, expected: `${show(created_at)} or later: its \`created_at\``, actual: show(updated_at), exchange }];
  // A creation time that is itself wrong is another statement.
  if (comparable && later <= room) return [];
  const what = 'when it was created, which is its last update';
  return clockDeviations({ pointer, text: updated_at, what, id, made: exchange, shown: exchange }) ?? (comparable ? [] : null);
}
