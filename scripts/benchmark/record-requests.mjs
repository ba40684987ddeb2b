// Loaded into every Node process of the measured run (NODE_OPTIONS=--import), so it is plain JavaScript and does next to nothing: undici tells
// on diagnostics channels what it sends, and when the process ends, what was heard is written down.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { BENCH_RECORD_DIRECTORY: directory, BENCH_RECORD: what } = process.env;
const now = () => performance.timeOrigin + performance.now();

/** @type {Map<object, { startMs: number, endMs: number, bytes: number }>} */
const underWay = new Map();
/** @type {{ startMs: number, endMs: number, bytes: number }[]} */
const requests = [];

subscribe('undici:client:sendHeaders', (message) => {
  const { request, headers: head } =
    /** @type {{ request: { method: string, path: string, headers: string[], body: Uint8Array | null }, headers: string }} */ (message);
  const { method, path, headers, body } = request;
  const content = what === 'everything' ? { method, path, headers, body: body === null ? null : Buffer.from(body).toString('base64') } : {};
  const recorded = { ...content, startMs: now(), endMs: 0, bytes: head.length };
  underWay.set(request, recorded);
  requests.push(recorded);
});

subscribe('undici:request:bodyChunkSent', (message) => {
  const { request, chunk } = /** @type {{ request: object, chunk: string | Uint8Array }} */ (message);
  const recorded = underWay.get(request);
  if (recorded) recorded.bytes += Buffer.byteLength(chunk);
});

/** @param {unknown} message */
const ended = (message) => {
  const { request } = /** @type {{ request: object }} */ (message);
  const recorded = underWay.get(request);
  if (recorded) recorded.endMs = now();
  underWay.delete(request);
};
subscribe('undici:request:trailers', ended);
subscribe('undici:request:error', ended);

process.on('exit', () => {
  if (requests.length === 0 || directory === undefined) return;
  for (const recorded of underWay.values()) recorded.endMs = now();
  const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
  writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify({ isWorker, requests }));
});
