import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { writeSharedFile } from './shared-file.ts';

/**
 * Endpoints whose typical request got no answer in time. All workers of a run share them, since each further request would wait for the whole
 * time limit again. Keeps the exchange, without credentials, so that every check sees what the first one saw.
 */
export class HungEndpoints {
  readonly #known = new Map<EndpointName, Exchange>();
  readonly #directory: string | null;

  /** @param directory shared by the run's processes, created when first needed; null for a single process */
  constructor(directory: string | null) {
    this.#directory = directory;
  }

  remember(name: EndpointName, exchange: Exchange): void {
    this.#known.set(name, exchange);
    if (this.#directory !== null) writeSharedFile(join(this.#directory, fileName(name)), JSON.stringify(exchange));
  }

  /** The exchange that timed out, or null. */
  recall(name: EndpointName): Exchange | null {
    return this.#known.get(name) ?? (this.#directory === null ? null : read(join(this.#directory, fileName(name))));
  }
}

function read(file: string): Exchange | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Exchange) : null;
}

function fileName(name: EndpointName): string {
  return `${name}.json`;
}
