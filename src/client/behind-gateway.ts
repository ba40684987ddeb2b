import { mediaTypeOf } from '../http/body.ts';
import type { Answer } from '../http/exchange.ts';

/** A gateway or load balancer says these of the service behind it (RFC 9110 §15.6). */
const GATEWAY = [502, 503, 504];
/** One endpoint that answers 500, or a page, may have a bug of its own; so many different ones have not the same. */
const ENOUGH = 3;

/**
 * Why every request seems to end in front of the service, given the answers of different endpoints to good requests: the same server error,
 * the same page or the same redirect everywhere. Null where the answers say nothing of the kind.
 */
export function downBehindGateway(answers: readonly Answer[]): string | null {
  const [first] = answers;
  if (first === undefined || !answers.every((answer) => isAlike(answer, first))) return null;
  const { status } = first;
  if (GATEWAY.includes(status)) return `status ${status}`;
  if (answers.length < ENOUGH) return null;
  // What is no status at all counts as a server error (RFC 9110 §15).
  if (status >= 500) return `status ${status}`;
  if (status >= 300 && status < 400) return `a redirect (status ${status}) to ${first.headers.location ?? 'nowhere'}`;
  return mediaTypeOf(first) === 'text/html' ? `the same HTML page (status ${status})` : null;
}

/** The same status, and for a success or a redirect the same content too: pages of an error may quote the request. */
function isAlike(answer: Answer, first: Answer): boolean {
  if (answer.status !== first.status) return false;
  if (answer.status >= 400) return true;
  return answer.headers.location === first.headers.location && Buffer.compare(Buffer.from(answer.body), Buffer.from(first.body)) === 0;
}
