import { createHash } from 'node:crypto';
import { succeeded } from '../answers.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answersThrough, answersThroughFresh, type Change, withHeaders } from './answers.ts';

const PERMITTED = 'RFC 9110 §8.8 and §13: validators are optional';

const isRead = ({ method, endpoint }: PassingRequest) => method === 'GET' && endpoint !== null;
const notModified = (answer: PassingAnswer): PassingAnswer => ({ ...answer, status: 304, body: new Uint8Array() });

const tagging =
  (prefix: string): Change =>
  (answer, request) => {
    if (!isRead(request) || !succeeded(answer)) return answer;
    const etag = `${prefix}"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 16)}"`;
    const tagged = withHeaders(answer, { etag });
    return request.headers['if-none-match'] === etag ? notModified(tagged) : tagged;
  };

/** When each target's content was first seen as it is, to the second. */
function dating(): Change {
  const seen = new Map<string, { body: string; at: number }>();
  return (answer, request) => {
    if (!isRead(request) || !succeeded(answer)) return answer;
    const body = Buffer.from(answer.body).toString('latin1');
    const known = seen.get(request.target);
    const at = known?.body === body ? known.at : Math.floor(Date.now() / 1000) * 1000;
    seen.set(request.target, { body, at });
    const dated = withHeaders(answer, { 'last-modified': new Date(at).toUTCString() });
    return Date.parse(request.headers['if-modified-since'] ?? '') >= at ? notModified(dated) : dated;
  };
}

export const CACHE_VARIANTS: readonly Variant[] = [
  { name: 'entity tags that work', permitted: PERMITTED, interpose: answersThrough(tagging('')) },
  { name: 'weak entity tags that work', permitted: PERMITTED, interpose: answersThrough(tagging('W/')) },
  { name: 'times of modification that work', permitted: PERMITTED, interpose: answersThroughFresh(dating) },
];
