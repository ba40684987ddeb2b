import type { WriteStream } from 'node:tty';

/** Counts the checks while they run. The line moves on a terminal; in a log it appears only at the end. */
export class Progress {
  readonly #stream: WriteStream;
  #total = 0;
  #done = 0;
  #failed = 0;

  constructor(stream: WriteStream) {
    this.#stream = stream;
  }

  begin(total: number): void {
    this.#total = total;
  }

  ended(status: string): void {
    this.#done += 1;
    if (status === 'failed' || status === 'timedOut') this.#failed += 1;
    if (this.#stream.isTTY) this.#stream.write(`\r\u001b[2K${this.#line()}`);
  }

  end(): void {
    if (this.#total === 0) return;
    this.#stream.write(`${this.#stream.isTTY ? '\r\u001b[2K' : ''}${this.#line()}\n`);
  }

  #line(): string {
    return `${this.#done} of ${this.#total} tests run${this.#failed > 0 ? `, ${this.#failed} with failures` : ''}`;
  }
}
