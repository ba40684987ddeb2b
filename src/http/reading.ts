import { jsonIn } from '../settings/parsing/json.ts';
import { isObject } from '../specification/json.ts';
import { isWakingPage, mediaTypeOf } from './body.ts';
import { type Answer, type Exchange, type FailureKind, isRedirect } from './exchange.ts';

/**
 * Whose word an answer or a break may be. `service`: its own. All others may come from what stands between, and prove nothing by themselves.
 * `put-off`: a 429, a success that says 429 in its body, a 503 or a 403 to good credentials that names a time, or a 500 or such a 403 that says so. `busy`: a 503 without a time. `late`: no answer in time, here or at a gateway, which a 503 may say as well. `lost`: a reset, or a
 * 502. `unreached`: no connection. `barred`: good credentials are refused, or have used up what they may store. `page`: a redirect, a page that reloads itself, or HTML, or the text of a 404, where the service speaks JSON; an object that is none of those that were asked for.
 */
export type Reading = 'service' | 'put-off' | 'busy' | 'late' | 'lost' | 'unreached' | 'barred' | 'page';

export interface Expected {
  /** `unlisted` ones are good, at an address that the specification does not list: no answer there says anything of them. */
  readonly credentials?: 'good' | 'unlisted' | 'wrong' | 'none';
  readonly json?: boolean;
  /** Members of which a success has one at least; none where its object is empty. Null where anything may come. */
  readonly holds?: readonly string[] | null;
}

/** By reading: the statuses and failures that may be meant so; of 520 to 526 and 530, which content delivery networks have made up, an origin that is away, slow or broken; of 509 and 529, which hosters have, too much for now; 511 is a network's own (RFC 6585 §6). */
const SIGNS: readonly (readonly [Reading, ...(number | FailureKind)[]])[] = [
  ['lost', 502, 520, 'reset'],
  ['busy', 503, 509, 511, 521, 523, 525, 526, 529, 530],
  ['late', 504, 522, 524, 'timeout'],
  ['put-off', 429],
  ['barred', 401, 402, 403, 507],
  ['unreached', 'refused', 'tls'],
];
/** What stands where the service speaks JSON: a page of maintenance, or the text of an ingress that knows no service. */
const PAGES: Readonly<Record<number, readonly string[]>> = { 200: ['text/html'], 404: ['text/html', 'text/plain'] };
const READINGS = new Map(SIGNS.flatMap(([reading, ...signs]) => signs.map((sign) => [sign, reading])));

/** The one table of what an exchange means. */
export function readingOf({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>, expected: Expected = {}): Reading {
  const reading = READINGS.get(answer?.status ?? failure?.kind ?? 0) ?? 'service';
  if (answer === null) return reading;
  const { status } = answer;
  if (status === 503 && OF_LOST_WORK.test(Buffer.from(answer.body).toString())) return 'late';
  if (namesTime(answer) && (status === 503 || (status === 403 && expected.credentials === 'good'))) return 'put-off';
  const mayBeOfRate = status === 500 || (status === 403 && expected.credentials === 'good');
  if (mayBeOfRate && OF_RATE.test(Buffer.from(answer.body).toString())) return 'put-off';
  if (status < 300 && saysTooMany(answer)) return 'put-off';
  if (status >= 500 && namesPolicy({ answer })) return 'page';
  if (status < 300 && isStandIn(answer, expected.holds ?? null))
    return OF_LIMIT.test(Buffer.from(answer.body).toString()) ? 'put-off' : 'page';
  if (expected.credentials === 'good' && (isRedirect({ answer }) || (status < 300 && isWakingPage({ answer })))) return 'page';
  if (expected.json && PAGES[status < 300 ? 200 : status]?.includes(mediaTypeOf(answer) ?? '')) return 'page';
  return reading === 'barred' && expected.credentials !== 'good' ? 'service' : reading;
}

/** A 403 with such words is a limit of requests, and says nothing of rights; and gateways answer 500 so, where nobody has set another status. */
const OF_RATE =
  /\bspike arrest\b|\b(?:concurrency|requests?|api|calls?)[ _]limit[ _](?:exceeded|reached)\b|\brate[ _-]?limit|\bover[ _-]?(?:rate|qps)\b|\btoo many requests|\bthrottled?\b/i;

/** Of a 503 that a gateway gives once the request has reached the service: it may be carried out (Varnish, Fastly, Envoy). */
const OF_LOST_WORK =
  /\b(?:first byte|between bytes|upstream request|backend|gateway) time(?:d[ -]?)?out\b|\bbackend (?:fetch failed|(?:read|write) error)\b|\bconnection termination\b/i;

/** The words of a policy that takes a request for an attack: Apigee's threat protection, F5, Imperva, ModSecurity. Not *incident id* and the like, which services' own errors have too. */
export const namesPolicy = ({ answer }: Pick<Exchange, 'answer'>): boolean => OF_POLICY.test(Buffer.from(answer?.body ?? []).toString());
const OF_POLICY = /threat ?protection|\bthe requested url was rejected\b|\bincapsula\b|\bweb application firewall\b|\bmod_?security\b/i;

/** The answer to an earlier, equal request once more, marked so by what guards against duplicates. No RFC names the field; several products have it. */
export const isReplay = ({ answer }: Pick<Exchange, 'answer'>): boolean =>
  Object.entries(answer?.headers ?? {}).some(
    ([field, value]) => value === 'true' && /^(?:x-)?idempoten(?:cy|t)-replay(?:ed)?$/.test(field),
  );

/** Some gateways answer everything with 200, and say in the few words of the body that there were too many requests. */
const saysTooMany = ({ body }: Answer): boolean => body.length < LONGEST_WORD && OF_TOO_MANY.test(Buffer.from(body).toString());
const LONGEST_WORD = 500;
/** An object that is none of those that were asked for: of a gateway that answers everything with 200, for a limit or a maintenance. */
function isStandIn({ body }: Answer, holds: readonly string[] | null): boolean {
  const value = holds !== null && body.length < LONGEST_WORD ? jsonIn(Buffer.from(body).toString()) : null;
  return isObject(value) && Object.keys(value).length > 0 && holds?.some((member) => Object.hasOwn(value, member)) === false;
}
/** Whether a refusal of everything says that a quota is used up: nothing is wrong with the credentials. */
export const namesQuota = ({ answer }: Pick<Exchange, 'answer'>): boolean => /\bquota\b/i.test(Buffer.from(answer?.body ?? []).toString());

const OF_LIMIT = /\b(?:rate|call|request)s?[ _-]?limit|\btoo many\b|\bthrottl|\bretry (?:later|after)\b|\bquota\b/i;
const OF_TOO_MANY = /"(?:code|status|statusCode|error_code)"\s*:\s*"?429\b/;

/** What the `Retry-After` of a refusal says, or where nothing is left of a limit: in the fields that most services write, or in that of draft-ietf-httpapi-ratelimit-headers. */
export const namesTime = ({ headers }: Answer): boolean =>
  headers['retry-after'] !== undefined ||
  headers['retry-after-ms'] !== undefined ||
  OF_USED_UP.test(headers.ratelimit ?? '') ||
  (resetOf(headers) !== undefined && /^0\b/.test(headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining'] ?? ''));

/** When a limit begins anew: in so many seconds, or at a time in seconds since the Unix epoch. */
export const resetOf = (headers: Answer['headers']): string | undefined =>
  headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? OF_USED_UP.exec(headers.ratelimit ?? '')?.[1];

/** *"default";r=0;t=8*, or *limit=100, remaining=0, reset=8* as it was before. */
const OF_USED_UP = /\b(?:r|remaining)=0\b.*?\b(?:t|reset)=(\d+)/;

/** The request may have been carried out all the same, now or later. */
export const mayBeCarriedOut = (reading: Reading): boolean => reading === 'late' || reading === 'lost';

/** The service itself says that it failed. */
export const isOwnError = ({ answer, failure }: Pick<Exchange, 'answer' | 'failure'>): boolean =>
  answer !== null && answer.status >= 500 && readingOf({ answer, failure }) === 'service';

/** What the load may be to blame for. */
export const showsLoad = (reading: Reading): boolean => reading !== 'service' && reading !== 'barred' && reading !== 'page';

/** No status of the service: the same from every endpoint, it comes from a gateway (RFC 9110 §15.6). */
export const isOfGateway = (answer: Answer): boolean => answer.status !== 429 && showsLoad(readingOf({ answer, failure: null }));

/** Not carried out, by what they mean (RFC 9110 §15.6.2 and §15.6.4, RFC 4918 §11.5). */
const NOT_NOW = [501, 503, 507];

/** Of a request that writes. `refused`: no effect that anyone can see; a limit as well. `unknown`: its answer was lost or is another 5xx. */
export function writeOutcome({ answer, failure }: Exchange): 'done' | 'refused' | 'unknown' {
  const status = answer?.status ?? failure?.status ?? null;
  if (status === null) return failure?.kind === 'refused' || failure?.kind === 'tls' ? 'refused' : 'unknown';
  const reading = answer === null ? 'service' : readingOf({ answer, failure }, { json: true });
  if (reading === 'put-off') return 'refused';
  // A record may have been made behind a success of the wrong media type, so a page counts against a budget.
  if (mayBeCarriedOut(reading) || (reading === 'page' && status < 300)) return 'unknown';
  if (status >= 500) return NOT_NOW.includes(status) ? 'refused' : 'unknown';
  return status >= 200 && status < 300 ? 'done' : 'refused';
}
