import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startEmbeddedService } from '../../src/engine/embedded.ts';
import { concurrencies, type RecordedRequest } from './recording.ts';

const CLIENT = fileURLToPath(new URL('./bare-client.ts', import.meta.url));

/** What the bare client reads. */
export interface Replay {
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  /** For each request how many may be under way when it is sent, itself included. */
  readonly concurrencies: readonly number[];
}

export interface ReplayResult {
  /** From the first request to the last answer, in milliseconds. */
  readonly phaseMs: number;
  /** Answers by the first digit of their status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Sends the recorded requests once more, in the same order and as many at once, over undici alone, to a fresh reference service. */
export async function replay(requests: readonly RecordedRequest[]): Promise<ReplayResult> {
  const { variables, stop } = await startEmbeddedService();
  try {
    const work: Replay = { origin: variables.CES_BASE_URL ?? '', requests, concurrencies: concurrencies(requests) };
    return JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', CLIENT], { input: JSON.stringify(work), encoding: 'utf8' }));
  } finally {
    await stop();
  }
}
