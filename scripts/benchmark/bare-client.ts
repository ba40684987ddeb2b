import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import type { RecordedRequest } from './recording.ts';
import type { Replay, ReplayResult } from './replay.ts';

// A process of its own, so that it is as cold as the suite's workers are.

const { origin, requests, concurrencies } = JSON.parse(await text(process.stdin)) as Replay;
const prepared = requests.map(toOptions);
const pool = new Pool(origin, { connections: concurrencies.reduce((most, one) => Math.max(most, one), 1), pipelining: 1 });
const statuses: Record<string, number> = {};

const begin = performance.now();
const underWay = new Set<Promise<unknown>>();
for (const [index, options] of prepared.entries()) {
  while (underWay.size >= (concurrencies[index] ?? 1)) await Promise.race(underWay);
  const answered = send(options).finally(() => underWay.delete(answered));
  underWay.add(answered);
}
await Promise.all(underWay);
const result: ReplayResult = { phaseMs: performance.now() - begin, statuses };
await pool.close();
process.stdout.write(JSON.stringify(result));

async function send(options: ReturnType<typeof toOptions>): Promise<void> {
  try {
    const { statusCode, body } = await pool.request(options);
    await body.arrayBuffer();
    count(`${Math.floor(statusCode / 100)}xx`);
  } catch {
    // A request that is refused on the connection was refused the suite, too; its time counts all the same.
    count('no answer');
  }
}

function count(outcome: string): void {
  statuses[outcome] = (statuses[outcome] ?? 0) + 1;
}

function toOptions({ method, path, headers, body }: RecordedRequest) {
  return { method, path, headers, body: body === '' ? null : Buffer.from(body, 'base64') };
}
