import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTarget, forkScript, messageOf } from './at-target.ts';
import { concurrencies, type RecordedRequest } from './recording.ts';
import { PLAIN } from './targets.ts';

/** What the bare client reads from its file. */
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
  const directory = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  try {
    return await atTarget(PLAIN, ({ CES_BASE_URL: origin = '' }) => {
      const work: Replay = { origin, requests, concurrencies: concurrencies(requests) };
      writeFileSync(join(directory, 'replay.json'), JSON.stringify(work));
      return messageOf<ReplayResult>(forkScript('./bare-client.ts', join(directory, 'replay.json')));
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
