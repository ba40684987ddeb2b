import { isPage } from '../http/body.ts';
import { toCurl } from '../http/curl.ts';
import {
  type Answer,
  type Exchange,
  isRedirect,
  isRefusal,
  isSuccess,
  outcome,
  rejectsCredentials,
  type SentRequest,
} from '../http/exchange.ts';
import { tlsTrouble } from '../http/failures.ts';
import { isOfGateway, readingOf } from '../http/reading.ts';
import { refusalWords } from '../http/refusal.ts';
import { ifAssessed } from '../settings/not-assessed.ts';
import type { Settings } from '../settings/settings.ts';
import { endpointUrl } from '../settings/urls.ts';
import { type EndpointName, READS } from '../specification/endpoints.ts';
import { TargetGone } from './absence.ts';
import { CARDS } from './api/cards.ts';
import { AskedToWait } from './client.ts';
import type { Implementation } from './implementation.ts';
import { NotAllowed } from './permissions.ts';
import { type Asked, wrongPath } from './wrong-path.ts';

/** Reads whose record no other endpoint gives. */
const ASKED = READS.filter((name) => !CARDS[name].readsWhatOthersGive);

export interface Preflight {
  /** Why the target cannot be judged, in one sentence that says what to do; null where it can. */
  readonly obstacle: string | null;
  /** Why the path of the base URL may be wrong, where reads cannot tell; null otherwise. */
  readonly doubt: string | null;
  readonly answers: readonly Asked[];
}

export async function preflight(implementation: Implementation): Promise<Preflight> {
  const obstacleIn = (answers: readonly Asked[]) => obstacleOf(implementation.settings, answers);
  const reads = await firstReads(implementation, (ended, left) => ended.length > left && obstacleIn(ended) === null);
  // Asked only where the reads settle nothing, since it creates a business. A read may have made the example already. A target that never
  // answers is waited for once.
  const settled = reads.some(({ exchange }) => isServed(exchange));
  const exchange = settled ? null : await exchangeOf(implementation.example('createBusiness'));
  const answers: readonly Asked[] = exchange ? [...reads, { name: 'createBusiness', exchange }] : reads;
  const obstacle = obstacleIn(answers);
  const astray = obstacle === null ? await wrongPath(implementation, answers) : null;
  const [certain = null, doubt = null] = astray === null ? [] : astray.isCertain ? [astray.words] : [null, astray.words];
  return { obstacle: obstacle ?? certain, doubt, answers };
}

function obstacleOf(settings: Settings, asked: readonly Asked[]): string | null {
  const { baseUrl } = settings;
  const seen = asked.map(({ exchange }) => exchange);
  const [first] = seen;
  if (first === undefined) return null;
  const answers = seen.flatMap(({ answer }) => answer ?? []);
  if (answers.length === 0) {
    const { message, remedy = 'Check CES_BASE_URL and that the service is running.' } = first.failure ?? {};
    return `The target ${baseUrl} does not answer: ${message}. ${remedy}`;
  }
  if (answers.length < seen.length) return null;
  const inFront = obstacleInFront(seen);
  if (inFront !== null) return `The target ${baseUrl} ${inFront}`;
  const where = seen.length === 1 ? 'the endpoint asked' : `all ${seen.length} endpoints asked`;
  if (seen.every((exchange) => exchange.answer?.status === 403 && isPage(exchange)))
    return `The target ${baseUrl} answers everything with a page (${outcome(first)}${refusalWords(first)}). ${SHUT}`;
  if (seen.every(rejectsCredentials)) {
    const { words, command } = refusedCredentialsAdvice(settings, first.request);
    return `The target refuses the credentials everywhere (${outcome(first)} at ${where}). ${words} ${command}`;
  }
  if (seen.every((exchange) => readingOf(exchange, { credentials: 'good' }) === 'put-off'))
    return `The target asks to wait at ${where} (${outcome(first)}), longer than the suite does. Try again later, or lower CES_MAX_RPS.`;
  const down = downBehindGateway(answers);
  return down === null ? null : `The target ${baseUrl} answers ${down} at ${where}, with good credentials: ${ADVICE}`;
}

const SHUT =
  'Something in front of the service may not let this machine in, or this program. Ask its owner, or name another User-Agent in CES_HEADERS.';

const ADVICE = 'it looks down behind its gateway. Check that the service is running, and the path of CES_BASE_URL.';

/** What only the service itself would say, or nothing at all: then the reads settle whether it is there. */
function isServed(exchange: Exchange): boolean {
  const { answer } = exchange;
  if (answer === null) return true;
  return isSuccess(exchange) ? !isPage(exchange) : isRefusal(exchange) && readingOf(exchange) === 'service';
}

/** What is left when nothing more is in question gets this time, or as long again as the others took. */
const REST_MS = 1000;

/** The exchanges of the reads that the settings allow. One that hangs holds up nobody where the others leave nothing in question. */
async function firstReads(implementation: Implementation, isSettled: (ended: readonly Asked[], left: number) => boolean): Promise<Asked[]> {
  const begun = performance.now();
  const answers = new Map<EndpointName, Asked>();
  let left = ASKED.length;
  const inOrder = () => ASKED.flatMap((name) => answers.get(name) ?? []);
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    const noted = ASKED.map(async (name) => {
      const read = implementation.typicalCalls(name).then(([call]) => implementation.client.send(name, call));
      const exchange = await exchangeOf(read);
      if (exchange) answers.set(name, { name, exchange });
      left -= 1;
      if (timer === undefined && isSettled(inOrder(), left)) timer = setTimeout(resolve, Math.max(REST_MS, performance.now() - begun));
    });
    Promise.all(noted).then(() => resolve(), reject);
  });
  clearTimeout(timer);
  return inOrder();
}

/** Null where the settings do not allow the attempt. */
function exchangeOf(attempt: Promise<Exchange>): Promise<Exchange | null> {
  const shown = attempt.catch((error: unknown) => {
    if (error instanceof AskedToWait || error instanceof TargetGone || error instanceof NotAllowed) return error.exchange;
    throw error;
  });
  return ifAssessed(shown);
}

/** What servers in front of a service (nginx, Apache, Go) answer with status 400 when TLS is not as they want it. */
const SAYINGS = [
  [/No required SSL certificate was sent/, tlsTrouble('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED')],
  [/The SSL certificate error/, tlsTrouble('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA')],
  [
    /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled server port|Client sent an HTTP request to an HTTPS server/,
    { what: 'speaks TLS at this port', remedy: 'Give CES_BASE_URL with https:.' },
  ],
] as const;

/** Why every request ends in front of the service, and what to do; follows the target's name. Null where the answers show no reason. */
export function obstacleInFront(seen: readonly Exchange[]): string | null {
  const [first] = seen;
  if (first !== undefined && seen.every(leadsToItself)) {
    const [does, header] = first.answer?.headers['set-cookie'] === undefined ? ['', ''] : [' and sets a cookie', ' (Cookie)'];
    return `redirects every request to its own address${does} (${outcome(first)}): something in front of the service wants more than the suite sends. Name it in CES_HEADERS${header}, or let this machine past it.`;
  }
  const isSaid = (pattern: RegExp) =>
    seen.every(({ answer }) => answer?.status === 400 && pattern.test(Buffer.from(answer.body).toString('latin1')));
  const [, trouble = null] = SAYINGS.find(([pattern]) => isSaid(pattern)) ?? [];
  return trouble && `${trouble.what}. ${trouble.remedy}`;
}

function leadsToItself({ request: { url }, answer }: Exchange): boolean {
  const { location = '' } = answer?.headers ?? {};
  return isRedirect({ answer }) && URL.canParse(location, url) && new URL(location, url).href === new URL(url).href;
}

/** One endpoint that answers 500 may have a bug of its own; so many different ones have not the same. */
const ENOUGH = 3;

/** The same server error from different endpoints, to good requests: the service seems down behind its gateway. Null otherwise. */
export function downBehindGateway(answers: readonly Answer[]): string | null {
  const [first] = answers;
  if (first === undefined || !answers.every(({ status }) => status === first.status)) return null;
  // What is no status at all counts as a server error (RFC 9110 §15).
  return isOfGateway(first) || (answers.length >= ENOUGH && first.status >= 500) ? `status ${first.status}` : null;
}

/** What RFC 7617 allows in credentials and some servers do not take, with what they do. */
const RARELY_TAKEN: readonly { readonly pattern: RegExp; readonly words: string }[] = [
  { pattern: /:/, words: 'a colon (some servers cut the password there, or refuse it)' },
  { pattern: /\s/, words: 'a space (some servers trim or refuse it)' },
  { pattern: /[^ -~]/, words: 'a character beyond ASCII (some servers do not read UTF-8)' },
];

/** What in refused credentials servers are known to refuse, without their values, and a command that shows it without this suite. */
export function refusedCredentialsAdvice({ baseUrl, credentials }: Settings, refused: SentRequest) {
  const notes = Object.entries({ CES_USERNAME: credentials?.username ?? '', CES_PASSWORD: credentials?.password ?? '' }).flatMap(
    ([variable, value]) => {
      const words = RARELY_TAKEN.filter(({ pattern }) => pattern.test(value)).map((rare) => rare.words);
      const allowed = `${variable} holds ${words.join(', and ')}: RFC 7617 allows it, so try others to see whether that is why.`;
      return words.length === 0 ? [] : [allowed];
    },
  );
  const words = [
    'Check CES_USERNAME and CES_PASSWORD, and whether they belong to this environment.',
    ...notes,
    'To see it without this suite, with both in the environment:',
  ].join(' ');
  return { words, command: toCurl(asRead(refused, baseUrl ?? '')) };
}

/** The request as one that changes nothing. */
function asRead(request: SentRequest, baseUrl: string): SentRequest {
  if (request.method === 'GET') return request;
  const { accept = '*/*' } = request.headers;
  return { ...request, method: 'GET', url: endpointUrl(baseUrl, '/segments/unknown'), headers: { accept }, body: null };
}
