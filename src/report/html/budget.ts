import type { StoredExchange } from '../../result/result.ts';

/** How much evidence one finding may show, in characters. */
export interface Allowance {
  /** All its exchanges together. */
  readonly total: number;
  /** One body, one input. */
  readonly body: number;
}

/** The exchanges that are shown, and how many earlier ones are not. */
export interface ShownExchanges {
  readonly shown: readonly StoredExchange[];
  readonly leftOut: number;
}

/** Characters of evidence in a whole report. With markup, and 0.4 MB for what passed, it stays below 1.5 MB: a browser opens it at once. */
const REPORT_CHARACTERS = 360_000;

/** Most findings with inputs and exchanges. Later ones, which are never worse, show only what is wrong and their commands. */
export const FINDINGS_WITH_EVIDENCE = 60;

/** Shares the report among its findings: few are shown at length, many in brief. The JSON result has them as stored. */
export function allowanceFor(findings: number): Allowance {
  const total = clamp(REPORT_CHARACTERS / clamp(findings, 1, FINDINGS_WITH_EVIDENCE), 3000, 60_000);
  return { total, body: clamp(total / 4, 1000, 8000) };
}

/** The exchanges beside the judged one, as many as fit: the last first, in the order they were made. */
export function fitExchanges(
  exchanges: readonly StoredExchange[],
  judged: StoredExchange | undefined,
  allowance: Allowance,
): ShownExchanges {
  let left = allowance.total - costOf(judged, allowance.body);
  let first = exchanges.length;
  while (first > 0) {
    left -= costOf(exchanges[first - 1], allowance.body);
    if (left < 0) break;
    first--;
  }
  return { shown: exchanges.slice(first), leftOut: first };
}

function costOf(exchange: StoredExchange | undefined, body: number): number {
  if (exchange === undefined) return 0;
  const { request, answer } = exchange;
  const bodies = Math.min(body, request.body?.length ?? 0) + Math.min(body, answer?.body.length ?? 0);
  const headers = JSON.stringify(request.headers).length + JSON.stringify(answer?.headers ?? {}).length;
  return bodies + headers + Math.min(body, exchange.curl.length) + request.url.length + 300;
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}
