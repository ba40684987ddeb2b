import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Variant } from '../interposition.ts';
import { answersThrough, withHeaders } from './answers.ts';

/** Small bodies, thousands of them. */
const FAST = { level: 1, memLevel: 1, windowBits: 9, chunkSize: 4096 };
const FAST_BROTLI = { chunkSize: 4096, params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 10 } };

type Encode = (body: Uint8Array) => Uint8Array;

const CODINGS: readonly (readonly [name: string, label: string, encode: Encode])[] = [
  ['gzip', 'gzip', (body) => gzipSync(body, FAST)],
  ['gzip in capitals', 'GZIP', (body) => gzipSync(body, FAST)],
  ['deflate', 'deflate', (body) => deflateSync(body, FAST)],
  ['deflate without its head', 'deflate', (body) => deflateRawSync(body, FAST)],
  ['br', 'br', (body) => brotliCompressSync(body, FAST_BROTLI)],
  ['gzip twice', 'gzip, gzip', (body) => gzipSync(gzipSync(body, FAST))],
  ['identity', 'identity', (body) => body],
  ['gzip in two members', 'gzip', (body) => Buffer.concat([gzipSync(body.subarray(0, 5), FAST), gzipSync(body.subarray(5), FAST)])],
];

export const CODING_VARIANTS: readonly Variant[] = CODINGS.map(([name, label, encode]) => ({
  name: `content coding: ${name}`,
  permitted: 'RFC 9110 §8.4: the client says which codings it takes, and takes these',
  interpose: answersThrough((answer, { headers }) =>
    answer.body.length > 0 && (label === 'identity' || headers['accept-encoding']?.includes(label.split(',')[0]?.toLowerCase() ?? ''))
      ? { ...withHeaders(answer, { 'content-encoding': label }), body: encode(answer.body) }
      : answer,
  ),
}));
