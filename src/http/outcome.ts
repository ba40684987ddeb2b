import type { Answer, Exchange } from './exchange.ts';

/** Whether the endpoint carried the request out: any 2xx. Stricter statuses are the matter of `statusFindings`. */
export function isSuccess(exchange: Exchange): exchange is Exchange & { answer: Answer } {
  return exchange.answer !== null && exchange.answer.status >= 200 && exchange.answer.status < 300;
}

/** An honest refusal: 4xx, save 401 and 403, which say that the credentials did not reach. */
export function isRefusal(exchange: Exchange): boolean {
  const status = exchange.answer?.status ?? 0;
  return status >= 400 && status < 500 && status !== 401 && status !== 403;
}

/** What came back, in a few words. */
export function outcome(exchange: Exchange): string {
  if (exchange.answer) return `status ${exchange.answer.status}`;
  return `no answer (${exchange.failure?.kind}): ${exchange.failure?.message}`;
}
