import { ENDPOINT_NAMES, type EndpointName, numberOf, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { asJson, concerns, succeeded, withHeaders } from '../answers.ts';
import { type Fault, fault, type More, ONLY } from '../fault.ts';
import type { PassingRequest } from '../interposition.ts';
import { endpointAt, type LenientReading, lenientlyRead } from '../proxy/passing-request.ts';
import type { Spoil } from '../rows.ts';
import { pairOf } from './authentication.ts';

/** What a service with an open door remembers. */
interface Memory {
  /** The credentials that it accepted. */
  good: string | undefined;
  /** Connections on which they came. */
  readonly connections: Set<number>;
  /** All connections that were seen. */
  readonly seen: Set<number>;
  /** When reads of these targets succeeded, in milliseconds since the Unix epoch. */
  readonly answered: Map<string, number>;
  /** The connection of the request before this one, where that was accepted. */
  last: number | null;
}

/** How a request comes in by a door: as the request that is carried out in its place, and the endpoint that it calls. */
type Entrance = (request: PassingRequest, memory: Memory) => { readonly name: EndpointName; readonly request: PassingRequest } | null;

/** `at`: the number of the endpoint at which it is open in a fault of its own; null for none. `alone`: of one at which that breaks no other statement. */
type Door = readonly [name: string, at: number | null, statement: StatementId, description: string, enters: Entrance, alone?: number];

/** The only door whose answers to good credentials differ. */
const SESSION_COOKIE = 'session-cookie';
const SESSION = 'session=0123456789abcdef';
const COOKIES = `${SESSION}; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT`;

const by =
  (opens: (request: PassingRequest, memory: Memory & { readonly password: string }) => boolean): Entrance =>
  (request, memory) => {
    const password = pairOf(memory.good)?.password ?? '';
    return request.endpoint !== null && opens(request, { ...memory, password }) ? { name: request.endpoint, request } : null;
  };

const header = (name: string, value: (password: string, good: string) => string) =>
  by(({ headers }, { password, good = '' }) => headers[name] === value(password, good));

const asGiven = (_password: string, good: string) => good;

/** The header comes with this in it. */
const headerWith = (name: string, part = '') => by(({ headers }) => headers[name]?.includes(part) ?? false);
const isPreflight = headerWith('access-control-request-method');
const isKnownConnection = ({ connection }: PassingRequest, { connections }: Memory) => connections.has(connection);
const isCached = ({ method, target }: PassingRequest, { answered }: Memory) =>
  method === 'GET' && Date.now() - (answered.get(target) ?? 0) < 2000;
const isLastCaller = ({ connection, headers }: PassingRequest, { last }: Memory) =>
  connection === last && headers.authorization === undefined;

/** The password stands in this parameter. */
const query = (parameter: string) =>
  by(({ target }, { password }) => new URLSearchParams(target.split('?')[1] ?? '').get(parameter) === password);

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
    if (name === null) return null;
    const body = rowOf(name).method === 'GET' ? new Uint8Array() : request.body.length > 0 ? request.body : Buffer.from('{}');
    return { name, request: { ...asJson(request), method: rowOf(name).method, endpoint: name, body } };
  };

const methodOfQuery: Entrance = (request, memory) => {
  const target = request.target.replace(/[?&]_method=\w+/, '');
  return target === request.target || request.endpoint !== null ? null : instead(request.method)({ ...request, target }, memory);
};
const pathOfHeader: Entrance = (request) => {
  const target = request.headers['x-original-url'] ?? request.target;
  const name = target === request.target ? null : endpointAt(request.method, target);
  return name && { name, request: { ...request, target, endpoint: name } };
};

const AFTER_GOOD: StatementId = 'authentication.rejects-after-good';
const COOKIE: StatementId = 'authentication.rejects-cookie';
const HEADER: StatementId = 'authentication.rejects-other-header';
const INNER: StatementId = 'authentication.rejects-inner-address';
const METHOD: StatementId = 'authentication.rejects-other-method';
const QUERY: StatementId = 'authentication.rejects-query';
const SPELLING: StatementId = 'authentication.rejects-other-spelling';

const spelt = (reading: string) => `The check of credentials knows only the documented spelling of the path: ${reading}`;
const anyMethod = (method: string) => `The check of credentials leaves out ${method}, and the route takes any method`;

const DOORS: readonly Door[] = [
  [SESSION_COOKIE, 1, COOKIE, 'The cookie that a request with good credentials got opens a session', header('cookie', () => SESSION), 13],
  ['any-cookie', 6, COOKIE, 'Nobody looks into the session that a cookie names', headerWith('cookie', 'JSESSIONID=')],
  ['x-authorization', 11, HEADER, 'A second header is read for clients behind an old gateway', header('x-authorization', asGiven)],
  ['x-api-key', 16, HEADER, 'The password is also taken for an API key', header('x-api-key', (password) => password), 1],
  ['query-credentials', 8, QUERY, 'User name and password are also read from the query', query('password')],
  ['query-api-key', 13, QUERY, 'An API key is also read from the query', query('api_key'), 8],
  ['forwarded-for', 18, INNER, 'Whoever claims to come from the machine itself is let in', header('x-forwarded-for', () => '127.0.0.1'), 9],
  ['original-url', 10, INNER, 'A request that a gateway seems to have rewritten was checked there', headerWith('x-original-url')],
  ['connection', 15, AFTER_GOOD, 'Credentials count for the connection', by(isKnownConnection)],
  ['cached', 8, AFTER_GOOD, 'A cache of two seconds minds the URL alone', by(isCached)],
  // Other requests come between where several files of the suite run side by side, so it is open nowhere.
  ['last-caller', null, AFTER_GOOD, 'The last caller is remembered, by the connection', by(isLastCaller), 12],
  ['slash-at-the-end', 2, SPELLING, spelt('slash at the end'), lenient('slash at the end'), 17],
  ['capital-letters', 12, SPELLING, spelt('capital letters'), lenient('capital letters')],
  ['escaped-letter', 17, SPELLING, spelt('escaped letter'), lenient('escaped letter')],
  ['method-head', 10, 'robustness.head-reveals-nothing', anyMethod('HEAD'), instead('HEAD'), 13],
  ['method-options', 1, METHOD, anyMethod('OPTIONS'), instead('OPTIONS')],
  ['method-post', 9, METHOD, anyMethod('POST'), instead('POST'), 15],
  ['method-put', 6, METHOD, anyMethod('PUT'), instead('PUT')],
  ['method-get', 6, METHOD, anyMethod('GET'), instead('GET')],
  ['forwarded-user', 16, HEADER, 'A user whom a gateway seems to have let in is believed', headerWith('x-forwarded-user')],
  ['preflight', 7, INNER, 'Whatever looks like the preflight of a browser is let in, by any method', isPreflight],
  ['method-in-the-query', 2, METHOD, 'The check of credentials knows only the method that is sent', methodOfQuery],
  ['path-in-a-header', 13, SPELLING, spelt('that of a gateway, in a header'), pathOfHeader],
  ['public-ending-of-the-query', 13, SPELLING, spelt('what ends in .js is public'), by(({ target }) => /\?.*\.js$/.test(target))],
  ['format-behind-the-path', 15, SPELLING, spelt('format behind the path'), lenient('format behind the path')],
];

const PROBED = 'What looks like the probe of a load balancer, alone on its connection, is let in';
const isProbe = by(({ connection, headers, target }, { seen }) => {
  const brought = ['authorization', 'cookie', 'x-authorization', 'x-forwarded-for'].some((name) => headers[name] !== undefined);
  return !seen.has(connection) && !brought && !target.includes('?');
});
const PROBE: Door = ['probe', null, 'authentication.rejects-missing', PROBED, isProbe];

/** Whether the suite tries it there, and sees it: an acknowledgement is an empty object, and GET and OPTIONS carry no mark. */
function isSeenAt([name]: Door, endpoint: EndpointName): boolean {
  if (endpoint === 'trackEvent' && ['method-get', 'method-options'].includes(name)) return false;
  const ofReads = ['method-head', 'method-post', 'cached'].includes(name);
  const ofWrites = name === 'method-put' || name === 'method-get';
  return rowOf(endpoint).method === 'GET' ? !ofWrites : !ofReads;
}

const isNumber = (number?: number | null) => (endpoint: EndpointName) => numberOf(endpoint) === number;

export const DOOR_FAULTS: readonly Fault[] = [
  ...DOORS.filter(([, at]) => at !== null).map((door) => doorFault(`door-${door[0]}-at-${door[1]}`, door, isNumber(door[1]))),
  doorFault('alone-rejects-missing', PROBE, (endpoint) => endpoint === 'getEmailAddress', ONLY),
  ...DOORS.filter(([, , , , , alone]) => alone !== undefined).map((door) => doorFault(`alone-${door[0]}`, door, isNumber(door[5]), ONLY)),
];

/** All doors of one kind, open at all endpoints. */
export const OPEN_DOORS = DOORS.map((door) => doorFault(`open-${door[0]}`, door, (endpoint) => isSeenAt(door, endpoint)));

function doorFault(name: string, door: Door, isOpen: (endpoint: EndpointName) => boolean, more?: More): Fault {
  return fault(name, ENDPOINT_NAMES.filter(isOpen), door[2], door[3], opening(door), more);
}

/** Carries out what was refused, with credentials that were accepted before, where it came in by the door. */
function opening([name, , , , enters]: Door): Spoil {
  return (endpoints) => {
    const memory: Memory = { good: undefined, connections: new Set(), seen: new Set(), answered: new Map(), last: null };
    return async (request, forward) => {
      const before = { ...memory, seen: new Set(memory.seen) };
      memory.seen.add(request.connection);
      memory.last = null;
      const answer = await forward(request);
      if (succeeded(answer)) {
        memory.good = request.headers.authorization ?? memory.good;
        memory.connections.add(request.connection);
        memory.last = request.connection;
        if (request.method === 'GET') memory.answered.set(request.target, Date.now());
        return name === SESSION_COOKIE && concerns(endpoints, request) ? withHeaders(answer, { 'set-cookie': COOKIES }) : answer;
      }
      if (answer.status !== 401 || memory.good === undefined) return answer;
      const entered = enters(request, { ...before, good: memory.good });
      if (entered === null || !endpoints.includes(entered.name)) return answer;
      return forward(withHeaders(entered.request, { authorization: memory.good }));
    };
  };
}
