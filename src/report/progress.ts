import type { WriteStream } from 'node:tty';

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
    return `${this.#done} of ${this.#total} tests run${this.#failed > 0 ? `, ${this.#failed} with failures` : ''}`;
  }
}
