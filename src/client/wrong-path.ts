import { none } from '../http/authorization.ts';
import { jsonOf, mediaTypeOf } from '../http/body.ts';
import { type Answer, type Exchange, isRedirect, outcome } from '../http/exchange.ts';
import { ifAssessed } from '../settings/not-assessed.ts';
import { type EndpointName, methodAndPath, READS } from '../specification/endpoints.ts';
import type { Call } from './call.ts';
import type { Implementation } from './implementation.ts';

export interface Asked {
  readonly name: EndpointName;
  readonly exchange: Exchange;
}

/** Fewer different endpoints that know no given record may each have lost it, or its id may be wrong. */
const ENOUGH = 3;
/** It names no record, so on a right path it is never *not found*. */
const CREATION: EndpointName = 'createBusiness';
/** The endpoint's request, sent to an address below the base URL that is no endpoint. */
const NO_ENDPOINT: Call = { id: 'unknown', spelling: () => '/conformance/no-such-endpoint' };

/**
 * Why the base URL seems to lead nowhere: all endpoints answer as an address does that is none. `POST /businesses` without a body decides, and leaves
 * no record. Where nothing may be written, three endpoints that know no given record do, or all that ask for no credentials. Null where anything shows
 * an endpoint; `isCertain` false where only a write would tell.
 */
export async function wrongPath(implementation: Implementation, given: readonly Asked[]) {
  const { client } = implementation;
  if (!given.every(({ exchange }) => isUnserved(exchange))) return null;
  const reads = given.filter(({ name }) => READS.includes(name));
  const areEnough = new Set(reads.map(({ name }) => name)).size >= ENOUGH;
  const read = await ifAssessed(client.send('getSegment', NO_ENDPOINT));
  const allUnserved = (asked: readonly Asked[]) => asked.every(({ exchange }) => isUnservedLike(exchange, read));
  if (read === null || !isUnserved(read) || !allUnserved(reads)) return null;
  const others = areEnough ? [] : await unknownRecords(implementation);
  if (!allUnserved(others)) return null;
  const created = given.find(({ name }) => name === CREATION)?.exchange ?? (await ifAssessed(client.send(CREATION, {})));
  const isAstray =
    created === null
      ? areEnough || allUnserved(await unknownRecords(implementation, { authorization: none }))
      : isUnserved(created) && isUnservedLike(created, await ifAssessed(client.send(CREATION, NO_ENDPOINT)));
  const where = unservedWords(read);
  if (!isAstray) {
    if (created !== null) return null;
    const elsewhere = await ifAssessed(client.send('getSegment', { ...NO_ENDPOINT, spelling: () => '/conformance/nor-this-one' }));
    // A service with fixed words for an address that does not exist has others for a record.
    const hasOtherWords = wordsOf(elsewhere) === wordsOf(read) && others.some(({ exchange }) => wordsOf(exchange) !== wordsOf(read));
    const doubt = `Every read was answered with ${where}, as is an address that does not exist: no read tells whether the path of CES_BASE_URL is right, unless a setting names a record that is there.`;
    return hasOtherWords ? null : { isCertain: false, words: doubt };
  }
  const tried = [...reads, ...others, ...(created === null ? [] : [{ name: CREATION, exchange: created }])];
  const perhaps = created === null && areEnough ? ' If the path is right, none of the records that the settings name is there.' : '';
  const words = `The target ${implementation.settings.baseUrl} answers ${where} at every endpoint asked, as at an address that does not exist. ${unservedAdvice(read)} Tried with the credentials: ${listed(tried)}.${perhaps}`;
  return { isCertain: true, words };
}

async function unknownRecords({ client, unique }: Implementation, call: Call = {}): Promise<Asked[]> {
  const asked = READS.map(async (name) => ({ name, exchange: await ifAssessed(client.send(name, { id: unique(), ...call })) }));
  return (await Promise.all(asked)).flatMap(({ name, exchange }) => (exchange === null ? [] : [{ name, exchange }]));
}

/** *status 404 at GET /segments/{id}, GET /events/{id}; status 405 at POST /businesses* */
function listed(tried: readonly Asked[]): string {
  const outcomes = [...new Set(tried.map(({ exchange }) => outcome(exchange)))];
  const at = (words: string) => tried.filter(({ exchange }) => outcome(exchange) === words).map(({ name }) => methodAndPath(name));
  return outcomes.map((words) => `${words} at ${[...new Set(at(words))].join(', ')}`).join('; ');
}

/** Statuses by which servers say that nothing answers at an address, or not to this method. */
const NOT_THERE = [404, 405, 410];

/** Whether the answer is that of a server that has nothing at this address: not there, a page, or a redirect. */
function isUnserved(exchange: Exchange): boolean {
  return traitsOf(exchange) !== null;
}

function isUnservedLike(one: Exchange | null, other: Exchange | null): boolean {
  const traits = traitsOf(one);
  return traits !== null && traits === traitsOf(other);
}

function unservedWords({ answer }: Exchange): string {
  const { status = 0, headers = {} } = answer ?? {};
  if (isRedirect({ answer })) return `a redirect (status ${status}) to ${headers.location ?? 'nowhere'}`;
  return NOT_THERE.includes(status) ? `status ${status}` : `the same HTML page (status ${status})`;
}

function unservedAdvice({ request, answer }: Exchange): string {
  const to = answer && isRedirect({ answer }) ? locationOf(request.url, answer) : null;
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
  if (isRedirect(exchange)) return `${status} ${destination(exchange.request.url, answer)}`;
  const json = jsonOf(answer);
  if (NOT_THERE.includes(status)) return JSON.stringify([status, type, 'value' in json ? Object.keys(Object(json.value)).sort() : []]);
  return status < 300 && type === 'text/html' ? `${status} ${type}` : null;
}

/** The body of such an answer without the path, which it may repeat. */
function wordsOf(exchange: Exchange | null): string {
  if (!exchange?.answer) return '';
  const { pathname } = new URL(exchange.request.url);
  return Buffer.from(exchange.answer.body).toString().replaceAll(pathname, '').replaceAll(decodeURIComponent(pathname), '');
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
