import type { Method } from '../../../src/http/exchange.ts';
import { cutUrl } from '../../../src/http/request.ts';
import type { StatementId } from '../../judging.ts';
import { type Call, ENDPOINT_NAMES, type EndpointName, type Exchange, endpoint } from '../../library.ts';

/** A request that the specification does not list, near one that it does. */
interface OtherRequest {
  readonly statement: StatementId;
  readonly title: string;
  readonly change: Call;
}

/** Spellings that one part of a service may take for the documented path, and another part may not. */
const SPELLINGS: readonly OtherRequest[] = [
  spelling('a slash at the end of the path', (path) => `${path}/`),
  spelling('a double slash', (path) => `/${path}`),
  spelling('capital letters in the path', (path) => path.replace(/^\/\w+/, (segment) => segment.toUpperCase())),
  spelling('an escaped letter in the path', (path) =>
    path.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
  ),
  spelling('a parameter at the end of the path', (path) => `${path};x`),
  spelling('a step that leads nowhere in the path', (path) => `/%2e${path}`),
];

export const HEAD: StatementId = 'robustness.head-reveals-nothing';

/** A guard may look at one method, and the router behind it at the other. */
const overriding = (name: Method): Call => ({
  headers: { 'x-http-method-override': name, 'x-method-override': name },
  query: `_method=${name}`,
});

/** Methods beside the documented one. None deletes: what an open door does is done to the fixtures. HEAD is no operation, and has a statement of its own. */
const OTHER_METHODS: Readonly<Record<'GET' | 'POST', readonly OtherRequest[]>> = {
  GET: [{ ...method('HEAD'), statement: HEAD }, method('OPTIONS', overriding('GET')), method('POST', { body: {}, ...overriding('GET') })],
  POST: [method('GET', { body: undefined }), method('OPTIONS', { body: undefined }), method('PUT', overriding('POST'))],
};

function spelling(title: string, respell: (path: string) => string): OtherRequest {
  return { statement: 'authentication.rejects-other-spelling', title, change: { spelling: respell } };
}

/** What is served to everybody by its ending, and what frameworks cut off. */
const FORMATS = ['json', 'js', 'css', 'ico', 'html', 'png'];

function withFormat(name: EndpointName): OtherRequest {
  return spelling('a format behind the path', (path) => `${path}.${FORMATS[ENDPOINT_NAMES.indexOf(name) % FORMATS.length]}`);
}

/** Addresses that many guards leave open. A guard that looks at the whole URL finds them in the query too. */
const PUBLIC = ['/app.js', '/favicon.ico', '/health', '/login', '/docs/openapi.json', '/style.css'];

function publicInQuery(name: EndpointName): OtherRequest {
  const turn = (ENDPOINT_NAMES.indexOf(name) % PUBLIC.length) + 1;
  const query = `from=${[...PUBLIC.slice(turn), ...PUBLIC.slice(0, turn)].join(',')}`;
  return { statement: 'authentication.rejects-other-spelling', title: 'a public address in the query', change: { query } };
}

/** A guard may look at the path of the request, and the router behind it at the one that a gateway writes into a header. */
function elsewhere({ request }: Exchange): OtherRequest {
  const { path } = cutUrl(request.url);
  const headers = { 'x-original-url': path, 'x-rewrite-url': path, 'x-forwarded-uri': path };
  return { statement: 'authentication.rejects-other-spelling', title: 'the path in a header', change: { spelling: () => '/', headers } };
}

function method(name: Method, change: Call = {}): OtherRequest {
  return { statement: 'authentication.rejects-other-method', title: `the method ${name}`, change: { ...change, method: name } };
}

/** What is tried near an endpoint's own request, each without credentials. A read-only run sends no other method. */
export function otherRequests(name: EndpointName, control: Exchange, readOnly: boolean): readonly OtherRequest[] {
  const methods = readOnly ? [] : OTHER_METHODS[endpoint(name).method];
  const spellings = [...SPELLINGS, withFormat(name), publicInQuery(name), elsewhere(control)];
  // Routers and guards see all paths alike, or those of one resource: each endpoint tries two spellings of three.
  return [...spellings.filter((_, index) => (index + ENDPOINT_NAMES.indexOf(name)) % 3 !== 0), ...methods];
}
