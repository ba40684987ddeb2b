import type { WriteStream } from 'node:tty';
import { masked } from '../result/alike.ts';
import type { TestOutcome } from '../result/assemble.ts';
import type { Finding } from '../result/result.ts';
import { counted } from '../specification/words.ts';

const SECOND_MS = 1000;

/** Counts the tests while they run. The line moves on a terminal; in a log it appears only at the end. What it is told of stays above it. */
export class Progress {
  readonly #stream: WriteStream;
  #startedAt = Date.now();
  #total = 0;
  #done = 0;
  #failed = 0;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  begin(total: number): void {
    this.#startedAt = Date.now();
    this.#total = total;
  }

  ended(hasFailed: boolean): void {
    this.#done += 1;
    if (hasFailed) this.#failed += 1;
    this.#draw();
  }

  end(): void {
    if (this.#done === 0) return;
    this.#clear();
    this.#stream.write(`${this.#line()}\n`);
  }

  /** A line that stays, with the time since the beginning: *0:07 ✕ …* */
  say(line: string): void {
    const seconds = Math.floor((Date.now() - this.#startedAt) / SECOND_MS);
    this.#clear();
    this.#stream.write(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} ${line}\n`);
    this.#draw();
  }

  #draw(): void {
    this.#clear();
    if (this.#stream.isTTY) this.#stream.write(this.#line());
  }

  #clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[2K');
  }

  #line(): string {
    return `${this.#done} of ${counted(this.#total, 'test')} run${this.#failed > 0 ? `, ${this.#failed} with failures` : ''}`;
  }
}

/** Beyond these, a log shows no more than the list at the end does. It also bounds the work: each look assembles what was shown so far. */
const MOST_SHOWN = 20;

/** What is broken, as the tests end: each finding once, however many tests show it. What follows from an earlier one is not shown. */
export class LiveFindings {
  readonly #findingsOf: (tests: readonly TestOutcome[]) => readonly Finding[];
  readonly #places = new Set<string>();
  readonly #tests: TestOutcome[] = [];
  #shown = 0;

  constructor(findingsOf: (tests: readonly TestOutcome[]) => readonly Finding[]) {
    this.#findingsOf = findingsOf;
  }

  newIn(test: TestOutcome): Finding[] {
    if (this.#shown >= MOST_SHOWN || !test.evidence?.checks.some(({ status }) => status === 'failed')) return [];
    const open = this.#findingsOf([...this.#tests, test]).filter(({ level, waived }) => level !== 'completeness' && !waived);
    const fresh = open.filter((finding) => !placesOf(finding).some((place) => this.#places.has(place)));
    if (fresh.length === 0) return [];
    this.#tests.push(test);
    for (const finding of open) for (const place of placesOf(finding)) this.#places.add(place);
    const shown = fresh.slice(0, MOST_SHOWN - this.#shown);
    this.#shown += shown.length;
    return shown;
  }
}

/** By which a finding is recognised. Later tests may add places to it, so that its id is not yet known. */
function placesOf({ requirement, pointer, places = [], expected, actual }: Finding): string[] {
  if (pointer === null) return [`${requirement} ${masked(expected)} ${masked(actual)}`];
  return [pointer, ...places].map((place) => `${requirement} ${place}`);
}
