// Loaded into every Node process of the measured run (NODE_OPTIONS=--import), so it is plain JavaScript and does next to nothing: undici tells
// on diagnostics channels what it sends, and when the process ends, what was heard is written down.
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { BENCH_RECORD_DIRECTORY: directory, BENCH_RECORD: what } = process.env;
const now = () => performance.timeOrigin + performance.now();

/** @typedef {{ startMs: number, endMs: number, bytes: number, body?: string | null }} Recorded */
/** @type {Map<object, Recorded>} */
const underWay = new Map();
/** @type {Map<Recorded, Uint8Array[]>} What went out of each body. One in chunks is a stream. */
const bodies = new Map();
/** @type {Recorded[]} */
const requests = [];

subscribe('undici:client:sendHeaders', (message) => {
  const { request, headers: head } = /** @type {{ request: { method: string, path: string, headers: string[] }, headers: string }} */ (
    message
  );
  const { method, path, headers } = request;
  const content = what === 'everything' ? { method, path, headers, body: null } : {};
  const recorded = { ...content, startMs: now(), endMs: 0, bytes: head.length };
  underWay.set(request, recorded);
  requests.push(recorded);
});

subscribe('undici:request:bodyChunkSent', (message) => {
  const { request, chunk } = /** @type {{ request: object, chunk: string | Uint8Array }} */ (message);
  const recorded = underWay.get(request);
  if (recorded === undefined) return;
  recorded.bytes += Buffer.byteLength(chunk);
  if (what === 'everything') bodies.set(recorded, [...(bodies.get(recorded) ?? []), Buffer.from(chunk)]);
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
  for (const [recorded, chunks] of bodies) recorded.body = Buffer.concat(chunks).toString('base64');
  writeFileSync(join(directory, `${process.pid}.json`), JSON.stringify(requests));
});
