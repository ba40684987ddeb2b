import { ENDPOINT_NAMES, numberOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { answerOf, concerns, jsonOf, pause, textOf as text, withHeaders, withJson, withText } from '../answers.ts';
import { atEach, type Fault, type FaultRow, fault, faults, type More, ONLY, SUCCESS } from '../fault.ts';
import type { Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { oneFlight, type Spoil } from '../rows.ts';
import { isAny } from './event-content.ts';

/** User name and password as a header shows them. */
type Pair = NonNullable<ReturnType<typeof pairOf>>;

/** Whether a careless service accepts this. `good` is what it accepted before. */
type Carelessness = (presented: string | undefined, good: Pair) => boolean;

type Judge = (given: Pair, good: Pair) => boolean;
const withPair =
  (judge: Judge): Carelessness =>
  (presented, good) => {
    const given = pairOf(presented);
    return given !== null && judge(given, good);
  };

/** How passwords are compared where the user is the right one. */
const comparing =
  (accepts: (password: string, good: string) => boolean): Judge =>
  ({ user, password }, good) =>
    user === good.user && accepts(password, good.password);
/** A pair with the good user name, and a password that is wrong in some way. */
const withPassword = (judge: (password: string, good: string) => boolean) => withPair(comparing(judge));

/** A pair with the good password, and a user name that is wrong in some way. */
const likeUser =
  (alike: (user: string, good: string) => boolean): Judge =>
  ({ user, password }, good) =>
    user !== good.user && password === good.password && alike(user, good.user);

/**
 * The kinds of wrong credentials. `at`: the numbers of the endpoints that accept each; `alone`: of one at which that breaks no other statement. Where
 * nothing is asked for, much else is accepted too: doors.ts has a fault of missing credentials alone.
 */
const KINDS: readonly (readonly [statement: StatementId, at: readonly number[], alone: number | null, accepts: Carelessness])[] = [
  ['authentication.rejects-missing', [17], null, (presented) => presented === undefined],
  ['authentication.rejects-empty', [6], 1, withPair(({ user, password }) => user === '' && password === '')],
  ['authentication.rejects-wrong-password', [12], 12, withPassword((password, good) => password !== '' && !isNear(password, good))],
  ['authentication.rejects-wrong-user', [1, 18], 9, withPair(likeUser((user) => user !== ''))],
  ['authentication.rejects-password-case', [7], 10, withPassword((given, good) => given !== good && isSameButForCase(given, good))],
  ['authentication.rejects-password-prefix', [13], 11, withPassword((password, good) => password !== '' && isProperPrefix(password, good))],
  ['authentication.rejects-password-extension', [2], 12, withPassword((password, good) => isProperPrefix(good, password))],
  ['authentication.rejects-other-scheme', [8], 13, (presented) => /^bearer /i.test(presented ?? '')],
  ['authentication.rejects-not-base64', [14], 14, (presented) => /^basic %/i.test(presented ?? '')],
  ['authentication.rejects-no-colon', [3], 15, (presented, good) => decoded(presented) === good.user + good.password],
  ['authentication.rejects-empty-password', [9], 17, withPassword((password, good) => password === '' && password !== good)],
  ['authentication.rejects-user-alone', [15], 17, (presented, good) => decoded(presented) === good.user],
  ['authentication.rejects-empty-user', [4], 8, withPair(likeUser((user) => user === ''))],
  ['authentication.rejects-exchanged', [10], 8, withPair(({ user, password }, good) => user === good.password && password === good.user)],
  ['authentication.rejects-scheme-alone', [16], 8, (presented) => /^basic$/i.test(presented ?? '')],
  ['authentication.rejects-no-scheme', [5], 8, (presented, good) => presented === encoded(good)],
  ['authentication.rejects-clear-text', [11], 8, (presented, good) => presented === `Basic ${good.user}:${good.password}`],
];
const REJECTS = KINDS.map(([statement]) => statement);

const EXTENSION: StatementId = 'authentication.rejects-password-extension';
const PASSWORD: StatementId = 'authentication.rejects-wrong-password';
const USER: StatementId = 'authentication.rejects-wrong-user';
const API_KEY = 'The password is an API key, and nobody looks at the user name';
const SMALL_LETTERS = 'A header that was good is known again by its small letters';
const SOON_AFTER = 'Who has just come with the good password is let in with any other for three seconds';
const ANYWHERE = 'The scheme may stand anywhere in the header';
const OF_NOBODY = 'Whom a look-up does not find has the password of nobody';
const BEYOND = 'The guard gives up at a password beyond its buffer, and lets the request through';

const isProperPrefix = (text: string, whole: string): boolean => text.length < whole.length && whole.startsWith(text);
const isSameButForCase = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const trims = comparing((password, good) => password !== good && password.trim() === good);
const endsAtNul = comparing((password, good) => password.includes('\0') && password.split('\0')[0] === good);
const endsInLineFeed = comparing((password, good) => password === `${good}\n`);
const compatible = comparing((password, good) => password !== good && password.normalize('NFKC') === good);
const undecoded = comparing((password) => password.includes('\uFFFD'));
const runTogether: Judge = ({ user, password }, good) => user !== good.user && user !== '' && user + password === good.user + good.password;
const beginsAlike = likeUser((user, good) => user !== '' && isProperPrefix(user, good));

const isNobody: Judge = ({ user, password }, good) => user !== '' && user !== good.user && password === '';
/** As where two look-ups that found nothing are compared. */
const isNobodyAlone: Carelessness = (presented, good) => {
  const text = decoded(presented);
  return /^[\w-]+$/.test(text) && !text.includes(good.user);
};

const isAnywhere: Carelessness = (presented, good) => {
  const [, token] = /.basic ([\w+/=]+)$/i.exec(presented ?? '') ?? [];
  return token === encoded(good);
};

/** Mistakes of a guard, which stands before all endpoints. */
const GUARDS: readonly (readonly [name: string, statement: StatementId, description: string, accepts: Judge])[] = [
  ['password-trimmed', EXTENSION, 'Blanks around a password are taken off', trims],
  ['password-ends-at-nul', EXTENSION, 'A password ends at its first NUL', endsAtNul],
  ['password-with-a-line-feed', EXTENSION, '`$` in a pattern stands before a line feed, too', endsInLineFeed],
  ['long-password-opens', EXTENSION, BEYOND, ({ password }) => password.length > 1024],
  ['password-in-a-query', PASSWORD, 'The password stands in the text of a query', comparing((password) => password.includes("' OR '"))],
  ['password-and-user-run-together', PASSWORD, 'Name and password are compared as one text, without the colon', runTogether],
  ['user-is-a-pattern', USER, 'The user name is looked up by a pattern', likeUser((user) => user === '*')],
  ['user-in-any-case', USER, 'User names are compared without their letter case', likeUser(isSameButForCase)],
  ['user-begins-alike', USER, 'User names are compared as far as the shorter one goes', beginsAlike],
  ['nobody-without-password', 'authentication.rejects-empty-password', OF_NOBODY, isNobody],
  ['password-in-another-form', PASSWORD, 'Passwords are compared in a compatible form of Unicode', compatible],
  ['password-not-utf-8-opens', PASSWORD, 'The guard gives up at bytes that are no UTF-8, and lets the request through', undecoded],
];

/** A fault of one kind, whose name begins so. */
const tooCareless = (begins: string, statement: StatementId, accepts: Carelessness, more: More = {}): FaultRow => {
  const kind = statement.replace('authentication.rejects-', '');
  return [`${begins}-${kind}`, `Wrong credentials are good enough: ${kind.replaceAll('-', ' ')}`, accepting(accepts), more];
};

const anybody = accepting(() => true);
const anyPassword = withPassword(() => true);
const byPasswordAlone = accepting(withPair(({ password }, good) => password === good.password));

/** Base64 tells letter cases apart. */
const isRemembered: Carelessness = (authorization, good) => isSameButForCase(authorization ?? '', `Basic ${encoded(good)}`);

/** The outcome of the check stands in a variable of the whole service. */
const letsInAtOnce: Spoil = (endpoints) => {
  let underWay = 0;
  const atOnce = new WeakSet<PassingRequest>();
  const open = carryingOut((request) => atOnce.has(request))(endpoints);
  return async (request, forward) => {
    underWay += 1;
    await pause(5);
    if (underWay > 1) atOnce.add(request);
    const answer = await open(request, forward);
    underWay -= 1;
    return answer;
  };
};

/** Requests at once write into one digest: now and then it is of neither. */
const oneDigest: Spoil = () => {
  let [underWay, beside] = [0, 0];
  return async (request, forward) => {
    underWay += 1;
    await pause(1);
    if (underWay > 1) beside += 1;
    const isMixed = underWay > 1 && beside % 13 === 0;
    const answer = isMixed ? answerOf(401, { error: 'unauthorised' }) : await forward(request);
    underWay -= 1;
    return answer;
  };
};

/** One place holds what was decoded last: a good pair is taken for a wrong one beside it. */
const decodesInOnePlace: Spoil = () => {
  let [guesses, beside] = [0, 0];
  return async (request, forward) => {
    const answer = forward(request);
    const isGuess = request.headers.authorization !== undefined && (await answer).status === 401;
    if (isGuess) {
      guesses += 1;
      await pause(2);
      guesses -= 1;
    } else if (guesses > 0 && request.headers.authorization !== undefined) beside += 1;
    return !isGuess && guesses > 0 && beside % 5 === 4 ? answerOf(401, { error: 'unauthorised' }) : answer;
  };
};

const shared = oneFlight(5, ({ method, target }) => (method === 'GET' ? target : null));

export const AUTHENTICATION_FAULTS: readonly Fault[] = [
  ...ENDPOINT_NAMES.map((name) => fault(`unprotected-${numberOf(name)}`, name, REJECTS, 'Nobody looks at the credentials', anybody)),
  ...KINDS.flatMap(([statement, at, , accepts]) => atEach(at, statement, [tooCareless('accepts', statement, accepts)])),
  ...GUARDS.map(([name, statement, description, accepts]) =>
    fault(`guard-${name}`, ENDPOINT_NAMES, statement, description, accepting(withPair(accepts)), ONLY),
  ),
  fault('guard-nobody-without-colon', ENDPOINT_NAMES, 'authentication.rejects-no-colon', OF_NOBODY, accepting(isNobodyAlone), ONLY),
  fault('guard-finds-the-scheme-anywhere', ENDPOINT_NAMES, 'authentication.rejects-other-scheme', ANYWHERE, accepting(isAnywhere), ONLY),
  fault('password-is-api-key', ENDPOINT_NAMES, [USER, 'authentication.rejects-empty-user'], API_KEY, byPasswordAlone),
  fault('header-remembered-in-small-letters', ENDPOINT_NAMES, PASSWORD, SMALL_LETTERS, accepting(isRemembered)),
  fault('any-password-soon-after-good', ENDPOINT_NAMES, REJECTS, SOON_AFTER, accepting(anyPassword, 3000)),
  fault('guard-behind-shared-reads', ENDPOINT_NAMES, REJECTS, 'Equal reads under way share one answer, whoever asks', shared),
  fault('guard-lets-in-beside-others', ENDPOINT_NAMES, REJECTS, 'One of several requests at once is let in for another', letsInAtOnce),
  fault('guard-refuses-beside-others', ENDPOINT_NAMES, 'http.success-is-200', 'Requests at once share what compares passwords', oneDigest),
  fault('guard-decodes-in-one-place', ENDPOINT_NAMES, 'http.success-is-200', 'A wrong pair is taken for a good one', decodesInOnePlace),
  ...KINDS.flatMap(([statement, , alone, accepts]) =>
    ENDPOINT_NAMES.filter((name) => numberOf(name) === alone).flatMap((name) =>
      faults(name, statement, [tooCareless('alone-rejects', statement, accepts, ONLY)]),
    ),
  ),
];

/** Lets in who is careless enough to be let in. @param lastsMs how long a service thinks of credentials that were good */
export function accepting(careless: Carelessness, lastsMs?: number): Spoil {
  const isConcerned: Concerned = (request, good) => {
    const known = pairOf(good);
    return known !== null && careless(request.headers.authorization, known);
  };
  return carryingOut(isConcerned, undefined, lastsMs);
}

/** What the service answers to wrong credentials, given the rejection and what good credentials would have got. */
type Leak = (rejection: PassingAnswer, record: PassingAnswer) => PassingAnswer;

/** Whether this request is let in. `good` is what was accepted before. */
type Concerned = (request: PassingRequest, good: string) => boolean;

/** Carries out what was refused, with credentials that were accepted before; `answered` says what the service answers. */
function carryingOut(isConcerned: Concerned, answered?: Leak, lastsMs = Number.POSITIVE_INFINITY): Spoil {
  return (endpoints) => {
    let good: string | undefined;
    let goodAt = 0;
    return async (request, forward) => {
      const rejection = await forward(request);
      if (rejection.status < 400) [good, goodAt] = [request.headers.authorization, Date.now()];
      if (good === undefined || Date.now() - goodAt >= lastsMs || rejection.status !== 401) return rejection;
      if (!concerns(endpoints, request) || !isConcerned(request, good)) return rejection;
      const record = await forward(withHeaders(request, { authorization: good }));
      return answered?.(rejection, record) ?? record;
    };
  };
}

export function pairOf(authorization: string | undefined) {
  const [user = '', ...password] = decoded(authorization).split(':');
  return password.length === 0 ? null : { user, password: password.join(':') };
}

const encoded = ({ user, password }: Pair): string => Buffer.from(`${user}:${password}`).toString('base64');

function decoded(authorization: string | undefined): string {
  const token = /^basic (\S+)$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? '' : Buffer.from(token, 'base64').toString('utf8');
}

/** A password that another carelessness than "any password" would accept. */
function isNear(password: string, good: string): boolean {
  return isSameButForCase(password, good) || isProperPrefix(password, good) || password.includes(good);
}

const REVEALS = 'authentication.rejection-reveals-nothing';
const DOES = 'authentication.rejection-does-nothing';

const inTheMessage: Leak = (rejection, record) => withJson(rejection, { error: 'unauthorized', details: `no access to ${text(record)}` });
const inAHeader: Leak = (rejection, record) =>
  withHeaders(rejection, { 'x-debug': encodeURI(text(record)).replaceAll('%22', '"').replaceAll('%20', ' ') });
const asNested: Leak = (rejection, record) => withText(rejection, `{"error":"unauthorized","data":${text(record)}}`);
const itsName: Leak = (rejection, record) => withJson(rejection, { error: `no access to ${String(jsonOf(record).name)}` });
const leak = (at: Leak) => ['leak', 'The rejection shows what it denies', carriesOut(at)] as const;
const CLOSING = { 'content-type': 'text/plain', connection: 'close' };
const UNREAD = 'The body of a rejected request stays on the connection, where it is read as the next request';

export const REJECTION_FAULTS: readonly Fault[] = [
  ...atEach([1, 7, 8, 9, 10, 11, 15], REVEALS, [leak((rejection, record) => ({ ...rejection, body: record.body }))]),
  ...atEach([3, 12, 13, 16], REVEALS, [leak(asNested)]),
  ...atEach([2, 5, 14, 17], REVEALS, [leak(inTheMessage)]),
  ...atEach([4, 6], REVEALS, [leak(inAHeader)]),
  fault('rejected-update-is-done', 'batchUpdateCustomers', DOES, 'The update is stored, then the credentials are looked at', carriesOut()),
  fault('rejected-event-is-tracked', 'trackEvent', DOES, 'The event is stored, then the credentials are looked at', carriesOut(), ONLY),
  fault('alone-rejection-reveals-nothing', 'getSegment', REVEALS, 'The rejection names the segment', carriesOut(itsName), ONLY),
  ...faults(ENDPOINT_NAMES, SUCCESS, [
    ['rejected-body-is-left-unread', UNREAD, spoilsConnections(501, ({ body }) => body.length > 0)],
    ['rejected-long-body-is-left-unread', UNREAD, spoilsConnections(414, ({ body }) => body.length > 8192)],
    ['rejection-stays-with-connection', 'The next request on the connection is rejected too', spoilsConnections(401)],
  ]),
];

/** A rejected request spoils the next one on the connection. */
function spoilsConnections(status: number, spoils: (rejected: PassingRequest) => boolean = () => true): () => Interposition {
  return () => {
    const spoilt = new Map<number, string>();
    return async (request, forward) => {
      const unread = spoilt.get(request.connection);
      spoilt.delete(request.connection);
      if (unread !== undefined) return answerOf(status, `Unsupported method: ${unread}`, CLOSING);
      const answer = await forward(request);
      if (answer.status === 401 && spoils(request)) spoilt.set(request.connection, text(request));
      return answer;
    };
  };
}

/** The service carries out what it rejects; `leak` says what it answers. */
function carriesOut(leak: Leak = (rejection) => rejection): Spoil {
  return carryingOut(isAny, (rejection, record) => (record.status < 300 ? leak(rejection, record) : rejection));
}
