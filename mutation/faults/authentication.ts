import { ENDPOINT_NAMES, type EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { concerns } from '../answers.ts';
import { atEach, faults, numberOf, ONLY, type Spoil } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';

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

/**
 * For each kind of wrong credentials one mistake in checking that accepts them, and an endpoint at which it breaks nothing but the statement
 * about the kind. Where nothing is asked for, much else is accepted too: doors.ts has a fault of missing credentials alone.
 */
const KINDS = {
  missing: ['authentication.rejects-missing', (presented) => presented === undefined, null],
  empty: ['authentication.rejects-empty', withPair(({ user, password }) => user === '' && password === ''), 'getEvent'],
  'wrong-password': [
    'authentication.rejects-wrong-password',
    withPair(({ user, password }, good) => user === good.user && password.length > 0 && !isNear(password, good.password)),
    'getSentEmail',
  ],
  'wrong-user': [
    'authentication.rejects-wrong-user',
    withPair(({ user, password }, good) => user !== '' && user !== good.user && password === good.password),
    'listEmailAddresses',
  ],
  'password-case': [
    'authentication.rejects-password-case',
    withPair(({ user, password }, good) => user === good.user && password !== good.password && isSameButForCase(password, good.password)),
    'getProjectEmailAddress',
  ],
  'password-prefix': [
    'authentication.rejects-password-prefix',
    withPair(({ user, password }, good) => user === good.user && password !== '' && isProperPrefix(password, good.password)),
    'getEmailAddress',
  ],
  'password-extension': [
    'authentication.rejects-password-extension',
    withPair(({ user, password }, good) => user === good.user && isProperPrefix(good.password, password)),
    'listEmailBlastExecutions',
  ],
  'other-scheme': ['authentication.rejects-other-scheme', (presented) => /^bearer /i.test(presented ?? ''), 'getSegment'],
  'not-base64': ['authentication.rejects-not-base64', (presented) => /^basic %/i.test(presented ?? ''), 'getFeatureFlagStatuses'],
  'no-colon': [
    'authentication.rejects-no-colon',
    (presented, good) => decoded(presented) === good.user + good.password,
    'getProjectDefinedEvent',
  ],
  'empty-password': [
    'authentication.rejects-empty-password',
    withPair(({ user, password }, good) => user === good.user && password === '' && password !== good.password),
    'listEmailTemplateVariables',
  ],
  'user-alone': ['authentication.rejects-user-alone', (presented, good) => decoded(presented) === good.user, 'previewSmsTemplate'],
  'empty-user': [
    'authentication.rejects-empty-user',
    withPair(({ user, password }, good) => user === '' && password === good.password),
    'getSentEmail',
  ],
  exchanged: [
    'authentication.rejects-exchanged',
    withPair(({ user, password }, good) => user === good.password && password === good.user),
    'getSentEmail',
  ],
  'scheme-alone': ['authentication.rejects-scheme-alone', (presented) => /^basic$/i.test(presented ?? ''), 'getSentEmail'],
  'no-scheme': [
    'authentication.rejects-no-scheme',
    (presented, good) => presented === Buffer.from(`${good.user}:${good.password}`).toString('base64'),
    'getSentEmail',
  ],
  'clear-text': [
    'authentication.rejects-clear-text',
    (presented, good) => presented === `Basic ${good.user}:${good.password}`,
    'getSentEmail',
  ],
} as const satisfies Readonly<Record<string, readonly [statement: StatementId, accepts: Carelessness, alone: EndpointName | null]>>;

type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** The kind that each endpoint accepts. */
const ACCEPTED: Readonly<Record<EndpointName, Kind>> = {
  getEvent: 'wrong-user',
  createCampaign: 'password-extension',
  batchUpdateCustomers: 'no-colon',
  copyProjectEmailTemplate: 'empty-user',
  createBusiness: 'no-scheme',
  copyEmailTemplate: 'empty',
  createSmsTemplateEmbed: 'password-case',
  getSentEmail: 'other-scheme',
  listEmailAddresses: 'empty-password',
  getProjectEmailAddress: 'exchanged',
  getEmailAddress: 'clear-text',
  listEmailBlastExecutions: 'wrong-password',
  getSegment: 'password-prefix',
  getFeatureFlagStatuses: 'not-base64',
  getProjectDefinedEvent: 'user-alone',
  listEmailTemplateVariables: 'scheme-alone',
  previewSmsTemplate: 'missing',
  trackEvent: 'wrong-user',
};

const EXTENSION: StatementId = 'authentication.rejects-password-extension';

/** Mistakes of a guard, which stands before all endpoints. */
const GUARDS: readonly (readonly [
  name: string,
  statement: StatementId,
  description: string,
  accepts: (given: Pair, good: Pair) => boolean,
])[] = [
  [
    'password-trimmed',
    EXTENSION,
    'Blanks around a password are taken off',
    ({ user, password }, good) => user === good.user && password !== good.password && password.trim() === good.password,
  ],
  [
    'password-ends-at-nul',
    EXTENSION,
    'A password ends at its first NUL',
    ({ user, password }, good) => user === good.user && password.includes('\0') && password.split('\0')[0] === good.password,
  ],
  [
    'long-password-opens',
    EXTENSION,
    'The guard gives up at a password beyond its buffer, and lets the request through',
    ({ password }) => password.length > 1024,
  ],
  [
    'password-in-a-query',
    'authentication.rejects-wrong-password',
    'The password stands in the text of a query',
    ({ user, password }, good) => user === good.user && password.includes("' OR '"),
  ],
  [
    'user-is-a-pattern',
    'authentication.rejects-wrong-user',
    'The user name is looked up by a pattern',
    ({ user, password }, good) => user === '*' && password === good.password,
  ],
];

const goodEnough = (kind: string) => `Wrong credentials are good enough: ${kind.replaceAll('-', ' ')}`;

export const AUTHENTICATION_FAULTS: readonly Fault[] = [
  ...ENDPOINT_NAMES.flatMap((endpoint) =>
    faults(
      endpoint,
      KIND_NAMES.map((kind) => KINDS[kind][0]),
      [[`unprotected-${numberOf(endpoint)}`, 'Nobody looks at the credentials', accepting(() => true)]],
    ),
  ),
  ...ENDPOINT_NAMES.flatMap((endpoint) => {
    const kind = ACCEPTED[endpoint];
    const [statement, accepts] = KINDS[kind];
    return atEach([endpoint], statement, [[`accepts-${kind}`, goodEnough(kind), accepting(accepts)]]);
  }),
  ...GUARDS.flatMap(([name, statement, description, accepts]) =>
    faults(ENDPOINT_NAMES, statement, [[`guard-${name}`, description, accepting(withPair(accepts)), ONLY]]),
  ),
  ...faults(
    ENDPOINT_NAMES,
    ['authentication.rejects-wrong-user', 'authentication.rejects-empty-user'],
    [
      [
        'password-is-api-key',
        'The password is an API key, and nobody looks at the user name',
        accepting(withPair(({ password }, good) => password === good.password)),
      ],
    ],
  ),
  ...KIND_NAMES.flatMap((kind) => {
    const [statement, accepts, alone] = KINDS[kind];
    return alone === null ? [] : faults(alone, statement, [[`alone-rejects-${kind}`, goodEnough(kind), accepting(accepts), ONLY]]);
  }),
];

/** Asks again what was refused, with credentials that were accepted before, where the service is careless enough. */
function accepting(careless: Carelessness): Spoil {
  return (endpoints) => {
    let good: string | undefined;
    return async (request, forward) => {
      const answer = await forward(request);
      if (answer.status < 400) good = request.headers.authorization;
      const known = pairOf(good);
      const refused = answer.status === 401 && concerns(endpoints, request);
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
  return isSameButForCase(password, good) || isProperPrefix(password, good) || isProperPrefix(good, password);
}

function isProperPrefix(text: string, whole: string): boolean {
  return text.length < whole.length && whole.startsWith(text);
}

function isSameButForCase(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
