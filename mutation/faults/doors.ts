import { ENDPOINT_NAMES, type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { succeeded } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { endpointAt, type LenientReading, lenientlyRead } from '../respelt.ts';
import { pairOf, presenting } from './authentication.ts';

/** What a service with an open door remembers. */
interface Memory {
  /** The credentials that it accepted. */
  good: string | undefined;
  /** Connections on which they came. */
  readonly connections: Set<number>;
  /** All connections that were seen. */
  readonly seen: Set<number>;
  /** The connection of the request before this one, where that was accepted. */
  last: number | null;
}

/** How a request comes in by a door: as the request that is carried out in its place, and the endpoint that it calls. */
type Entrance = (request: PassingRequest, memory: Memory) => { readonly name: EndpointName; readonly request: PassingRequest } | null;

interface Door {
  readonly name: string;
  readonly statement: StatementId;
  readonly description: string;
  readonly enters: Entrance;
  /** Changes what good credentials are answered. */
  readonly welcome?: (answer: PassingAnswer) => PassingAnswer;
}

/** Other requests come between where several files of the suite run side by side. */
const LAST_CALLER = 'last-caller';

const SESSION = 'session=0123456789abcdef';

const by =
  (opens: (request: PassingRequest, memory: Memory & { readonly password: string }) => boolean): Entrance =>
  (request, memory) => {
    const password = pairOf(memory.good)?.password ?? '';
    return request.endpoint !== null && opens(request, { ...memory, password }) ? { name: request.endpoint, request } : null;
  };

const header = (name: string, value: (password: string, good: string) => string) =>
  by(({ headers }, { password, good = '' }) => headers[name] === value(password, good));

const query = (opens: (parameters: URLSearchParams, password: string) => boolean) =>
  by(({ target }, { password }) => opens(new URLSearchParams(target.split('?')[1] ?? ''), password));

const lenient =
  (reading: LenientReading): Entrance =>
  (request) =>
    lenientlyRead(request, reading);

/** The method stands for the documented one. */
const instead =
  (method: string): Entrance =>
  (request) => {
    if (request.method !== method || request.endpoint !== null) return null;
    const name = endpointAt(method === 'PUT' ? 'POST' : 'GET', request.target) ?? endpointAt('POST', request.target);
    if (name === undefined) return null;
    const body = rowOf(name).method === 'GET' ? new Uint8Array() : request.body.length > 0 ? request.body : Buffer.from('{}');
    const headers = { ...request.headers, 'content-type': 'application/json' };
    return { name, request: { ...request, method: rowOf(name).method, endpoint: name, headers, body } };
  };

const SPELLING: StatementId = 'authentication.rejects-other-spelling';
const METHOD: StatementId = 'authentication.rejects-other-method';
const HEAD: StatementId = 'robustness.head-reveals-nothing';

const DOORS: readonly Door[] = [
  {
    name: 'session-cookie',
    statement: 'authentication.rejects-cookie',
    description: 'The cookie that a request with good credentials got opens a session',
    enters: by(({ headers }) => headers.cookie === SESSION),
    welcome: (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'set-cookie': `${SESSION}; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT` },
    }),
  },
  {
    name: 'any-cookie',
    statement: 'authentication.rejects-cookie',
    description: 'Nobody looks into the session that a cookie names',
    enters: by(({ headers }) => headers.cookie?.includes('JSESSIONID=') ?? false),
  },
  {
    name: 'x-authorization',
    statement: 'authentication.rejects-other-header',
    description: 'A second header is read for clients behind an old gateway',
    enters: header('x-authorization', (_password, good) => good),
  },
  {
    name: 'x-api-key',
    statement: 'authentication.rejects-other-header',
    description: 'The password is also taken for an API key',
    enters: header('x-api-key', (password) => password),
  },
  {
    name: 'x-auth-token',
    statement: 'authentication.rejects-other-header',
    description: 'The password is also taken for a token',
    enters: header('x-auth-token', (password) => password),
  },
  {
    name: 'query-credentials',
    statement: 'authentication.rejects-query',
    description: 'User name and password are also read from the query',
    enters: query((parameters, password) => parameters.get('password') === password),
  },
  {
    name: 'query-api-key',
    statement: 'authentication.rejects-query',
    description: 'An API key is also read from the query',
    enters: query((parameters, password) => parameters.get('api_key') === password),
  },
  {
    name: 'forwarded-for',
    statement: 'authentication.rejects-inner-address',
    description: 'Whoever claims to come from the machine itself is let in',
    enters: by(({ headers }) => headers['x-forwarded-for'] === '127.0.0.1'),
  },
  {
    name: 'forwarded',
    statement: 'authentication.rejects-inner-address',
    description: 'The standard header is believed, from whomever it comes',
    enters: by(({ headers }) => headers.forwarded?.includes('for=127.0.0.1') ?? false),
  },
  {
    name: 'original-url',
    statement: 'authentication.rejects-inner-address',
    description: 'A request that a gateway seems to have rewritten was checked there',
    enters: by(({ headers }) => headers['x-original-url'] !== undefined),
  },
  {
    name: 'connection',
    statement: 'authentication.rejects-after-good',
    description: 'Credentials count for the connection',
    enters: by(({ connection }, { connections }) => connections.has(connection)),
  },
  {
    name: LAST_CALLER,
    statement: 'authentication.rejects-after-good',
    description: 'The last caller is remembered, by the connection',
    enters: by(({ connection, headers }, { last }) => connection === last && headers.authorization === undefined),
  },
  ...(['slash at the end', 'double slash', 'capital letters', 'escaped letter', 'parameter at the end'] as const).map((reading) => ({
    name: reading.replaceAll(' ', '-'),
    statement: SPELLING,
    description: `The check of credentials knows only the documented spelling of the path: ${reading}`,
    enters: lenient(reading),
  })),
  ...['HEAD', 'OPTIONS', 'POST', 'PUT', 'GET'].map((method) => ({
    name: `method-${method.toLowerCase()}`,
    statement: method === 'HEAD' ? HEAD : METHOD,
    description: `The check of credentials leaves out ${method}, and the route takes any method`,
    enters: instead(method),
  })),
  {
    name: 'forwarded-user',
    statement: 'authentication.rejects-other-header',
    description: 'A user whom a gateway seems to have let in is believed',
    enters: by(({ headers }) => headers['x-forwarded-user'] !== undefined),
  },
  {
    name: 'client-ip',
    statement: 'authentication.rejects-inner-address',
    description: 'The address of the client is read from a header',
    enters: by(({ headers }) => headers['true-client-ip'] === '127.0.0.1'),
  },
  {
    name: 'query-token',
    statement: 'authentication.rejects-query',
    description: 'An access token is also read from the query',
    enters: query((parameters, password) => parameters.get('access_token') === password),
  },
  {
    name: 'format-behind-the-path',
    statement: SPELLING,
    description: 'The check of credentials knows only the documented spelling of the path: format behind the path',
    enters: lenient('format behind the path'),
  },
];

const PROBE: Door = {
  name: 'probe',
  statement: 'authentication.rejects-missing',
  description: 'What looks like the probe of a load balancer, alone on its connection, is let in',
  enters: by(({ connection, headers, target }, { seen }) => {
    const brought = ['authorization', 'cookie', 'x-authorization', 'x-forwarded-for'].some((name) => headers[name] !== undefined);
    return !seen.has(connection) && !brought && !target.includes('?');
  }),
};

/** Methods that are tried at these endpoints only. */
function isTriedAt({ name }: Door, endpoint: EndpointName): boolean {
  const reads = rowOf(endpoint).method === 'GET';
  if (name === 'method-head' || name === 'method-post') return reads;
  return name === 'method-put' || name === 'method-get' ? !reads : true;
}

/** An acknowledgement is an empty object, and GET and OPTIONS carry no mark, so nothing shows that they were carried out. */
function isSeenAt(door: Door, endpoint: EndpointName): boolean {
  return !(endpoint === 'trackEvent' && ['method-get', 'method-options'].includes(door.name));
}

export const DOOR_FAULTS: readonly Fault[] = [
  // Each door at two endpoints, and each endpoint with a door or two.
  ...DOORS.filter(({ name }) => name !== LAST_CALLER).flatMap((door, index) => {
    const candidates = ENDPOINT_NAMES.filter((endpoint) => isTriedAt(door, endpoint) && isSeenAt(door, endpoint));
    const chosen = [candidates[(index * 5) % candidates.length], candidates[(index * 5 + 8) % candidates.length]];
    return [...new Set(chosen)].flatMap((endpoint) =>
      endpoint === undefined ? [] : [doorFault(`door-${door.name}-at-${numberOf(endpoint)}`, door, [endpoint])],
    );
  }),
  doorFault('alone-rejects-missing', PROBE, ['getEmailAddress'], ONLY),
  ...alone('authentication.rejects-cookie', 'session-cookie', 'getSegment'),
  ...alone('authentication.rejects-other-header', 'x-api-key', 'getEvent'),
  ...alone('authentication.rejects-query', 'query-api-key', 'getSentEmail'),
  ...alone('authentication.rejects-inner-address', 'forwarded-for', 'listEmailAddresses'),
  ...alone('authentication.rejects-after-good', LAST_CALLER, 'listEmailBlastExecutions'),
  ...alone('authentication.rejects-other-spelling', 'slash-at-the-end', 'previewSmsTemplate'),
  ...alone('authentication.rejects-other-method', 'method-post', 'getProjectDefinedEvent'),
];

/** All doors of one kind, open at all endpoints. */
export const OPEN_DOORS: readonly Fault[] = DOORS.map((door) =>
  doorFault(
    `open-${door.name}`,
    door,
    ENDPOINT_NAMES.filter((endpoint) => isTriedAt(door, endpoint) && isSeenAt(door, endpoint)),
  ),
);

function alone(statement: StatementId, name: string, endpoint: EndpointName): Fault[] {
  return DOORS.filter((door) => door.name === name && door.statement === statement).map((door) =>
    doorFault(`alone-${door.name}`, door, [endpoint], ONLY),
  );
}

function doorFault(name: string, door: Door, endpoints: readonly EndpointName[], more: Pick<Fault, 'only'> = {}): Fault {
  return fault(name, endpoints, door.statement, door.description, opening(endpoints, door), more);
}

/** Carries out what was refused, with credentials that were accepted before, where it came in by the door. */
function opening(endpoints: readonly EndpointName[], { enters, welcome = (answer) => answer }: Door): () => Interposition {
  return () => {
    const memory: Memory = { good: undefined, connections: new Set(), seen: new Set(), last: null };
    return async (request, forward) => {
      const before = { ...memory, seen: new Set(memory.seen) };
      memory.seen.add(request.connection);
      memory.last = null;
      const answer = await forward(request);
      if (succeeded(answer)) {
        memory.good = request.headers.authorization ?? memory.good;
        memory.connections.add(request.connection);
        memory.last = request.connection;
        return request.endpoint !== null && endpoints.includes(request.endpoint) ? welcome(answer) : answer;
      }
      if (answer.status !== 401 || memory.good === undefined) return answer;
      const entered = enters(request, { ...before, good: memory.good });
      return entered !== null && endpoints.includes(entered.name) ? forward(presenting(entered.request, memory.good)) : answer;
    };
  };
}
