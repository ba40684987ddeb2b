import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../http/exchange.ts';

/**
 * Endpoints whose typical request got no answer in time, remembered over all workers of a run: asking each time anew would take the
 * limit each time. What is kept is the exchange, so that every check sees what the first one saw. It holds no credentials.
 */
export class HungEndpoints {
  readonly #known = new Map<number, Exchange>();
  readonly #directory: string | null;

  /** @param directory a place that the run's processes share, made when it is first needed; null where there is one process only */
  constructor(directory: string | null) {
    this.#directory = directory;
  }

  remember(number: number, exchange: Exchange): void {
    this.#known.set(number, exchange);
    if (this.#directory === null) return;
    mkdirSync(this.#directory, { recursive: true });
    // Under another name first, so that nobody reads half of it.
    const file = join(this.#directory, fileName(number));
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(exchange));
    renameSync(`${file}.${process.pid}`, file);
  }

  /** The exchange that timed out, or null. */
  recall(number: number): Exchange | null {
    return this.#known.get(number) ?? (this.#directory === null ? null : read(join(this.#directory, fileName(number))));
  }
}

function read(file: string): Exchange | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Exchange) : null;
}

function fileName(number: number): string {
  return `endpoint-${number}.json`;
}
