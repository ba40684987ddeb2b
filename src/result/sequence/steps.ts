import { BEHIND, OF_THE_LOAD, OF_TIME } from '../../checks/run-history.ts';
import { LINE_BREAK } from '../../http/curl.ts';
import type { StoredExchange } from '../../http/storage.ts';
import { encodeSegment } from '../../settings/urls.ts';
import { idOf, placesOf } from './ids.ts';

export type Exchanges = readonly StoredExchange[];

export const TRACK = /\/track$/;
export const EVENT = /\/events\/([^/?]+)$/;

/** A pause as long as this was given to the target, so it gets it again. Milliseconds. */
const PAUSE = 100;
/** A record that was made longer before was made for something else. Milliseconds. */
export const LONGEST_PAUSE = 10_000;
/** With more, the way to a failure is no sequence of steps: a burst, say. */
const MOST_BEFORE = 3;
/** Where one brings the failure about, some more may lie between. */
const MOST_BEHIND = 6;
/** With more, a paste is too long to read. */
const MOST_BESIDE = 20;

/** In milliseconds since the Unix epoch. */
export const begunAt = ({ startedAt }: StoredExchange): number => Date.parse(startedAt);
export const endedAt = (exchange: StoredExchange): number => begunAt(exchange) + exchange.durationMs;

/** The requests of a check that were under way with the guilty one; empty where there are too many to paste. */
export function requestsBeside(guilty: StoredExchange, exchanges: Exchanges): StoredExchange[] {
  const areAtOnce = (each: StoredExchange) => begunAt(each) < endedAt(guilty) && endedAt(each) > begunAt(guilty);
  const beside = exchanges.filter((exchange) => exchange !== guilty && areAtOnce(exchange));
  return beside.length > MOST_BESIDE ? [] : beside;
}

/** The requests of a check that had ended when the guilty one was sent, the latest last; empty where there are too many to follow. */
export function requestsBefore(guilty: StoredExchange, exchanges: Exchanges, contrast = ''): StoredExchange[] {
  const earlier = exchanges.filter((exchange) => exchange !== guilty && endedAt(exchange) <= begunAt(guilty));
  // What made the record is no such step.
  const making = earlier.filter((exchange) => makes(exchange, guilty));
  const most = OF_THE_LOAD.test(contrast) ? MOST_BESIDE : contrast.includes(BEHIND) || OF_TIME.test(contrast) ? MOST_BEHIND : MOST_BEFORE;
  return inTime(earlier.length - making.length > most ? making : earlier);
}

export const inTime = (exchanges: Exchanges): StoredExchange[] => exchanges.toSorted((one, other) => begunAt(one) - begunAt(other));

/** Whether the answer names the record that the later request asks for, or tracked the event that it reads. */
export function makes({ request, answer, curl }: StoredExchange, later: StoredExchange): boolean {
  if (request.method !== 'POST') return false;
  if (TRACK.test(request.url)) return EVENT.test(later.request.url);
  const id = idOf(answer?.body ?? '');
  const places = id === undefined ? undefined : placesOf(encodeSegment(id));
  return places !== undefined && !curl.match(places) && later.curl.match(places) !== null;
}

/** The line, so that the next answer begins a line of its own. */
export const apart = ({ curl }: StoredExchange, index: number, steps: Exchanges): string =>
  index === steps.length - 1 ? curl : `${curl} ${LINE_BREAK}`;

/** A command for each step, behind the pause that came before it. @param longest pauses of a record that was made longer before are left out, in milliseconds */
export function paused(steps: Exchanges, command: typeof apart = apart, longest = LONGEST_PAUSE): string[] {
  return steps.map((step, index) => {
    const before = steps[index - 1] ?? step;
    const pause = begunAt(step) - endedAt(before);
    const isIdle = pause < PAUSE || (pause > longest && makes(before, steps.at(-1) ?? step));
    return `${isIdle ? '' : `sleep ${inSeconds(pause)}; `}${command(step, index, steps)}`;
  });
}

export const withoutPause = (line: string): string => line.replace(/^sleep \S+; /, '');

/** Of milliseconds, rounded up to what a shell sleeps. */
export function inSeconds(pause: number): number {
  return pause < 1000 ? Math.ceil(pause / 100) / 10 : Math.ceil(pause / 1000);
}
