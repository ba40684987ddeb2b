import type { Answer } from '../http/exchange.ts';

/** A gateway or load balancer says these of the service behind it (RFC 9110 §15.6). */
const GATEWAY = [502, 503, 504];
/** One endpoint that answers 500 may have a bug of its own; so many different ones have not the same. */
const ENOUGH = 3;

/**
 * Why every request seems to end in front of the service, given the answers of different endpoints to good requests: the same server error
 * everywhere. Null where the answers say nothing of the kind.
 */
export function downBehindGateway(answers: readonly Answer[]): string | null {
  const [first] = answers;
  if (first === undefined || !answers.every(({ status }) => status === first.status)) return null;
  // What is no status at all counts as a server error (RFC 9110 §15).
  const isDown = GATEWAY.includes(first.status) || (answers.length >= ENOUGH && first.status >= 500);
  return isDown ? `status ${first.status}` : null;
}
