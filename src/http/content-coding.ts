import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Failure } from './exchange.ts';
import { BODY_LIMIT } from './failures.ts';
import { inNumbers } from './text.ts';

/** Stands in the words for an answer whose content coding is broken. */
export const UNDECODED = 'does not decode';

/** Why an answer's body cannot be had without its codings. */
export class ContentCodingError extends Error {
  override readonly name = 'ContentCodingError';
  readonly failure: Omit<Failure, 'status'>;

  constructor(message: string, more: Omit<Failure, 'status' | 'message'> = { kind: 'malformed' }) {
    super(message);
    this.failure = { message, ...more };
  }
}

interface UnpackingLimits {
  /** More is not kept, only counted. */
  readonly maxBytes: number;
  /** Counting ends after it; nothing is counted where absent. */
  readonly countingMs?: number;
}

/** So many times the limit is beyond every honest answer. Counting ends there. */
const EXCESS = 100;

/** Fewer and larger pieces than zlib's own 16 KiB for what is large: counting takes half the time. What is small needs no such memory. */
const piece = ({ length }: Uint8Array) => ({ chunkSize: Math.min(256 * 1024, Math.max(1024, 16 * length)) });

const DECODERS: Readonly<Record<string, (body: Uint8Array) => Transform>> = {
  gzip: (body) => createGunzip(piece(body)),
  'x-gzip': (body) => createGunzip(piece(body)),
  // The name means the zlib format, but bare deflate data has always been sent under it too (RFC 9110 §8.4.1.2).
  deflate: (body) => (hasZlibHeader(body) ? createInflate(piece(body)) : createInflateRaw(piece(body))),
  br: (body) => createBrotliDecompress(piece(body)),
};

/** No honest answer has more codings. Each costs a pass over the body. */
const MAX_CODINGS = 5;

/** Removes the codings, last applied first, within the limit at each step. An empty body is taken as it is: many intermediaries label it. @throws ContentCodingError */
export async function removeCodings(body: Uint8Array, contentEncoding: string | undefined, limits: UnpackingLimits): Promise<Uint8Array> {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((coding) => coding.trim() || []);
  if (codings.length > MAX_CODINGS)
    throw new ContentCodingError(`the body has ${codings.length} content codings, more than ${MAX_CODINGS}`);
  let decoded = body;
  for (const coding of codings.reverse()) {
    if (decoded.length > 0 && coding !== 'identity') decoded = await removeCoding(decoded, coding, limits);
  }
  return decoded;
}

async function removeCoding(body: Uint8Array, coding: string, limits: UnpackingLimits): Promise<Uint8Array> {
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding]?.(body) : undefined;
  if (decoder === undefined)
    throw new ContentCodingError(`the content coding ${JSON.stringify(coding)} was not asked for and is not known`);
  const { pieces, length } = await unpack(decoder, body, limits).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new ContentCodingError(`the content coding ${coding} ${UNDECODED}: ${message} (${code})`);
  });
  const { maxBytes } = limits;
  if (length <= maxBytes) return Buffer.concat(pieces);
  const excessive = length > EXCESS * maxBytes;
  const largest = excessive ? EXCESS * maxBytes : maxBytes;
  throw new ContentCodingError(
    `the body is larger than ${inNumbers(largest)} bytes once its content coding ${coding} is removed, from ${inNumbers(body.length)} as sent`,
    { kind: 'unread', variable: BODY_LIMIT, ...(excessive && { excessive }) },
  );
}

/** What comes out as far as the limit, and the length of all as far as it is counted. */
async function unpack(decoder: Transform, body: Uint8Array, { maxBytes, countingMs = 0 }: UnpackingLimits) {
  const pieces: Buffer[] = [];
  let length = 0;
  let end = Number.POSITIVE_INFINITY;
  decoder.end(body);
  for await (const part of decoder as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= maxBytes) pieces.push(part);
    else {
      pieces.length = 0;
      if (end === Number.POSITIVE_INFINITY) end = performance.now() + countingMs;
      if (length > EXCESS * maxBytes || performance.now() >= end) break;
    }
  }
  return { pieces, length };
}

/** RFC 1950 §2.2: compression method 8, and the first two bytes a multiple of 31. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
