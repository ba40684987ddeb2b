import { lastBefore, type Reading, type Span } from './escapes.ts';

const DIGIT = '[A-Za-z0-9+/_-]';
/** Behind every run, so that no secret reaches from one into the next: three bytes of zero. */
const GAP = 'AAAA';

interface Piece extends Span {
  /** Where its bytes begin in the reading. */
  readonly at: number;
  /** Its padding included. */
  readonly paddedEnd: number;
}

/** Base64, the URL-safe one included, that may hold so many bytes. */
export function base64Of(bytes: number): RegExp {
  return new RegExp(`(?<!${DIGIT})(${DIGIT}{${Math.ceil((bytes * 4) / 3)},})={0,2}`, 'g');
}

/** The bytes, as ISO 8859-1, of all `base64` in `text`. Nothing tells where it begins, so there are four readings: from each of the first four characters of a run. */
export function base64Readings(text: string, base64: RegExp): Reading[] {
  const runs = [...text.matchAll(base64)];
  if (runs.length === 0) return [];
  return [0, 1, 2, 3].map((skipped) => {
    const pieces: Piece[] = [];
    const parts: string[] = [];
    let length = 0;
    for (const { 0: padded, 1: run = '', index } of runs) {
      const digits = run.slice(skipped);
      const part = digits.padEnd(Math.ceil(digits.length / 4) * 4, 'A') + GAP;
      pieces.push({ at: (length / 4) * 3, start: index + skipped, end: index + run.length, paddedEnd: index + padded.length });
      parts.push(part);
      length += part.length;
    }
    return { text: Buffer.from(parts.join(''), 'base64').toString('latin1'), origin: (span) => originOf(pieces, span) };
  });
}

/** The characters that have a bit of the bytes; with the padding, where they are the last. */
function originOf(pieces: readonly Piece[], { start, end }: Span): Span {
  const piece = lastBefore(pieces, start + 1) ?? { at: 0, start: 0, end: 0, paddedEnd: 0 };
  const last = piece.start + Math.ceil(((end - piece.at) * 4) / 3);
  return { start: piece.start + Math.floor(((start - piece.at) * 4) / 3), end: last >= piece.end ? piece.paddedEnd : last };
}
