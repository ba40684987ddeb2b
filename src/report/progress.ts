import type { WriteStream } from 'node:tty';
import { masked } from '../result/alike.ts';
import type { TestOutcome } from '../result/assemble.ts';
import type { Finding } from '../result/result.ts';
import { counted } from '../specification/words.ts';

/** Counts the tests while they run. The line moves on a terminal; in a log it appears only at the end. What it is told of stays above it. */
export function progressOn(stream: WriteStream) {
  let [startedAt, total, done, failed] = [Date.now(), 0, 0, 0];
  const clear = () => stream.isTTY && stream.write('\r\u001b[2K');
  const line = () => `${done} of ${counted(total, 'test')} run${failed > 0 ? `, ${failed} with failures` : ''}`;
  const draw = () => {
    clear();
    if (stream.isTTY) stream.write(line());
  };
  return {
    begin(all: number): void {
      [startedAt, total] = [Date.now(), all];
    },
    ended(hasFailed: boolean): void {
      done += 1;
      if (hasFailed) failed += 1;
      draw();
    },
    end(): void {
      if (done === 0) return;
      clear();
      stream.write(`${line()}\n`);
    },
    /** A line that stays, with the time since the beginning: *0:07 ✕ …* */
    say(words: string): void {
      const seconds = Math.floor((Date.now() - startedAt) / 1000);
      clear();
      stream.write(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} ${words}\n`);
      draw();
    },
  };
}

/** Beyond these, a log shows no more than the list at the end does. It also bounds the work: each look assembles what was shown so far. */
const MOST_SHOWN = 20;

/** What is broken, as the tests end: each finding once, however many tests show it. What follows from an earlier one is not shown. */
export function liveFindings(findingsOf: (tests: readonly TestOutcome[]) => readonly Finding[]) {
  const known = new Set<string>();
  const tests: TestOutcome[] = [];
  let left = MOST_SHOWN;
  return function newIn(test: TestOutcome): Finding[] {
    if (left === 0 || !test.evidence?.checks.some(({ status }) => status === 'failed')) return [];
    const open = findingsOf([...tests, test]).filter(({ level, waived }) => level !== 'completeness' && !waived);
    const fresh = open.filter((finding) => !placesOf(finding).some((place) => known.has(place)));
    if (fresh.length === 0) return [];
    tests.push(test);
    for (const place of open.flatMap(placesOf)) known.add(place);
    const shown = fresh.slice(0, left);
    left -= shown.length;
    return shown;
  };
}

/** By which a finding is recognised. Later tests may add places to it, so that its id is not yet known. */
function placesOf({ requirement, pointer, places = [], expected, actual }: Finding): string[] {
  if (pointer === null) return [`${requirement} ${masked(expected)} ${masked(actual)}`];
  return [pointer, ...places].map((place) => `${requirement} ${place}`);
}
