import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Variant } from '../interposition.ts';
import { answersThrough, withHeaders } from './answers.ts';

type Encode = (body: Uint8Array) => Uint8Array;

const CODINGS: readonly (readonly [name: string, label: string, encode: Encode])[] = [
  ['gzip', 'gzip', (body) => gzipSync(body)],
  ['gzip in capitals', 'GZIP', (body) => gzipSync(body)],
  ['deflate', 'deflate', (body) => deflateSync(body)],
  ['deflate without its head', 'deflate', (body) => deflateRawSync(body)],
  ['br', 'br', (body) => brotliCompressSync(body)],
  ['gzip twice', 'gzip, gzip', (body) => gzipSync(gzipSync(body))],
  ['identity', 'identity', (body) => body],
  ['gzip in two members', 'gzip', (body) => Buffer.concat([gzipSync(body.subarray(0, 5)), gzipSync(body.subarray(5))])],
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
