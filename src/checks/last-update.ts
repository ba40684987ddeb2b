import type { Exchange } from '../http/exchange.ts';
import { clockFindings, instantOf } from './clock.ts';
import { type Finding, show } from './finding.ts';

/** A database and an application may each write one of the two times, by clocks of their own. */
const SLACK_MS = 1500;

/**
 * What is wrong with the last update of a new record: it is before its creation, or not about now.
 * @returns null where the times show nothing
 */
export function lastUpdateFindings(exchange: Exchange, record: Readonly<Record<string, unknown>>): Finding[] | null {
  const { id, created_at, updated_at } = record;
  const pointer = '/updated_at';
  const [created, updated] = [instantOf(created_at), instantOf(updated_at)];
  const comparable = created !== null && updated !== null && created.zoned === updated.zoned;
  const later = comparable ? updated.instantMs - created.instantMs : 0;
  const room = SLACK_MS + Math.max(created?.precisionMs ?? 0, updated?.precisionMs ?? 0);
  if (later < -room)
    return [{ pointer, expected: `not before ${show(created_at)}, its \`created_at\``, actual: show(updated_at), exchange }];
  // A creation time that is itself wrong is another statement.
  if (comparable && later <= room) return [];
  const what = 'when it was created, which is its last update';
  return clockFindings({ pointer, text: updated_at, what, id, made: exchange, shown: exchange }) ?? (comparable ? [] : null);
}
