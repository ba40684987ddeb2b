import type { Answer, Exchange } from './exchange.ts';

/** Whether the endpoint carried out the request: any 2xx. `statusFindings` checks for stricter statuses. */
export function isSuccess(exchange: Exchange): exchange is Exchange & { answer: Answer } {
  return exchange.answer !== null && exchange.answer.status >= 200 && exchange.answer.status < 300;
}

/** The credentials are rejected: 401 or 403. */
export function rejectsCredentials({ answer }: Exchange): boolean {
  return answer?.status === 401 || answer?.status === 403;
}

/** An honest refusal: any other 4xx. */
export function isRefusal(exchange: Exchange): boolean {
  return isClientError(exchange) && !rejectsCredentials(exchange);
}

/** Any 4xx. */
export function isClientError({ answer }: Exchange): boolean {
  return answer !== null && answer.status >= 400 && answer.status < 500;
}

/** What came back, in a few words. */
export function outcome(exchange: Exchange): string {
  if (exchange.answer) return `status ${exchange.answer.status}`;
  return `no answer (${exchange.failure?.kind}): ${exchange.failure?.message}`;
}

/**
 * The outcome of a request that writes. `done`: it succeeded. `refused`: it had no effect as far as anyone can see (any status below 500
 * without success, or no connection at all). `unknown`: its answer was lost or is a 5xx, so it may have had its effect.
 */
export function writeOutcome({ answer, failure }: Exchange): 'done' | 'refused' | 'unknown' {
  const status = answer?.status ?? failure?.status ?? null;
  if (status === null) return failure?.kind === 'refused' || failure?.kind === 'tls' ? 'refused' : 'unknown';
  if (status >= 500) return 'unknown';
  return status >= 200 && status < 300 ? 'done' : 'refused';
}
