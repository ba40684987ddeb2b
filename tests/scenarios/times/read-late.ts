import type { Implementation } from '../../../src/client/implementation.ts';
import { now } from '../../../src/client/time.ts';
import { pollUntil } from '../../../src/client/wait-policy.ts';
import type { Exchange } from '../../../src/http/exchange.ts';

/** A record that was asked for until it was there, or the time was over. */
export interface Late {
  readonly exchange: Exchange;
  /** Milliseconds until it was there; 0 where it was there at once, null where it never was. */
  readonly afterMs: number | null;
}

/**
 * Reads a record that may be made in the background, or be stored at another server: nothing promises that what was just written can be read. It
 * is asked for as long as a tracked event is.
 */
export async function readLate(
  implementation: Implementation,
  read: () => Promise<Exchange>,
  isMissing: (exchange: Exchange) => boolean,
): Promise<Late> {
  const begun = now();
  let exchange = await read();
  if (!isMissing(exchange)) return { exchange, afterMs: 0 };
  const afterMs = await pollUntil(now() + implementation.settings.tracking.findTimeoutMs, async () => {
    exchange = await read();
    return isMissing(exchange) ? null : now() - begun;
  });
  return { exchange, afterMs };
}
