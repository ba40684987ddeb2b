import { createHash } from 'node:crypto';
import { concerns, jsonOf, succeeded, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';

const FRESH = 'robustness.conditional-read-is-fresh';

type Cache = (answer: PassingAnswer, request: PassingRequest, tag: string) => PassingAnswer;

/** Events with an entity tag that follows from `of`, and what a request that names one gets. */
function tagging(of: (answer: PassingAnswer) => string, conditional: Cache): () => Interposition {
  return () => async (request, forward) => {
    const answer = await forward(request);
    if (!concerns(['getEvent'], request) || !succeeded(answer)) return answer;
    const tag = `"${createHash('sha256').update(of(answer)).digest('base64url').slice(0, 12)}"`;
    const tagged = { ...answer, headers: { ...answer.headers, etag: tag } };
    return request.headers['if-none-match'] === undefined ? tagged : conditional(tagged, request, tag);
  };
}

const notModified = (answer: PassingAnswer): PassingAnswer => ({ ...answer, status: 304, body: new Uint8Array() });

/** A client that asks for news only gets none. */
export const CACHE_FAULTS: readonly Fault[] = [
  fault(
    'etag-of-the-id-alone',
    'getEvent',
    FRESH,
    'The entity tag is made of the id, so that an event never changes',
    tagging(
      (answer) => String(jsonOf(answer).id),
      (answer, request, tag) => (request.headers['if-none-match'] === tag ? notModified(answer) : answer),
    ),
    ONLY,
  ),
  fault(
    'not-modified-whatever-the-tag',
    'getEvent',
    FRESH,
    'Every conditional read is answered with 304',
    tagging(
      (answer) => Buffer.from(answer.body).toString('utf8'),
      (answer) => notModified(answer),
    ),
  ),
  fault(
    'conditional-read-of-the-old-state',
    'getEvent',
    FRESH,
    'Who names an old tag gets the old event',
    tagging(
      (answer) => Buffer.from(answer.body).toString('utf8'),
      (answer, request, tag) =>
        request.headers['if-none-match'] === tag ? answer : withJson(answer, { ...jsonOf(answer), customer: null }),
    ),
  ),
];
