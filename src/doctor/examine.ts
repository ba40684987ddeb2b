import type { Client } from '../client/client.ts';
import type { Implementation } from '../client/implementation.ts';
import { obstacleInFront, refusedCredentialsAdvice } from '../client/preflight.ts';
import { wrongPath } from '../client/wrong-path.ts';
import { none, wrongPassword } from '../http/authorization.ts';
import { type Failure, isSuccess, outcome, rejectsCredentials } from '../http/exchange.ts';
import { ifAssessed } from '../settings/not-assessed.ts';
import { VARIABLE_NAMES, type VariableName } from '../settings/variables.ts';
import { type EndpointName, READS } from '../specification/endpoints.ts';
import { readFixtures, tryByWriting, tryFlags } from './fixture-trials.ts';
import { tryLookup } from './lookup-trial.ts';
import { ask, type Found, type Read, type Tried } from './tried.ts';

/** What the doctor saw of a target, and of the settings that name its records. */
export interface Diagnosis {
  readonly target: Answered;
  /** Why the path of the base URL may be wrong, where the reads could not tell; null otherwise. */
  readonly doubt: string | null;
  /** Null if the target was not reached. */
  readonly credentials: Answered | null;
  /** In the order of the table of variables. */
  readonly tried: readonly Tried[];
  /** Values for settings that are missing or wrong, found through the API. */
  readonly found: readonly Found[];
}

/** Examines a target. Only reads, unless `mayWrite`; then the implementation must be allowed to write too. */
export async function examine(implementation: Implementation, mayWrite: boolean): Promise<Diagnosis> {
  const first = await knock(implementation);
  const target = reached(first);
  if (target.remedy !== null) return { target, doubt: null, credentials: null, tried: [], found: [] };
  const { fixtures } = implementation.settings;
  const read = await readFixtures(implementation.client, fixtures);
  const given = read.flatMap((tried) => (tried.read ? [{ name: tried.read.endpoint, exchange: tried.read.exchange }] : []));
  const astray = await wrongPath(implementation, given);
  if (astray?.isCertain) return { target: { ...target, remedy: astray.words }, doubt: null, credentials: null, tried: [], found: [] };
  const doubt = astray?.words ?? null;
  const reads = [...(typeof first === 'string' ? [] : [first]), ...read.flatMap((tried) => tried.read ?? [])];
  const credentials = await credentialsTried(implementation, reads);
  const [seen] = reads;
  if (credentials.remedy !== null || seen === undefined) return { target, doubt, credentials, tried: [], found: [] };
  const isStray = read.some(({ variables, outcome }) => variables.includes('CES_BUSINESS_ID') && outcome === 'wrong');
  const business = isStray ? null : mayWrite ? await ifAssessed(implementation.businessId()) : fixtures.businessId;
  const [flags, lookup, written, address] = await Promise.all([
    tryFlags(implementation, business),
    tryLookup(implementation, mayWrite ? business : null, seen.exchange),
    tryByWriting(implementation, mayWrite && !isStray),
    business === null || fixtures.emailAddressId !== null ? null : ifAssessed(implementation.emailAddressId()),
  ]);
  const template = mayWrite && fixtures.emailTemplateId === null ? await ifAssessed(implementation.emailTemplateId()) : null;
  const found = (variable: VariableName, value: string | null): Found[] => (value === null ? [] : [{ variable, value }]);
  return {
    target,
    doubt,
    credentials,
    tried: [...read, ...flags.tried, ...lookup, ...written].sort((a, b) => placeOf(a) - placeOf(b)),
    found: [...found('CES_EMAIL_ADDRESS_ID', address), ...found('CES_EMAIL_TEMPLATE_ID', template), ...flags.found],
  };
}

const placeOf = ({ variables: [first] }: Tried) => (first === undefined ? 0 : VARIABLE_NAMES.indexOf(first));

interface Answered {
  /** The answer, for people. */
  readonly words: string;
  /** What to do before a run can be made; null if a run can be made. */
  readonly remedy: string | null;
  /** A command that shows it; the remedy ends with it. */
  readonly command?: string;
}

/** Asks for a record that does not exist: any answer proves that somebody is there. If it hangs, asks the other endpoints: this one may hang alone. */
export async function knock(implementation: Implementation): Promise<Read | string> {
  const first = await askForNothing(implementation, 'getSegment');
  if (typeof first === 'string' || first.exchange.failure === null || UNCONNECTED.includes(first.exchange.failure.kind)) return first;
  const others = await askEverywhere(implementation);
  return others.find(({ exchange }) => exchange.answer !== null) ?? first;
}

const UNCONNECTED: readonly Failure['kind'][] = ['refused', 'tls'];

const askForNothing = ({ client, unique }: Implementation, endpoint: EndpointName): Promise<Read | string> =>
  ask(client, endpoint, { id: `${unique()}-unknown` });

async function askEverywhere(implementation: Implementation): Promise<Read[]> {
  const reads = await Promise.all(READS.map((endpoint) => askForNothing(implementation, endpoint)));
  return reads.filter((read) => typeof read !== 'string');
}

export function reached(read: Read | string): Answered {
  if (typeof read === 'string') return { words: read, remedy: null };
  const { failure, durationMs } = read.exchange;
  if (failure !== null) {
    const [, code = ''] = /\((E[A-Z_]+)\)$/.exec(failure.message) ?? [];
    const usual = BY_CODE[code] ?? BY_KIND[failure.kind] ?? 'Check CES_BASE_URL and that the service is running.';
    return { words: failure.message, remedy: failure.remedy ?? usual };
  }
  const inFront = obstacleInFront([read.exchange]);
  if (inFront !== null)
    return { words: 'something in front of the service answers, not the service itself', remedy: `The target ${inFront}` };
  return { words: `reached: ${outcome(read.exchange)} for a record that does not exist, in ${Math.round(durationMs)} ms`, remedy: null };
}

/** What may help, by the system's error code. */
const BY_CODE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Nobody knows this host name. Check its spelling in CES_BASE_URL, and whether a VPN is needed.',
  EAI_AGAIN: 'The name server does not answer. Check this machine’s network.',
  ECONNREFUSED: 'Nothing listens at this port. Start the service, or correct the port in CES_BASE_URL.',
  EHOSTUNREACH: 'No route leads to this host. Check the network, a VPN, or HTTPS_PROXY.',
  ENETUNREACH: 'No route leads to this network. Check the network, a VPN, or HTTPS_PROXY.',
};

const SCHEME = 'Check the port and whether it is https: or http: in CES_BASE_URL.';

const BY_KIND: Partial<Readonly<Record<Failure['kind'], string>>> = {
  reset: SCHEME,
  tls: SCHEME,
  malformed: `Something else than HTTP answers at this port. ${SCHEME}`,
  timeout: 'Check host and port in CES_BASE_URL: a firewall may drop what it does not know. A higher CES_TIMEOUT_MS waits longer.',
};

/** Whether the target accepts the credentials, and needs them: by one more read without any. If all were refused, asks the other endpoints too. */
export async function credentialsTried(implementation: Implementation, reads: readonly Read[]): Promise<Answered> {
  const isRefused = ({ exchange }: Read) => rejectsCredentials(exchange);
  const all = reads.every(isRefused) ? [...reads, ...(await askEverywhere(implementation))] : reads;
  const [seen] = all;
  if (seen !== undefined && all.every(isRefused)) {
    const { words: remedy, command } = refusedCredentialsAdvice(implementation.settings, seen.exchange.request);
    return {
      words: `refused: ${[...new Set(all.map(({ exchange }) => outcome(exchange)))].join(' and ')} at every endpoint that was asked`,
      remedy,
      command,
    };
  }
  const succeeded = all.find(({ exchange }) => isSuccess(exchange));
  const control = succeeded ?? all.find((read) => !isRefused(read) && read.exchange.answer !== null);
  if (control === undefined) return { words: 'no answer shows whether they are accepted', remedy: null };
  const words = await compared(implementation.client, control);
  return (words.startsWith(ACCEPTED) ? await locked(implementation, control) : null) ?? { words, remedy: null };
}

const ACCEPTED = 'accepted: ';
/** As many as a careful service forgives. */
const WRONG_TRIES = 3;

/** What to do where wrong passwords lock the account; null where they do not. */
async function locked({ client, settings }: Implementation, { endpoint, call, exchange }: Read): Promise<Answered | null> {
  const { username = '', password = '' } = settings.credentials ?? {};
  const wrong = wrongPassword(username, password);
  if (wrong === undefined) return null;
  for (let time = 0; time < WRONG_TRIES; time += 1) await ask(client, endpoint, { ...call, authorization: wrong });
  const again = await ask(client, endpoint, call);
  if (typeof again !== 'string' && again.exchange.answer?.status === exchange.answer?.status) return null;
  return {
    words: `locked: good ones were accepted, and after ${WRONG_TRIES} wrong passwords ${typeof again === 'string' ? again : outcome(again.exchange)}`,
    remedy:
      'Wait until the target opens the account again, and set CES_WRONG_CREDENTIALS_PER_MINUTE to what it allows: 1, where nobody knows.',
  };
}

async function compared(client: Client, { endpoint, call, exchange }: Read): Promise<string> {
  const without = await ask(client, endpoint, { ...call, authorization: none });
  if (typeof without === 'string') return `${ACCEPTED}${outcome(exchange)}; without them: ${without}`;
  if (isSuccess(without.exchange))
    return `not needed: the same read succeeds without them (${outcome(without.exchange)}); a run will report it`;
  const isSame = without.exchange.answer?.status === exchange.answer?.status;
  if (isSame) return `cannot be told: ${outcome(exchange)} with and without them; a fixture that exists would tell`;
  return `${ACCEPTED}${outcome(exchange)} with them, ${outcome(without.exchange)} without`;
}
