import type { PassingRequest, Variant } from '../interposition.ts';
import { answerOf, bytesOf } from './answers.ts';

const PERMITTED = 'RFC 8259 §8.1 and §8.2: what becomes of bytes that are no UTF-8, and of half a surrogate pair, is not predictable';
const CONTROL = 'Limits and errors are not shown: a text with NUL may be cleaned or refused';

const HALF_A_PAIR = /\\ud83d(?!\\ud[c-f])/gi;

const decoded = ({ body }: PassingRequest) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);

/** The service reads another text than the one that was sent. */
function reading(name: string, permitted: string, change: (text: string) => string): Variant {
  return {
    name,
    permitted,
    interpose: () => (request, forward) => {
      const text = request.method === 'POST' ? decoded(request) : '';
      const read = change(text);
      return forward(read === text ? request : { ...request, body: bytesOf(read) });
    },
  };
}

export const ODD_TEXT_VARIANTS: readonly Variant[] = [
  reading('texts: NUL is taken away', CONTROL, (text) => text.replaceAll('\\u0000', '')),
  reading('texts: half a surrogate pair becomes a question mark', PERMITTED, (text) => text.replaceAll(HALF_A_PAIR, '?')),
  reading('texts: half a surrogate pair becomes U+FFFD', PERMITTED, (text) => text.replaceAll(HALF_A_PAIR, '\uFFFD')),
  {
    name: 'texts: NUL leads to 422',
    permitted: CONTROL,
    interpose: () => async (request, forward) =>
      decoded(request).includes('\\u0000') ? answerOf(422, { error: 'control character' }) : forward(request),
  },
  {
    name: 'texts: bytes that are no UTF-8 are read as U+FFFD',
    permitted: PERMITTED,
    interpose: () => (request, forward) =>
      request.method === 'POST' && decoded(request).includes('\uFFFD-after')
        ? forward({ ...request, body: bytesOf(decoded(request)) })
        : forward(request),
  },
];
