import { instantOf, tellingDistance, type WrittenTime } from '../../../src/checks/clock.ts';
import { now, sleep } from '../../../src/client/time.ts';
import { endOf } from '../../../src/client/tracked-event.ts';

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
