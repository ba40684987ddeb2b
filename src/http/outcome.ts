import type { Answer, Exchange } from './exchange.ts';

/** Whether the endpoint carried out the request: any 2xx. `statusFindings` checks for stricter statuses. */
export function isSuccess(exchange: Exchange): exchange is Exchange & { answer: Answer } {
  return exchange.answer !== null && exchange.answer.status >= 200 && exchange.answer.status < 300;
}

/** An honest refusal: any 4xx except 401 and 403, which reject the credentials. */
export function isRefusal(exchange: Exchange): boolean {
  return isClientError(exchange) && exchange.answer?.status !== 401 && exchange.answer?.status !== 403;
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
