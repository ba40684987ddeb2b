import { jsonOf, mediaTypeOf } from '../http/body.ts';
import type { Answer, Exchange } from '../http/exchange.ts';

/** Statuses by which servers say that nothing answers at an address, or not to this method. */
const NOT_THERE = [404, 405, 410];

/** Whether the answer is that of a server that has nothing at this address: not there, a page, or a redirect. */
export function isNowhere(exchange: Exchange): boolean {
  return traitsOf(exchange) !== null;
}

/** Whether two requests were answered alike, and both so. */
export function isNowhereLike(one: Exchange | null, other: Exchange | null): boolean {
  const traits = traitsOf(one);
  return traits !== null && traits === traitsOf(other);
}

/** What such an answer is, in a few words. */
export function nowhereWords({ answer }: Exchange): string {
  const { status = 0, headers = {} } = answer ?? {};
  if (isRedirect(status)) return `a redirect (status ${status}) to ${headers.location ?? 'nowhere'}`;
  return NOT_THERE.includes(status) ? `status ${status}` : `the same HTML page (status ${status})`;
}

/** What to do where every endpoint answers so. */
export function nowhereAdvice({ request, answer }: Exchange): string {
  const to = answer && isRedirect(answer.status) ? locationOf(request.url, answer) : null;
  if (to !== null && movesOrigin(request.url, to)) return `Check scheme and host of CES_BASE_URL: the redirects lead to ${to.origin}.`;
  return answer && NOT_THERE.includes(answer.status)
    ? 'Check the path of CES_BASE_URL.'
    : 'Check the path of CES_BASE_URL, and that the service is running.';
}

/** Of such an answer, what does not differ from request to request; null for any other. */
function traitsOf(exchange: Exchange | null): string | null {
  const answer = exchange?.answer;
  if (!exchange || !answer) return null;
  const { status } = answer;
  const type = mediaTypeOf(answer);
  if (isRedirect(status)) return `${status} ${destination(exchange.request.url, answer)}`;
  if (NOT_THERE.includes(status)) return JSON.stringify([status, type, membersOf(answer)]);
  return status < 300 && type === 'text/html' ? `${status} ${type}` : null;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Without a query, which may repeat the request's address, and without a path that is the request's own. */
function destination(from: string, answer: Answer): string {
  const to = locationOf(from, answer);
  if (to === null) return 'nowhere';
  return movesOrigin(from, to) ? to.origin : to.origin + to.pathname;
}

function locationOf(from: string, { headers: { location } }: Answer): URL | null {
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from) : null;
}

function movesOrigin(from: string, to: URL): boolean {
  const { origin, pathname } = new URL(from);
  return to.origin !== origin && to.pathname === pathname;
}

function membersOf(answer: Answer): string[] {
  const json = jsonOf(answer);
  return 'value' in json ? Object.keys(Object(json.value)).sort() : [];
}
