import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReferenceService } from '../../reference/service.ts';
import { basic } from '../../src/http/authorization.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { answerOf, pause, type Where, withHeaders } from '../answers.ts';
import type { Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { withoutHop } from '../proxy/without-hop.ts';
import { counting, here } from '../rows.ts';
import { TEST_SERVICE } from '../test-service.ts';
import { AS_TEXT, page } from './gateways.ts';

type Starts = Readonly<Record<number, number>>;

/** From each of these requests on, by their numbers, this answer for a while, from one of so many instances; null: what the service answers. */
export function refusing(starts: Starts, milliseconds: number, refusal: (request: PassingRequest) => PassingAnswer | null) {
  return (): Interposition => {
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

/** All are away from the first request on, and each of these endpoints so much longer: a cluster wakes service by service. */
export function waking(milliseconds: number, parts: Readonly<Partial<Record<EndpointName, number>>>): Interposition {
  let began: number | null = null;
  return async (request, forward) => {
    began ??= Date.now();
    const part = request.endpoint === null ? 0 : (parts[request.endpoint] ?? 0);
    return Date.now() < began + milliseconds + part ? answerOf(503, 'no healthy upstream', AS_TEXT) : forward(request);
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

/** From so many requests on, of this endpoint where one is named, another instance answers, which begins with the seeded records only. Nobody answers for a while before. */
export function redeployed(after: number, awayMs = 0, endpoint?: EndpointName): Interposition {
  const { app } = createReferenceService(TEST_SERVICE);
  const other = withoutHop(app);
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
