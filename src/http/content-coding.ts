import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { inNumbers } from './numbers.ts';

/** A body whose content coding (RFC 9110 §8.4) could not be removed. */
export class ContentCodingError extends Error {
  readonly kind: 'malformed' | 'unread';

  constructor(kind: 'malformed' | 'unread', message: string) {
    super(message);
    this.name = 'ContentCodingError';
    this.kind = kind;
  }
}

type Decoder = (body: Uint8Array, limit: { maxOutputLength: number }) => Promise<Uint8Array>;

const gunzipAsync: Decoder = promisify(gunzip);
const inflateAsync: Decoder = promisify(inflate);
const inflateRawAsync: Decoder = promisify(inflateRaw);

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzipAsync,
  'x-gzip': gunzipAsync,
  // The name means the zlib format, but bare deflate data has always been sent under it too (RFC 9110 §8.4.1.2).
  deflate: (body, limit) => (hasZlibHeader(body) ? inflateAsync : inflateRawAsync)(body, limit),
  br: promisify(brotliDecompress),
  identity: async (body) => body,
};

/** No honest answer has more codings. Each costs a pass over the body. */
const MAX_CODINGS = 5;

/**
 * Removes the codings that `contentEncoding` lists, last applied first. No step may give more than `maxBytes`. Accepts an empty body as it
 * is, since many intermediaries label it. Throws a `ContentCodingError`.
 */
export async function removeCodings(body: Uint8Array, contentEncoding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((coding) => coding.trim() || []);
  if (codings.length > MAX_CODINGS)
    throw new ContentCodingError('malformed', `the body has ${codings.length} content codings, more than ${MAX_CODINGS}`);
  let decoded = body;
  for (const coding of codings.reverse()) {
    if (decoded.length > 0) decoded = await removeCoding(decoded, coding, maxBytes);
  }
  return decoded;
}

async function removeCoding(body: Uint8Array, coding: string, maxBytes: number): Promise<Uint8Array> {
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (decoder === undefined)
    throw new ContentCodingError('malformed', `the content coding ${JSON.stringify(coding)} was not asked for and is not known`);
  try {
    return await decoder(body, { maxOutputLength: maxBytes });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ContentCodingError(
        'unread',
        `the body is larger than ${inNumbers(maxBytes)} bytes once its content coding ${coding} is removed`,
      );
    }
    throw new ContentCodingError('malformed', `the content coding ${coding} does not decode: ${message} (${code})`);
  }
}

/** RFC 1950 §2.2: compression method 8, and the first two bytes a multiple of 31. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
