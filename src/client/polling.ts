import { now, sleep } from './time.ts';

/** Half of each wait is fixed and half varies, so that polls of many events do not coincide. */
const FIRST_MS = 20;
const GROWTH = 1.4;
const LONGEST_MS = 400;
/** What has not come after some six seconds is asked for less and less often, down to every two seconds. */
const [RARER_FROM, RARER, RAREST_MS] = [24, 1.1, 2000];
/** Its multiples have evenly spread fractional parts, the same in every run. */
const GOLDEN_RATIO = 0.618033988749895;

/** The pause before poll number `attempt` (from 0), in milliseconds: back-off with jitter. */
export function pauseBefore(attempt: number): number {
  const often = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** attempt);
  const full = Math.min(RAREST_MS, often * RARER ** Math.max(0, attempt - RARER_FROM));
  return full / 2 + (full / 2) * ((attempt * GOLDEN_RATIO) % 1);
}

/** Asks until the answer is not null or the deadline (milliseconds since the Unix epoch) has passed. Asks at least once. */
export async function pollUntil<T>(deadline: number, ask: () => Promise<T | null>): Promise<T | null> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await ask();
    if (answer !== null) return answer;
    const pause = pauseBefore(attempt);
    if (now() + pause >= deadline) return null;
    await sleep(pause);
  }
}
