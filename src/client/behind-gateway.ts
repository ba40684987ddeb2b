import type { Answer } from '../http/exchange.ts';
import { isOfGateway } from '../http/reading.ts';

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
  return isOfGateway(first) || (answers.length >= ENOUGH && first.status >= 500) ? `status ${first.status}` : null;
}
