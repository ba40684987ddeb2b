import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingRequest } from '../interposition.ts';

/** User name and password as a header shows them; null where it shows none. */
interface Pair {
  readonly user: string;
  readonly password: string;
}

/** Whether a careless service lets this through. `good` is what it let through before. */
type Carelessness = (presented: string | undefined, good: Pair) => boolean;

const withPair =
  (judge: (given: Pair, good: Pair) => boolean): Carelessness =>
  (presented, good) => {
    const given = pairOf(presented);
    return given !== null && judge(given, good);
  };

/** One mistake in checking credentials for each wrong way to present them. */
const WAYS: Readonly<Record<string, Carelessness>> = {
  missing: (presented) => presented === undefined,
  empty: withPair(({ user, password }) => user === '' && password === ''),
  'wrong-password': withPair(({ user, password }, good) => user === good.user && password.length > 0 && !isNear(password, good.password)),
  'wrong-user': withPair(({ user, password }, good) => user !== good.user && password === good.password),
  'password-case': withPair(
    ({ user, password }, good) =>
      user === good.user && password !== good.password && password.toLowerCase() === good.password.toLowerCase(),
  ),
  'password-prefix': withPair(
    ({ user, password }, good) => user === good.user && password !== '' && isProperPrefix(password, good.password),
  ),
  'password-extension': withPair(({ user, password }, good) => user === good.user && isProperPrefix(good.password, password)),
  'other-scheme': (presented) => presented !== undefined && !/^basic /i.test(presented),
  'not-base64': (presented) => /^basic /i.test(presented ?? '') && !/^basic [A-Za-z0-9+/]+=*$/i.test(presented ?? ''),
  'no-colon': (presented) => /^basic [A-Za-z0-9+/]+=*$/i.test(presented ?? '') && !decoded(presented).includes(':'),
};

const ALL = Object.keys(WAYS);
const statement = (way: string) => `authentication.rejects-${way}`;
const goodEnough = (way: string) => `Wrong credentials are good enough: ${way.replaceAll('-', ' ')}`;
const numbers = Array.from({ length: 18 }, (_, index) => index + 1);
const READS = [1, 8, 9, 10, 11, 12, 13, 14, 15, 16];

export const AUTHENTICATION_FAULTS: readonly Fault[] = [
  ...numbers.map((endpoint) =>
    fault(
      `unprotected-${endpoint}`,
      endpoint,
      ALL.map(statement),
      'Nobody looks at the credentials',
      lets([endpoint], () => true),
    ),
  ),
  ...numbers.map((endpoint) => {
    const way = ALL[(endpoint * 3) % ALL.length] ?? '';
    return fault(`accepts-${way}-at-${endpoint}`, endpoint, statement(way), goodEnough(way), lets([endpoint], WAYS[way]));
  }),
  ...ALL.map((way, index) => {
    const endpoint = READS[index] ?? 8;
    return fault(`alone-rejects-${way}`, endpoint, statement(way), goodEnough(way), lets([endpoint], WAYS[way]), ONLY);
  }),
];

/** What was refused is asked once more with credentials that were accepted before, where the service is careless enough. */
function lets(endpoints: readonly number[], careless: Carelessness = () => false): () => Interposition {
  return () => {
    let good: string | undefined;
    return async (request, forward) => {
      const answer = await forward(request);
      if (answer.status < 400) good = request.headers.authorization;
      const known = pairOf(good);
      const concerned = answer.status === 401 && request.endpoint !== null && endpoints.includes(request.endpoint);
      if (!concerned || good === undefined || known === null || !careless(request.headers.authorization, known)) return answer;
      return forward(presenting(request, good));
    };
  };
}

/** The request with these credentials. */
export function presenting(request: PassingRequest, authorization: string): PassingRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}

function pairOf(authorization: string | undefined): Pair | null {
  const [user = '', ...password] = decoded(authorization).split(':');
  return password.length === 0 ? null : { user, password: password.join(':') };
}

function decoded(authorization: string | undefined): string {
  const token = /^basic (\S+)$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? '' : Buffer.from(token, 'base64').toString('utf8');
}

/** A password that another carelessness than "any password" would let through. */
function isNear(password: string, good: string): boolean {
  return password.toLowerCase() === good.toLowerCase() || isProperPrefix(password, good) || isProperPrefix(good, password);
}

function isProperPrefix(text: string, whole: string): boolean {
  return text.length < whole.length && whole.startsWith(text);
}
