// Loaded into every Node process of the measured run (NODE_OPTIONS=--import), so it is plain JavaScript and does next to nothing: undici tells
// on diagnostics channels what it sends, and when the process ends, what was heard is written down, and what the process took.
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const { BENCH_RECORD_DIRECTORY: directory } = process.env;
/** The resident set's high-water mark. What the system counts for a process elsewhere includes the one that started it. */
const STATUS = '/proc/self/status';
const now = () => performance.timeOrigin + performance.now();

/** @typedef {{ method: string, path: string, headers: string[], head: string, chunks: Uint8Array[], startMs: number, endMs: number }} Recorded */
/** @type {Map<object, Recorded>} */
const recorded = new Map();

subscribe('undici:client:sendHeaders', (message) => {
  const { request, headers: head } = /** @type {{ request: Recorded, headers: string }} */ (message);
  const { method, path, headers } = request;
  recorded.set(request, { method, path, headers, head, chunks: [], startMs: now(), endMs: 0 });
});

subscribe('undici:request:bodyChunkSent', (message) => {
  const { request, chunk } = /** @type {{ request: object, chunk: string | Uint8Array }} */ (message);
  recorded.get(request)?.chunks.push(Buffer.from(chunk));
});

/** @param {unknown} message */
const ended = (message) => {
  const own = recorded.get(/** @type {{ request: object }} */ (message).request);
  if (own) own.endMs ||= now();
};
subscribe('undici:request:trailers', ended);
subscribe('undici:request:error', ended);

process.on('exit', () => {
  if (directory === undefined || !isMainThread) return;
  const requests = [...recorded.values()].map(({ head, chunks, endMs, ...request }) => {
    const body = Buffer.concat(chunks);
    return { ...request, endMs: endMs || now(), bytes: head.length + body.length, body: body.toString('base64') };
  });
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const kilobytes = existsSync(STATUS) ? /VmHWM:\s+(\d+)/.exec(readFileSync(STATUS, 'utf8'))?.[1] : maxRSS;
  const use = { program: process.argv[1] ?? '', megabytes: Number(kilobytes) / 1024, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify({ use, requests }));
});
