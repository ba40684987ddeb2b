import { execFileSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { startEmbeddedService } from '../../src/engine/embedded.ts';
import { concurrencies, type RecordedRequest } from './run.ts';

export type ReplayResult = Awaited<ReturnType<typeof send>>;

const FILE = fileURLToPath(import.meta.url);

/** Sends the recorded requests again over undici alone, in the same order and as many at once: in a process of its own, as cold as the suite's. */
export async function replay(requests: readonly RecordedRequest[]): Promise<ReplayResult> {
  const { variables, stop } = await startEmbeddedService();
  try {
    const input = JSON.stringify(requests);
    return JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', FILE, variables.CES_BASE_URL ?? ''], { input, encoding: 'utf8' }));
  } finally {
    await stop();
  }
}

/** The time from the first request to the last answer, and answers by the first digit of their status. */
async function send(origin: string, requests: readonly RecordedRequest[]) {
  const prepared = requests.map(({ method, path, headers, body }) => {
    return { method, path, headers, body: body === '' ? null : Buffer.from(body, 'base64') };
  });
  const atOnce = concurrencies(requests);
  const pool = new Pool(origin, { connections: atOnce.reduce((most, one) => Math.max(most, one), 1), pipelining: 1 });
  const statuses: Record<string, number> = {};
  const count = (outcome: string) => {
    statuses[outcome] = (statuses[outcome] ?? 0) + 1;
  };
  const begin = performance.now();
  const underWay = new Set<Promise<unknown>>();
  for (const [index, options] of prepared.entries()) {
    while (underWay.size >= (atOnce[index] ?? 1)) await Promise.race(underWay);
    // A request that is refused on the connection was refused the suite, too; its time counts all the same.
    const answered = pool
      .request(options)
      .then(({ statusCode, body }) => body.arrayBuffer().then(() => count(`${Math.floor(statusCode / 100)}xx`)))
      .catch(() => count('no answer'))
      .finally(() => underWay.delete(answered));
    underWay.add(answered);
  }
  await Promise.all(underWay);
  const phaseMs = performance.now() - begin;
  await pool.close();
  return { phaseMs, statuses };
}

if (process.argv[1] === FILE)
  process.stdout.write(JSON.stringify(await send(process.argv[2] ?? '', JSON.parse(await text(process.stdin)))));
