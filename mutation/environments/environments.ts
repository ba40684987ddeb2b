import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import type { Difference, Forward, Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { answerOf, jsonIn } from '../variants/answers.ts';

/** What stands in front of a sound service. */
interface Environment extends Difference {
  readonly name: string;
  /** What the result says of it; null where nothing has to be said. */
  readonly says: RegExp | null;
  /** Most requirements that may stay open; 17 of 117 where absent. */
  readonly mostOpen?: number;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const page = (status: number, headers = {}) => answerOf(status, '<html><h1>nginx</h1></html>', { 'content-type': 'text/html', ...headers });

/** At most so many are carried out at once. */
function atOnce(most: number): Interposition {
  let underWay = 0;
  return async (request, forward) => {
    if (underWay >= most) return page(503);
    underWay += 1;
    try {
      return await forward(request).finally(() => pause(2));
    } finally {
      underWay -= 1;
    }
  };
}

/** So many requests in a window; what comes beyond gets this answer. */
function inWindow(most: number, windowMs: number, refusal: () => PassingAnswer): Interposition {
  let [window, count] = [0, 0];
  return async (request, forward) => {
    const now = Math.floor(Date.now() / windowMs);
    if (now !== window) [window, count] = [now, 0];
    if (count >= most) return refusal();
    count += 1;
    return forward(request);
  };
}

/** From request number `first` on, nothing but this answer for a while. */
function outage(first: number, milliseconds: number, status: number): Interposition {
  let [count, until] = [0, 0];
  return async (request, forward) => {
    count += 1;
    if (count === first) until = Date.now() + milliseconds;
    return Date.now() < until ? page(status) : forward(request);
  };
}

const isWrite = ({ method }: PassingRequest) => method !== 'GET';

/** The right to do this is missing. */
const barring =
  (isBarred: (request: PassingRequest) => boolean, status: number, words: string) => (): Interposition => async (request, forward) => {
    const answer = await forward(request);
    return answer.status !== 401 && isBarred(request) ? answerOf(status, { error: words }) : answer;
  };

/** So many records of an endpoint, and no more. */
function limitedTo(most: number, endpoint: EndpointName, refusal: PassingAnswer): Interposition {
  let count = 0;
  return async (request, forward) => {
    if (request.endpoint !== endpoint) return forward(request);
    if (count >= most) return refusal;
    const answer = await forward(request);
    if (answer.status < 300) count += 1;
    return answer;
  };
}

/** After so many wrong passwords for it, the account is locked for a while, for its good password as well. */
function locking(most: number, milliseconds: number, refusal: () => PassingAnswer): Interposition {
  let [wrong, until] = [0, 0];
  return async (request, forward) => {
    if (Date.now() < until) return refusal();
    const answer = await forward(request);
    if (answer.status !== 401 || request.headers.authorization === undefined) return answer;
    wrong += 1;
    if (wrong % most === 0) until = Date.now() + milliseconds;
    return answer;
  };
}

/** Read late: what one server has stored, another knows only after a while. */
function replicated(milliseconds: number, status = 404): Interposition {
  const made = new Map<string, number>();
  return async (request, forward) => {
    const answer = await forward(request);
    const { id } = (answer.status < 300 && (jsonIn(answer.body) as { id?: unknown } | null)) || {};
    if (request.method === 'POST' && typeof id === 'string') made.set(id, Date.now() + milliseconds);
    const [, , asked = ''] = request.target.split('/');
    return Date.now() < (made.get(asked) ?? 0) ? answerOf(status, { error: 'not found' }) : answer;
  };
}

/** Every nth answer is lost; the request is carried out every second time. */
function losing(every: number): Interposition {
  let count = 0;
  return async (request, forward) => {
    count += 1;
    if (count % every !== 0) return forward(request);
    const turn = count / every;
    if (turn % 2 === 0) await forward(request);
    return turn % 4 < 2 ? page(502) : { misbehaviour: 'reset' };
  };
}

/** Every nth request takes long, and the gateway gives it up before it is carried out. */
function givingUp(every: number, afterMs: number, lateMs: number): Interposition {
  let count = 0;
  return async (request, forward) => {
    count += 1;
    if (count % every !== 0) return forward(request);
    const late = pause(lateMs).then(() => forward(request));
    late.catch(() => {});
    await pause(afterMs);
    return page(504);
  };
}

/** Whoever comes as one connection too many is thrown out. */
function places(most: number): (server: Server) => void {
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
function leaving(after: number, milliseconds: number): (server: Server) => void {
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

/** Somebody else renames the customers that the run has updated. */
function renaming(): Interposition {
  let renamed = 0;
  const known = new Set<unknown>();
  return async (request, forward) => {
    const answer = await forward(request);
    if (request.endpoint !== 'batchUpdateCustomers' || answer.status >= 300) return answer;
    const { customers = [] } = (jsonIn(request.body) ?? {}) as { customers?: { id?: unknown }[] };
    for (const { id } of customers) known.add(id);
    const now = Date.now();
    if (now - renamed < 300) return answer;
    renamed = now;
    const others = [...known].map((id) => ({ id, full_name: `Ada ${now}` }));
    await forward({ ...request, body: Buffer.from(JSON.stringify({ customers: others })) });
    return answer;
  };
}

const MAY_NOT_POST = /These credentials may not POST \/businesses/;
const makesABusiness = ({ endpoint }: PassingRequest) => endpoint === 'createBusiness';
const upgrade = (status: number) => limitedTo(5, 'createBusiness', answerOf(status, { error: 'Upgrade your plan' }));
const locked = (status: number, error: string) => locking(10, 2000, () => answerOf(status, { error }));

type Row = readonly [name: string, says: RegExp | null, difference: Difference, mostOpen?: number];

const ROWS: readonly Row[] = [
  ['four requests at once, 503 beyond', /seems to take \d+ requests at once: CES_MAX_CONNECTIONS=\d+/, { interpose: () => atOnce(4) }],
  ['four connections, a reset at accept beyond', /CES_MAX_CONNECTIONS=\d+/, { listen: places(4) }],
  [
    '300 requests a second, 503 beyond',
    // On a busy machine it is met too seldom to show a pace.
    /seems to take \d+ requests a second: CES_MAX_RPS=\d+|answered 503 to everything|refused everything for a moment/,
    { interpose: () => inWindow(150, 500, () => page(503)) },
  ],
  ['503 for a second at the beginning', /answered 503 to everything from/, { interpose: () => outage(30, 1000, 503) }],
  ['502 for a second in the middle', /answered 502 to everything from/, { interpose: () => outage(1200, 1000, 502) }],
  ['503 before the first answer', /answered 503 to everything from/, { interpose: () => outage(1, 1500, 503) }],
  ['nobody listens at the start', /took no connections from/, { listen: leaving(0, 1000) }],
  ['nobody listens in the middle', /took no connections from/, { listen: leaving(1200, 1000) }],
  ['one of 200 answers lost or 502, half of them after the work', null, { interpose: () => losing(200) }],
  ['a gateway gives up after 200 ms, and one in 100 is carried out after 400 ms', null, { interpose: () => givingUp(100, 200, 400) }],
  [
    'a quota of 150, then a wait of a second',
    /asked .* to wait/,
    { interpose: () => inWindow(150, 1000, () => page(429, { 'retry-after': '1' })) },
  ],
  ['good credentials refused for a second in the middle', /answered 401 to everything from/, { interpose: () => outage(1200, 1000, 401) }],
  [
    'an account that may only read',
    /These credentials may not POST \/businesses.*This key may only read.*CES_READ_ONLY=1/,
    { interpose: barring(isWrite, 403, 'This key may only read') },
    90,
  ],
  [
    'no right to make businesses',
    /These credentials may not POST \/businesses \(.*\)\. Ask the owner/,
    { interpose: barring(makesABusiness, 403, 'No right to do this') },
  ],
  ['five businesses at most (402)', MAY_NOT_POST, { interpose: () => upgrade(402) }],
  ['five businesses at most (403)', MAY_NOT_POST, { interpose: () => upgrade(403) }],
  [
    'an account that locks itself for 2 s after ten wrong passwords (401)',
    /target locks the account.*CES_WRONG_CREDENTIALS_PER_MINUTE/,
    { interpose: () => locked(401, 'Account locked for too many failed logins') },
    25,
  ],
  [
    'an account that locks itself for 2 s after ten wrong passwords (429)',
    /target locks the account/,
    { interpose: () => locked(429, 'Too many failed logins') },
    25,
  ],
  ['somebody else who renames customers', null, { interpose: renaming }],
  ['replicas four seconds behind', null, { interpose: () => replicated(4000) }],
  ['replicas a second behind, which answer 400 till then', null, { interpose: () => replicated(1000, 400) }],
  ['a maintenance page for a second (200)', /HTML page/, { interpose: () => outage(1200, 1000, 200) }],
  ['a maintenance page for a second (302)', /answered \d+ to everything from/, { interpose: () => outage(1200, 1000, 302) }],
  ['a maintenance page for a second (404)', /answered \d+ to everything from/, { interpose: () => outage(1200, 1000, 404) }],
  ['a delivery network without its origin for a second (530)', /answered 530/, { interpose: () => outage(1200, 1000, 530) }],
];

export const ENVIRONMENTS: readonly Environment[] = ROWS.map(([name, says, difference, mostOpen]) => ({
  ...{ name, says, ...difference },
  ...(mostOpen !== undefined && { mostOpen }),
}));

/** A fault that looks like the environment, or hides behind it. */
interface HiddenFault extends Difference {
  readonly name: string;
  /** Statements of which at least one must fail. */
  readonly breaks: readonly StatementId[];
}

const BEGUN = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{"');

export const HIDDEN_FAULTS: readonly HiddenFault[] = [
  ...(['getSegment', 'createBusiness'] as const).flatMap((endpoint) =>
    [502, 503].map((status) => ({
      name: `${status} for ever at ${endpoint}`,
      breaks: ['http.success-is-200', 'http.success-is-2xx'] as const,
      interpose: () => async (request: PassingRequest, forward: Forward) =>
        request.endpoint === endpoint ? page(status) : forward(request),
    })),
  ),
  {
    name: 'one event in twenty-five is lost',
    breaks: ['event.can-be-read'],
    interpose: () => {
      let [count, last] = [0, page(500)];
      return async (request, forward) => {
        if (request.endpoint !== 'trackEvent') return forward(request);
        count += 1;
        if (count % 25 === 0) return last;
        last = await forward(request);
        return last;
      };
    },
  },
  {
    name: 'every tenth answer breaks off',
    breaks: ['robustness.every-request', 'http.success-is-200', 'http.success-is-2xx'],
    interpose: () => {
      let count = 0;
      return async (request, forward) => {
        count += 1;
        const answer = await forward(request);
        return count % 10 === 0 ? { misbehaviour: 'raw', chunks: [BEGUN], after: 'reset' } : answer;
      };
    },
  },
];
