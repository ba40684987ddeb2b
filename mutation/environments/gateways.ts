import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createReferenceService } from '../../reference/service.ts';
import { basic } from '../../src/http/authorization.ts';
import { type EndpointName, READS } from '../../src/specification/endpoints.ts';
import { answerOf, jsonIn, pause, succeeded, textOf, type Where, withHeaders, withJson, withText } from '../answers.ts';
import { idsIn } from '../faults/customers.ts';
import type { Interposition, Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';
import { WithoutHop } from '../proxy/without-hop.ts';
import { cachedFor, counting, here, hereKeeping } from '../rows.ts';
import { TEST_SERVICE } from '../test-service.ts';

const AS_TEXT = { 'content-type': 'text/plain' };

/** A gateway's page in place of the service's answer. */
export const page = (status: number, headers = {}) =>
  answerOf(status, '<html><h1>nginx</h1></html>', { 'content-type': 'text/html', ...headers });

export const slower = () => page(429, { 'retry-after': '1' });

/** At most so many are carried out at once. */
export function atOnce(most: number, refusal = page(503), ms = 2): Interposition {
  let underWay = 0;
  return async (request, forward) => {
    if (underWay >= most) return refusal;
    underWay += 1;
    return forward(request).finally(async () => {
      await pause(ms);
      underWay -= 1;
    });
  };
}

/** At each endpoint one write at a time, and 409 for whoever comes beside. */
export function oneWriteAtOnce(): Interposition {
  const writing = new Set<string | null>();
  return async (request, forward) => {
    const { method, endpoint } = request;
    if (method === 'GET') return forward(request);
    if (writing.has(endpoint)) return answerOf(409, { error: 'Another update is in progress' });
    writing.add(endpoint);
    return forward(request).finally(() => writing.delete(endpoint));
  };
}

/** These endpoints carry out one request at a time, which takes a moment, and whoever comes beside has to wait a while. */
export const inTurn = (endpoints: Where, waitS: number) => here(() => atOnce(1, page(429, { 'retry-after': `${waitS}` }), 30))(endpoints);

/** What stands before some requests only. */
export const concerning =
  (isConcerned: (request: PassingRequest) => boolean, interposition: Interposition): Interposition =>
  (request, forward) =>
    isConcerned(request) ? interposition(request, forward) : forward(request);

/** As nginx's `limit_req` with a burst: a bucket that takes so many at once and fills evenly; whoever finds it empty waits a second, or is refused otherwise. */
export function bucket(most: number, perSecond: number, refusal: () => PassingAnswer | Misbehaviour = slower): Interposition {
  let [taken, at] = [0, Date.now()];
  return async (request, forward) => {
    const now = Date.now();
    taken = Math.max(0, taken - ((now - at) * perSecond) / 1000);
    at = now;
    if (taken > most) return refusal();
    taken += 1;
    return forward(request);
  };
}

/** So many requests in a window; what comes beyond gets this answer. */
export function inWindow(most: number, windowMs: number, refusal: () => PassingAnswer): Interposition {
  let [window, count] = [0, 0];
  return async (request, forward) => {
    const now = Math.floor(Date.now() / windowMs);
    if (now !== window) [window, count] = [now, 0];
    if (count >= most) return refusal();
    count += 1;
    return forward(request);
  };
}

/** Reads are answered for a while as they were answered first: by address and credentials, as a delivery network does that was set up in haste. */
export const caching = (milliseconds: number) =>
  cachedFor(milliseconds, ({ target, headers }) => `${target} ${headers.authorization}`)(READS);

/** What the usual rules of firewalls look for, in paths and bodies. */
const ODD = /<script|' or |%00|\\u0000|\$\{|<\?xml/i;

/** Who sends something odd gets nothing for a while. */
export function banning(milliseconds: number): Interposition {
  let until = 0;
  return async (request, forward) => {
    const isOdd = ODD.test(request.target) || ODD.test(Buffer.from(request.body).toString('latin1'));
    if (isOdd && Date.now() >= until) until = Date.now() + milliseconds;
    return Date.now() < until ? page(403) : forward(request);
  };
}

type Starts = Readonly<Record<number, number>>;

/** From each of these requests on, by their numbers, this answer for a while, from one of so many instances; null: what the service answers. */
function refusing(starts: Starts, milliseconds: number, refusal: (request: PassingRequest) => PassingAnswer | null): () => Interposition {
  return () => {
    let [until, among] = [0, 1];
    return counting(async (count, request, forward) => {
      const instances = starts[count];
      if (instances !== undefined) [until, among] = [Date.now() + milliseconds, instances];
      return (Date.now() < until && count % among === 0 ? refusal(request) : null) ?? forward(request);
    })();
  };
}

/** From each of these requests on, nothing but such a page for a while, from one of so many instances. */
export const outages = (starts: Starts, milliseconds: number, status: number, headers = {}) =>
  refusing(starts, milliseconds, () => page(status, headers));

const GOOD = basic(TEST_SERVICE.username, TEST_SERVICE.password);

/** From one request on, wrong credentials are not looked at for a while. */
export const guardOff = (first: number, milliseconds: number, refusal: PassingAnswer) =>
  refusing({ [first]: 1 }, milliseconds, ({ headers: { authorization } }) =>
    authorization !== undefined && authorization !== GOOD ? refusal : null,
  );

/** From one request on, writes with good credentials are refused for a while. */
export const writesOff = (first: number, milliseconds: number, refusal: PassingAnswer) =>
  refusing({ [first]: 1 }, milliseconds, ({ method, headers }) => (method !== 'GET' && headers.authorization === GOOD ? refusal : null));

/** From one request on, whatever is meant waits until the time is over, and is carried out then. */
export function standingStill(first: number, milliseconds: number, isMeant: (request: PassingRequest) => boolean): Interposition {
  let until = 0;
  return counting(async (count, request, forward) => {
    if (count === first) until = Date.now() + milliseconds;
    const leftMs = isMeant(request) ? until - Date.now() : 0;
    if (leftMs <= 0) return forward(request);
    await pause(leftMs);
    const answer = await forward(request);
    return withHeaders(answer, { 'x-held-back': 'true' });
  })();
}

/** Such a page from one request on, and from all instances. */
export const outage = (first: number, milliseconds: number, status: number, headers = {}) =>
  outages({ [first]: 1 }, milliseconds, status, headers);

/** The same with a success of the gateway's own. */
export const maintained = (first: number, milliseconds: number, answer: PassingAnswer) =>
  refusing({ [first]: 1 }, milliseconds, () => answer);

/** These endpoints alone are away for a while, from so many requests to them on: one of several services is deployed anew. */
export const partAway = (endpoints: Where, first: number, milliseconds: number, refusal: PassingAnswer) =>
  here(refusing({ [first]: 1 }, milliseconds, () => refusal))(endpoints);

/** The first request to each endpoint waits until something has started for it, whoever gives up meanwhile. */
export function asleep(milliseconds: number): Interposition {
  const started = new Map<string | null, Promise<void>>();
  return async (request, forward) => {
    const start = started.get(request.endpoint) ?? pause(milliseconds);
    started.set(request.endpoint, start);
    await start;
    return forward(request);
  };
}

/** So many client errors at an endpoint within ten seconds, whoever is to blame, and a gateway asks there no more for a while. */
export function breaker(most: number, milliseconds: number): Interposition {
  const refused = new Map<string | null, number[]>();
  const open = new Map<string | null, number>();
  return async (request, forward) => {
    const { endpoint } = request;
    if (Date.now() < (open.get(endpoint) ?? 0)) return answerOf(503, 'upstream circuit open', AS_TEXT);
    const answer = await forward(request);
    if (answer.status < 400 || answer.status > 499) return answer;
    const lately = [...(refused.get(endpoint) ?? []), Date.now()].filter((at) => at > Date.now() - 10_000);
    refused.set(endpoint, lately.length < most ? lately : []);
    if (lately.length >= most) open.set(endpoint, Date.now() + milliseconds);
    return answer;
  };
}

/** All are away from the first request on, and each of these endpoints so much longer: a cluster wakes service by service. */
export function waking(milliseconds: number, parts: Readonly<Partial<Record<EndpointName, number>>>): Interposition {
  let began: number | null = null;
  return async (request, forward) => {
    began ??= Date.now();
    const part = request.endpoint === null ? 0 : (parts[request.endpoint] ?? 0);
    return Date.now() < began + milliseconds + part ? answerOf(503, 'no healthy upstream', AS_TEXT) : forward(request);
  };
}

/** Every other read of an event comes from a copy that learns of its customer so much later. */
export function copyOfEvents(behindMs: number): Interposition {
  const open = new Set<string>();
  const resolved = new Map<string, { readonly at: number; reads: number }>();
  return async (request, forward) => {
    const answer = await forward(request);
    const event = request.endpoint === 'getEvent' && answer.status < 300 ? (jsonIn(answer.body) as Record<string, unknown> | null) : null;
    if (event?.customer === null) open.add(request.target);
    if (typeof event?.customer !== 'string' || !open.has(request.target)) return answer;
    const known = resolved.get(request.target) ?? { at: Date.now(), reads: 0 };
    resolved.set(request.target, known);
    known.reads += 1;
    const isBehind = known.reads % 2 === 0 && Date.now() < known.at + behindMs;
    return isBehind ? withJson(answer, { ...event, customer: null }) : answer;
  };
}

/** Every nth answer is lost; the request is carried out every second time. */
export const losing = (every: number) =>
  counting(async (count, request, forward) => {
    if (count % every !== 0) return forward(request);
    const turn = count / every;
    if (turn % 2 === 0) await forward(request);
    return turn % 4 < 2 ? page(502) : { misbehaviour: 'reset' };
  });

/** Every nth request takes long, and the gateway gives it up before it is carried out. */
export const givingUp = (every: number, afterMs: number, lateMs: number) =>
  counting(async (count, request, forward) => {
    if (count % every !== 0) return forward(request);
    const late = pause(lateMs).then(() => forward(request));
    late.catch(() => {});
    await pause(afterMs);
    return page(504);
  });

/** Whoever comes as one connection too many is thrown out. */
export function places(most: number): (server: Server) => void {
  return (server) => {
    let open = 0;
    server.prependListener('connection', (socket: Socket) => {
      open += 1;
      socket.once('close', () => {
        open -= 1;
      });
      if (open > most) socket.resetAndDestroy();
    });
  };
}

/** Nobody listens for a while, after so many requests; 0: from the start. */
export function leaving(after: number, milliseconds: number): (server: Server) => void {
  return (server) => {
    const { port, address } = server.address() as AddressInfo;
    const leave = () => {
      server.close(() => setTimeout(() => server.listen(port, address), milliseconds));
      server.closeAllConnections();
    };
    if (after === 0) return leave();
    let count = 0;
    server.prependListener('request', () => {
      count += 1;
      if (count === after) leave();
    });
  };
}

/** Of two instances that take turns, one writes times that are so much later. */
export const clocksApart = (milliseconds: number) =>
  counting(async (count, request, forward) => {
    const answer = await forward(request);
    if (count % 2 === 0 || request.method !== 'POST' || !succeeded(answer)) return answer;
    const later = (time: string) => new Date(Date.parse(time) + milliseconds).toISOString();
    return withText(answer, textOf(answer).replaceAll(/(?<="(?:created|updated|expires)_at":")\d{4}-[\dT:.-]+Z/g, later));
  });

const ATTACKS = /(?:<|%3c)script|' or '|\.\.\/|union select|%00|\$\{|\/etc\/passwd/i;

const LONG_TEXT = /[^"]{1000}/;

/** What looks like an attack, or texts that are long as well, is refused, whoever asks. `inBodies`: nobody looks at addresses. */
export const blocking =
  (refusal: PassingAnswer, { alsoLong = false, inBodies = false } = {}): Interposition =>
  async (request, forward) => {
    const asked = `${inBodies ? '' : request.target} ${Buffer.from(request.body)}`;
    return ATTACKS.test(asked) || (alsoLong && LONG_TEXT.test(asked)) ? refusal : forward(request);
  };

/** Whoever is let in gets this refusal. */
export const barring =
  (isBarred: (request: PassingRequest) => boolean, refusal: PassingAnswer) => (): Interposition => async (request, forward) => {
    const answer = await forward(request);
    return answer.status !== 401 && isBarred(request) ? refusal : answer;
  };

/** What stands between from this request on. */
export const fromRequest = (first: number, then: Interposition) =>
  counting((count, request, forward) => (count < first ? forward(request) : then(request, forward)));

/** So many records of an endpoint, and no more. */
export const limitedTo = (most: number, endpoint: EndpointName, refusal: PassingAnswer) =>
  hereKeeping({ count: 0 }, async (request, forward, memory) => {
    if (memory.count >= most) return refusal;
    const answer: PassingAnswer = await forward(request);
    if (succeeded(answer)) memory.count += 1;
    return answer;
  })([endpoint]);

type Refuse = (first: Promise<PassingAnswer>) => PassingAnswer | Promise<PassingAnswer>;

/** A form that is sent twice within so long is refused the second time, or gets the first answer once more. */
export function refusingDuplicates(milliseconds: number, refuse: Refuse): Interposition {
  const sent = new Map<string, { until: number; answer: Promise<PassingAnswer> }>();
  return async (request, forward) => {
    const { method, target, headers, body } = request;
    const whole = `${headers.authorization} ${target} ${Buffer.from(body)}`;
    const first = sent.get(whole);
    if (method === 'POST' && first !== undefined && Date.now() < first.until) return refuse(first.answer);
    const answer = forward(request);
    sent.set(whole, { until: Date.now() + milliseconds, answer });
    return answer;
  };
}

/** After so many wrong passwords, the account is locked for a while, for its good one too. `isForNone`: requests without credentials count. `isProlonged`: each request while it is locked begins the time anew. */
export function locking(
  most: number,
  milliseconds: number,
  refusal: () => PassingAnswer | Misbehaviour,
  { isForNone = false, isProlonged = false } = {},
): Interposition {
  let [wrong, until] = [0, 0];
  return async (request, forward) => {
    if (Date.now() < until) {
      if (isProlonged) until = Date.now() + milliseconds;
      return refusal();
    }
    const answer = await forward(request);
    if (answer.status !== 401 || (request.headers.authorization === undefined && !isForNone)) return answer;
    wrong += 1;
    if (wrong % most === 0) until = Date.now() + milliseconds;
    return answer;
  };
}

/** After so many wrong passwords, this becomes of the answers to further ones, and of no others. */
export const wearyOfGuesses =
  (most: number, then: (answer: PassingAnswer) => PassingAnswer | Misbehaviour | Promise<PassingAnswer>) => (): Interposition => {
    let wrong = 0;
    return async (request, forward) => {
      const answer = await forward(request);
      if (answer.status !== 401 || request.headers.authorization === undefined) return answer;
      wrong += 1;
      return wrong > most ? then(answer) : answer;
    };
  };

/** Read late: what one server has stored, another knows only after a while. Of so many replicas one lags. */
export function replicated(milliseconds: number, status = 404, replicas = 1): Interposition {
  const made = new Map<string, number>();
  let reads = 0;
  return async (request, forward) => {
    const answer = await forward(request);
    const { id } = (answer.status < 300 && (jsonIn(answer.body) as { id?: unknown } | null)) || {};
    if (request.method === 'POST' && typeof id === 'string') made.set(id, Date.now() + milliseconds);
    const [, , asked = ''] = request.target.split('/');
    const isBehind = Date.now() < (made.get(asked) ?? 0) && ++reads % replicas === 0;
    return isBehind ? answerOf(status, { error: 'not found' }) : answer;
  };
}

/** Somebody else renames the customers that the run has updated: all at once. */
export function renaming(): Interposition {
  let renamed = 0;
  const known = new Set<unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    for (const id of updatedIn(request, answer)) known.add(id);
    const now = Date.now();
    if (now - renamed < 300 || request.endpoint !== 'batchUpdateCustomers' || answer.status >= 300) return answer;
    renamed = now;
    await forward(withCustomers(request, [...known], now));
    return answer;
  };
}

/** Somebody else renames one of them after the other, whatever the run does. */
export function synchronising(everyMs: number): Interposition {
  const known = new Set<unknown>();
  let [timer, turn]: [NodeJS.Timeout | null, number] = [null, 0];
  return async (request, forward) => {
    const answer = await forward(request);
    for (const id of updatedIn(request, answer)) known.add(id);
    if (known.size === 0 || timer !== null) return answer;
    const rename = () => {
      turn += 1;
      // The service may have ended.
      forward(withCustomers(request, [[...known][turn % known.size]], Date.now())).catch(() => clearInterval(timer ?? undefined));
    };
    timer = setInterval(rename, everyMs).unref();
    return answer;
  };
}

/** Somebody else gives the templates another subject, now and then from one request on. */
export function editing(first: number, every: number): Interposition {
  const subjects = new Map<unknown, unknown>();
  return counting(async (count, request, forward) => {
    const answer = await forward(request);
    const copied = answer.status < 300 && /^copy/.test(request.endpoint ?? '') ? (jsonIn(answer.body) as { id?: unknown } | null) : null;
    if (copied === null) return answer;
    const edits = Math.max(0, Math.ceil((count - first) / every));
    const subject = subjects.get(request.id) ?? `Edited ${edits} times`;
    subjects.set(copied.id, subject);
    return withJson(answer, { ...copied, subject });
  })();
}

const updatedIn = (request: PassingRequest, answer: PassingAnswer) =>
  request.endpoint === 'batchUpdateCustomers' && succeeded(answer) ? idsIn(request) : [];

const withCustomers = (request: PassingRequest, ids: readonly unknown[], now: number) =>
  withJson(request, { customers: ids.map((id) => ({ id, full_name: `Ada ${now}` })) });

/** From so many requests on, of this endpoint where one is named, another instance answers, which begins with the seeded records only. Nobody answers for a while before. */
export function redeployed(after: number, awayMs = 0, endpoint?: EndpointName): Interposition {
  const { app } = createReferenceService(TEST_SERVICE);
  const other = new WithoutHop(app);
  let [seen, until] = [0, 0];
  return async (request, forward) => {
    if (endpoint === undefined || request.endpoint === endpoint) seen += 1;
    if (seen < after) return forward(request);
    until ||= Date.now() + awayMs;
    if (Date.now() < until) return page(502);
    await app.ready();
    return other.ask(request);
  };
}
