import { ENDPOINT_NAMES, type EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { concerns, pause } from '../answers.ts';
import { atEach, breaking, faults, numberOf, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer, PassingRequest } from '../interposition.ts';
import type { Spoil } from '../rows.ts';

/** User name and password as a header shows them; null where it shows none. */
interface Pair {
  readonly user: string;
  readonly password: string;
}

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

const isOther: Judge = ({ user, password }, good) => user !== good.user && password === good.password;

/** For the statement about each kind of wrong credentials, one mistake in checking that accepts them. */
const KINDS = {
  'authentication.rejects-missing': (presented) => presented === undefined,
  'authentication.rejects-empty': withPair(({ user, password }) => user === '' && password === ''),
  'authentication.rejects-wrong-password': withPassword((password, good) => password.length > 0 && !isNear(password, good)),
  'authentication.rejects-wrong-user': withPair((given, good) => given.user !== '' && isOther(given, good)),
  'authentication.rejects-password-case': withPassword((password, good) => password !== good && isSameButForCase(password, good)),
  'authentication.rejects-password-prefix': withPassword((password, good) => password !== '' && isProperPrefix(password, good)),
  'authentication.rejects-password-extension': withPassword((password, good) => isProperPrefix(good, password)),
  'authentication.rejects-other-scheme': (presented) => /^bearer /i.test(presented ?? ''),
  'authentication.rejects-not-base64': (presented) => /^basic %/i.test(presented ?? ''),
  'authentication.rejects-no-colon': (presented, good) => decoded(presented) === good.user + good.password,
  'authentication.rejects-empty-password': withPassword((password, good) => password === '' && password !== good),
  'authentication.rejects-user-alone': (presented, good) => decoded(presented) === good.user,
  'authentication.rejects-empty-user': withPair(({ user, password }, good) => user === '' && password === good.password),
  'authentication.rejects-exchanged': withPair(({ user, password }, good) => user === good.password && password === good.user),
  'authentication.rejects-scheme-alone': (presented) => /^basic$/i.test(presented ?? ''),
  'authentication.rejects-no-scheme': (presented, good) => presented === Buffer.from(`${good.user}:${good.password}`).toString('base64'),
  'authentication.rejects-clear-text': (presented, good) => presented === `Basic ${good.user}:${good.password}`,
} as const satisfies Partial<Record<StatementId, Carelessness>>;

type Rejects = keyof typeof KINDS;
const REJECTS = Object.keys(KINDS) as Rejects[];

/**
 * An endpoint at which each mistake breaks no other statement. Where nothing is asked for, much else is accepted too: doors.ts has a fault of
 * missing credentials alone.
 */
const ALONE: readonly (readonly [statement: Rejects, endpoint: EndpointName])[] = [
  ['authentication.rejects-empty', 'getEvent'],
  ['authentication.rejects-wrong-password', 'getSentEmail'],
  ['authentication.rejects-wrong-user', 'listEmailAddresses'],
  ['authentication.rejects-password-case', 'getProjectEmailAddress'],
  ['authentication.rejects-password-prefix', 'getEmailAddress'],
  ['authentication.rejects-password-extension', 'listEmailBlastExecutions'],
  ['authentication.rejects-other-scheme', 'getSegment'],
  ['authentication.rejects-not-base64', 'getFeatureFlagStatuses'],
  ['authentication.rejects-no-colon', 'getProjectDefinedEvent'],
  ['authentication.rejects-empty-password', 'listEmailTemplateVariables'],
  ['authentication.rejects-user-alone', 'previewSmsTemplate'],
  ['authentication.rejects-empty-user', 'getSentEmail'],
  ['authentication.rejects-exchanged', 'getSentEmail'],
  ['authentication.rejects-scheme-alone', 'getSentEmail'],
  ['authentication.rejects-no-scheme', 'getSentEmail'],
  ['authentication.rejects-clear-text', 'getSentEmail'],
];

/** The kind that each endpoint accepts. */
const ACCEPTED: Readonly<Record<EndpointName, Rejects>> = {
  getEvent: 'authentication.rejects-wrong-user',
  createCampaign: 'authentication.rejects-password-extension',
  batchUpdateCustomers: 'authentication.rejects-no-colon',
  copyProjectEmailTemplate: 'authentication.rejects-empty-user',
  createBusiness: 'authentication.rejects-no-scheme',
  copyEmailTemplate: 'authentication.rejects-empty',
  createSmsTemplateEmbed: 'authentication.rejects-password-case',
  getSentEmail: 'authentication.rejects-other-scheme',
  listEmailAddresses: 'authentication.rejects-empty-password',
  getProjectEmailAddress: 'authentication.rejects-exchanged',
  getEmailAddress: 'authentication.rejects-clear-text',
  listEmailBlastExecutions: 'authentication.rejects-wrong-password',
  getSegment: 'authentication.rejects-password-prefix',
  getFeatureFlagStatuses: 'authentication.rejects-not-base64',
  getProjectDefinedEvent: 'authentication.rejects-user-alone',
  listEmailTemplateVariables: 'authentication.rejects-scheme-alone',
  previewSmsTemplate: 'authentication.rejects-missing',
  trackEvent: 'authentication.rejects-wrong-user',
};

const EXTENSION: StatementId = 'authentication.rejects-password-extension';
const PASSWORD: StatementId = 'authentication.rejects-wrong-password';
const USER: StatementId = 'authentication.rejects-wrong-user';
const BEYOND = 'The guard gives up at a password beyond its buffer, and lets the request through';

const trims = comparing((password, good) => password !== good && password.trim() === good);
const endsAtNul = comparing((password, good) => password.includes('\0') && password.split('\0')[0] === good);
const cutAtColon = comparing((password, good) => password.startsWith(`${good}:`));
const asQuery = comparing((password) => password.includes("' OR '"));
/** Beside the right password. */
const likeUser =
  (alike: (user: string, good: string) => boolean): Judge =>
  ({ user, password }, good) =>
    user !== good.user && password === good.password && alike(user, good.user);
const compatible = comparing((password, good) => password !== good && password.normalize('NFKC') === good);
const undecoded = comparing((password) => password.includes('\uFFFD'));
const asPattern: Judge = ({ user, password }, good) => user === '*' && password === good.password;

/** Mistakes of a guard, which stands before all endpoints. */
const GUARDS: readonly (readonly [name: string, statement: StatementId, description: string, accepts: Judge])[] = [
  ['password-trimmed', EXTENSION, 'Blanks around a password are taken off', trims],
  ['password-ends-at-nul', EXTENSION, 'A password ends at its first NUL', endsAtNul],
  ['password-ends-at-colon', EXTENSION, 'A password ends at its first colon', cutAtColon],
  ['long-password-opens', EXTENSION, BEYOND, ({ password }) => password.length > 1024],
  ['password-in-a-query', PASSWORD, 'The password stands in the text of a query', asQuery],
  ['user-is-a-pattern', USER, 'The user name is looked up by a pattern', asPattern],
  ['user-in-any-case', USER, 'User names are compared without their letter case', likeUser(isSameButForCase)],
  ['user-trimmed', USER, 'Blanks around a user name are taken off', likeUser((user, good) => user.trim() === good)],
  ['user-ends-at-nul', USER, 'A user name ends at its first NUL', likeUser((user, good) => user.split('\0')[0] === good)],
  [
    'user-begins-alike',
    USER,
    'User names are compared as far as the shorter one goes',
    likeUser((user, good) => user !== '' && isProperPrefix(user, good)),
  ],
  ['long-user-opens', USER, BEYOND, ({ user }) => user.length > 1024],
  ['password-in-another-form', PASSWORD, 'Passwords are compared in a compatible form of Unicode', compatible],
  ['password-not-utf-8-opens', PASSWORD, 'The guard gives up at bytes that are no UTF-8, and lets the request through', undecoded],
];

/** The kind of credentials that a statement is about. */
const kindOf = (statement: Rejects) => statement.replace('authentication.rejects-', '');
const tooCareless = (statement: Rejects) =>
  [`Wrong credentials are good enough: ${kindOf(statement).replaceAll('-', ' ')}`, accepting(KINDS[statement])] as const;

const byPasswordAlone = accepting(withPair(({ password }, good) => password === good.password));

/** Base64 tells letter cases apart. */
const isRemembered: Carelessness = (authorization, { user, password }) =>
  isSameButForCase(authorization ?? '', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);

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

export const AUTHENTICATION_FAULTS: readonly Fault[] = [
  ...ENDPOINT_NAMES.flatMap((endpoint) =>
    faults(endpoint, REJECTS, [[`unprotected-${numberOf(endpoint)}`, 'Nobody looks at the credentials', accepting(() => true)]]),
  ),
  ...ENDPOINT_NAMES.flatMap((endpoint) => {
    const statement = ACCEPTED[endpoint];
    return atEach([endpoint], statement, [[`accepts-${kindOf(statement)}`, ...tooCareless(statement)]]);
  }),
  ...GUARDS.flatMap(([name, statement, description, accepts]) =>
    faults(ENDPOINT_NAMES, statement, [[`guard-${name}`, description, accepting(withPair(accepts)), ONLY]]),
  ),
  ...breaking(
    [USER, 'authentication.rejects-empty-user'],
    [['password-is-api-key', ENDPOINT_NAMES, 'The password is an API key, and nobody looks at the user name', byPasswordAlone]],
  ),
  ...breaking(PASSWORD, [
    [
      'header-remembered-in-small-letters',
      ENDPOINT_NAMES,
      'A header that was good is known again by its small letters',
      accepting(isRemembered),
    ],
  ]),
  ...breaking(REJECTS, [
    ['guard-lets-in-beside-others', ENDPOINT_NAMES, 'One of several requests at once is let in for another', letsInAtOnce],
  ]),
  ...ALONE.flatMap(([statement, endpoint]) =>
    faults(endpoint, statement, [[`alone-rejects-${kindOf(statement)}`, ...tooCareless(statement), ONLY]]),
  ),
];

function accepting(careless: Carelessness): Spoil {
  return carryingOut((request, good) => {
    const known = pairOf(good);
    return known !== null && careless(request.headers.authorization, known);
  });
}

/** What the service answers to wrong credentials, given the rejection and what good credentials would have got. */
export type Leak = (rejection: PassingAnswer, record: PassingAnswer) => PassingAnswer;

/** Carries out what was refused, with credentials that were accepted before; `answered` says what the service answers. */
export function carryingOut(isConcerned: (request: PassingRequest, good: string) => boolean, answered?: Leak): Spoil {
  return (endpoints) => {
    let good: string | undefined;
    return async (request, forward) => {
      const rejection = await forward(request);
      if (rejection.status < 400) good = request.headers.authorization;
      if (rejection.status !== 401 || !concerns(endpoints, request) || good === undefined || !isConcerned(request, good)) return rejection;
      const record = await forward(presenting(request, good));
      return answered?.(rejection, record) ?? record;
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
  return isSameButForCase(password, good) || isProperPrefix(password, good) || isProperPrefix(good, password);
}

function isProperPrefix(text: string, whole: string): boolean {
  return text.length < whole.length && whole.startsWith(text);
}

function isSameButForCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
