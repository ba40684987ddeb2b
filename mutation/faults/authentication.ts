import { ENDPOINT_NAMES, type EndpointName, READS } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingRequest } from '../interposition.ts';

/** User name and password as a header shows them; null where it shows none. */
interface Pair {
  readonly user: string;
  readonly password: string;
}

/** Whether a careless service accepts this. `good` is what it accepted before. */
type Carelessness = (presented: string | undefined, good: Pair) => boolean;

const withPair =
  (judge: (given: Pair, good: Pair) => boolean): Carelessness =>
  (presented, good) => {
    const given = pairOf(presented);
    return given !== null && judge(given, good);
  };

type Kind = readonly [kind: string, statement: StatementId, accepts: Carelessness];

/** For each kind of wrong credentials, the statement about it and one mistake in checking that accepts them. */
const KINDS: readonly Kind[] = [
  ['missing', 'authentication.rejects-missing', (presented) => presented === undefined],
  ['empty', 'authentication.rejects-empty', withPair(({ user, password }) => user === '' && password === '')],
  [
    'wrong-password',
    'authentication.rejects-wrong-password',
    withPair(({ user, password }, good) => user === good.user && password.length > 0 && !isNear(password, good.password)),
  ],
  [
    'wrong-user',
    'authentication.rejects-wrong-user',
    withPair(({ user, password }, good) => user !== '' && user !== good.user && password === good.password),
  ],
  [
    'password-case',
    'authentication.rejects-password-case',
    withPair(
      ({ user, password }, good) =>
        user === good.user && password !== good.password && password.toLowerCase() === good.password.toLowerCase(),
    ),
  ],
  [
    'password-prefix',
    'authentication.rejects-password-prefix',
    withPair(({ user, password }, good) => user === good.user && password !== '' && isProperPrefix(password, good.password)),
  ],
  [
    'password-extension',
    'authentication.rejects-password-extension',
    withPair(({ user, password }, good) => user === good.user && isProperPrefix(good.password, password)),
  ],
  ['other-scheme', 'authentication.rejects-other-scheme', (presented) => /^bearer /i.test(presented ?? '')],
  ['not-base64', 'authentication.rejects-not-base64', (presented) => /^basic %/i.test(presented ?? '')],
  ['no-colon', 'authentication.rejects-no-colon', (presented, good) => decoded(presented) === good.user + good.password],
  [
    'empty-password',
    'authentication.rejects-empty-password',
    withPair(({ user, password }, good) => user === good.user && password === '' && password !== good.password),
  ],
  ['user-alone', 'authentication.rejects-user-alone', (presented, good) => decoded(presented) === good.user],
  ['empty-user', 'authentication.rejects-empty-user', withPair(({ user, password }, good) => user === '' && password === good.password)],
  [
    'exchanged',
    'authentication.rejects-exchanged',
    withPair(({ user, password }, good) => user === good.password && password === good.user),
  ],
  ['scheme-alone', 'authentication.rejects-scheme-alone', (presented) => /^basic$/i.test(presented ?? '')],
  [
    'no-scheme',
    'authentication.rejects-no-scheme',
    (presented, good) => presented === Buffer.from(`${good.user}:${good.password}`).toString('base64'),
  ],
  ['clear-text', 'authentication.rejects-clear-text', (presented, good) => presented === `Basic ${good.user}:${good.password}`],
];

/** Mistakes of a guard, which stands before all endpoints. */
const GUARDS: readonly (readonly [name: string, statement: StatementId, description: string, accepts: Carelessness])[] = [
  [
    'password-trimmed',
    'authentication.rejects-password-extension',
    'Blanks around a password are taken off',
    withPair(({ user, password }, good) => user === good.user && password !== good.password && password.trim() === good.password),
  ],
  [
    'password-ends-at-nul',
    'authentication.rejects-password-extension',
    'A password ends at its first NUL',
    withPair(({ user, password }, good) => user === good.user && password.includes('\0') && password.split('\0')[0] === good.password),
  ],
  [
    'long-password-opens',
    'authentication.rejects-password-extension',
    'The guard gives up at a password beyond its buffer, and lets the request through',
    withPair(({ password }) => password.length > 1024),
  ],
  [
    'password-in-a-query',
    'authentication.rejects-wrong-password',
    'The password stands in the text of a query',
    withPair(({ user, password }, good) => user === good.user && password.includes("' OR '")),
  ],
  [
    'user-is-a-pattern',
    'authentication.rejects-wrong-user',
    'The user name is looked up by a pattern',
    withPair(({ user, password }, good) => user === '*' && password === good.password),
  ],
];

const goodEnough = (kind: string) => `Wrong credentials are good enough: ${kind.replaceAll('-', ' ')}`;

export const AUTHENTICATION_FAULTS: readonly Fault[] = [
  ...ENDPOINT_NAMES.map((endpoint) =>
    fault(
      `unprotected-${numberOf(endpoint)}`,
      endpoint,
      KINDS.map(([, statement]) => statement),
      'Nobody looks at the credentials',
      accepting(endpoint, () => true),
    ),
  ),
  ...ENDPOINT_NAMES.flatMap((endpoint) => {
    const turn = (numberOf(endpoint) * 3) % KINDS.length;
    return KINDS.slice(turn, turn + 1).map(([kind, statement, accepts]) =>
      fault(`accepts-${kind}-at-${numberOf(endpoint)}`, endpoint, statement, goodEnough(kind), accepting(endpoint, accepts)),
    );
  }),
  ...GUARDS.map(([name, statement, description, accepts]) =>
    fault(`guard-${name}`, ENDPOINT_NAMES, statement, description, accepting(ENDPOINT_NAMES, accepts), ONLY),
  ),
  fault(
    'password-is-api-key',
    ENDPOINT_NAMES,
    ['authentication.rejects-wrong-user', 'authentication.rejects-empty-user'],
    'The password is an API key, and nobody looks at the user name',
    accepting(
      ENDPOINT_NAMES,
      withPair(({ password }, good) => password === good.password),
    ),
  ),
  // Where nothing is asked for, much else is accepted too: doors.ts has a fault of missing credentials alone.
  ...KINDS.slice(1).map(([kind, statement, accepts], index) => {
    const endpoint = READS[index] ?? 'getSentEmail';
    return fault(`alone-rejects-${kind}`, endpoint, statement, goodEnough(kind), accepting(endpoint, accepts), ONLY);
  }),
];

/** Asks again what was refused, with credentials that were accepted before, where the service is careless enough. */
function accepting(endpoints: EndpointName | readonly EndpointName[], careless: Carelessness): () => Interposition {
  return () => {
    let good: string | undefined;
    return async (request, forward) => {
      const answer = await forward(request);
      if (answer.status < 400) good = request.headers.authorization;
      const known = pairOf(good);
      const refused = answer.status === 401 && request.endpoint !== null && [endpoints].flat().includes(request.endpoint);
      if (!refused || good === undefined || known === null || !careless(request.headers.authorization, known)) return answer;
      return forward(presenting(request, good));
    };
  };
}

/** The request with these credentials. */
export function presenting(request: PassingRequest, authorization: string): PassingRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}

export function pairOf(authorization: string | undefined): Pair | null {
  const [user = '', ...password] = decoded(authorization).split(':');
  return password.length === 0 ? null : { user, password: password.join(':') };
}

function decoded(authorization: string | undefined): string {
  const token = /^basic (\S+)$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? '' : Buffer.from(token, 'base64').toString('utf8');
}

/** A password that another carelessness than "any password" would accept. */
function isNear(password: string, good: string): boolean {
  return password.toLowerCase() === good.toLowerCase() || isProperPrefix(password, good) || isProperPrefix(good, password);
}

function isProperPrefix(text: string, whole: string): boolean {
  return text.length < whole.length && whole.startsWith(text);
}
