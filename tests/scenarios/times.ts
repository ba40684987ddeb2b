import {
  CREATION_TIMES,
  creationTime,
  type DatingEndpoint,
  instantOf,
  tellingDistance,
  timeDeviations,
  type WrittenTime,
} from '../../src/checks/clock.ts';
import { pollUntil } from '../../src/client/time.ts';
import { endOf, isRedirect } from '../../src/http/exchange.ts';
import { refusalOf } from '../../src/http/refusal.ts';
import { type Exchange, type Implementation, isClientError, isRefusal, now, sleep } from '../library.ts';
import { NotAssessed, recordOf, scenario } from '../suite.ts';

/** A record that was asked for until it was there, or the time was over. */
export interface Late {
  readonly exchange: Exchange;
  /** Milliseconds until it was there; 0 where it was there at once, null where it never was. */
  readonly afterMs: number | null;
}

/** The service says that there is no such record, in one of the ways that are left to it: by a refusal, or by sending elsewhere. */
export function isMissing(exchange: Exchange): boolean {
  return isRefusal(exchange) || isRedirect(exchange);
}

/** In conflict with its state, locked, or too early (RFC 9110 §15.5.10, RFC 4918 §11.3, RFC 8470 §5.2): it is there. */
const NOT_READY: readonly number[] = [409, 423, 425];

/** Reads a record that may be made in the background: asked for as long as a tracked event, since nothing promises that it can be read at once. */
export async function readLate(implementation: Implementation, read: () => Promise<Exchange>): Promise<Late> {
  const isYetToCome = (exchange: Exchange) => isClientError(exchange) || isRedirect(exchange);
  const begun = now();
  let exchange = await read();
  if (!isYetToCome(exchange)) return { exchange, afterMs: 0 };
  const afterMs = await pollUntil(now() + implementation.settings.tracking.findTimeoutMs, async () => {
    exchange = await read();
    return isYetToCome(exchange) ? null : now() - begun;
  });
  if (afterMs === null && NOT_READY.includes(exchange.answer?.status ?? 0))
    throw new NotAssessed(`What was made is known, and not ready in time: ${refusalOf(exchange)}`);
  return { exchange, afterMs };
}

/** Some seconds, in which queues are worked off, buffers are written and short-lived caches end: what is to stay is looked at again after them. */
export const LATER_MS = 6000;

/** Times in whole seconds say something only of records some seconds apart; coarser ones are not worth the wait. */
const LONGEST_WAIT_MS = 4000;
/** Timers may fire a millisecond before their time. */
const EARLY_TIMER_MS = 5;

/** Waits until a record made now has to show another time than this one. Does not wait long. */
export async function untilTelling({ text, shown }: WrittenTime): Promise<void> {
  const precision = instantOf(text)?.precisionMs;
  const missing = precision === undefined ? 0 : endOf(shown) + tellingDistance(precision) + EARLY_TIMER_MS - now();
  if (missing > 0 && missing <= LONGEST_WAIT_MS) await sleep(missing);
}

/** The creation time of a record is that of the request: by the target's own clock, or at least one as far from another as they were made. */
export function isCreatedWhenAsked(name: DatingEndpoint) {
  return scenario(name, CREATION_TIMES[name], async ({ implementation, check }) => {
    const first = timeOf(await implementation.example(name));
    // Without a clock only the distance shows anything. Other records of the run are compared as they come.
    const hasClock = timeDeviations([first]) !== null;
    if (!hasClock) await untilTelling(first);
    const second = timeOf(await (hasClock ? implementation.another(name) : implementation.freshExample(name)));
    const deviations = timeDeviations([first, second]);
    if (deviations === null) throw new NotAssessed('The answers hold no `Date`, and their times are too coarse to be compared');
    check({ [CREATION_TIMES[name]]: deviations }, first.shown, second.shown);
  });
}

function timeOf(exchange: Exchange): WrittenTime {
  const time = creationTime(exchange, recordOf(exchange));
  if (time === null) throw new NotAssessed('The answer does not hold `created_at`');
  return time;
}
