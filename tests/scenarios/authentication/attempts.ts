import { leakDeviations } from '../../../src/checks/leaks.ts';
import { AS_FORM, REJECTION, RIGHT_ALONE } from '../../../src/checks/run-history.ts';
import { AnswerLost } from '../../../src/client/lost-answers.ts';
import { authorization, none, WRONG_CREDENTIALS } from '../../../src/http/authorization.ts';
import { carrying, OTHER_PLACES, type OtherPlace, type Part } from '../../../src/http/other-places.ts';
import { type Deviation, differences, type StatementId } from '../../judging.ts';
import type { Answer, Call, EndpointName, Exchange, Implementation } from '../../library.ts';
import { CARDS, ENDPOINT_NAMES, endpoint, isObject, isSuccess, jsonOf, READS, sleep } from '../../library.ts';
import { ifAssessed, NotAssessed, type ScenarioContext } from '../../suite.ts';
import { acceptedOf } from '../records.ts';
import { HEAD, otherRequests } from './other-requests.ts';

/** Whether a success without credentials holds what the accepted control request got. */
export function isHeldBy(exchange: Exchange & { answer: Answer }, control: Exchange & { answer: Answer }): boolean {
  if (leakDeviations(exchange, control).length > 0) return true;
  const [answer, expected] = [jsonOf(exchange.answer), jsonOf(control.answer)];
  if ('problem' in answer || 'problem' in expected || !isObject(answer.value) || !isObject(expected.value)) return false;
  const { value } = answer;
  const members = Object.keys(expected.value);
  // The empty object of an acknowledgement says nothing. Whether the event was tracked is looked at.
  if (members.length === 0) return false;
  const isLike = members.length > 1 && members.every((member) => Object.hasOwn(value, member));
  return isLike || differences(expected.value, value).length === 0;
}

/** A request without good credentials. */
export interface Attempt {
  /** That it is rejected. */
  readonly statement: StatementId;
  /** What was wrong, in words. */
  readonly title: string;
  readonly call: Call;
  readonly exchange: Exchange;
  /** What passes beside it. */
  readonly contrast?: string;
  /** Another method or another spelling, so not a request of the specification's. */
  readonly unlisted?: true;
}

export type Control = Exchange & { readonly answer: Answer };
type Planned = Omit<Attempt, 'exchange'>;

/** What was tried at an endpoint, after a control request with good credentials. */
export interface Tried extends ScenarioContext {
  readonly name: EndpointName;
  readonly control: Control;
  /** That each kind of attempt is rejected. */
  readonly kinds: ReadonlySet<StatementId>;
  readonly attempts: readonly Attempt[];
  /** By statement, why an attempt was not made, or proves nothing. */
  readonly leftOut: ReadonlyMap<StatementId, NotAssessed>;
}

/** What is to be tried. */
type Trying = Omit<Tried, 'attempts' | 'leftOut'>;

/** The request without credentials, on the connection that has just carried the control request. */
export const AFTER_GOOD: StatementId = 'authentication.rejects-after-good';

/** Longer than a usual restart. */
const MAINTENANCE_MS = 2000;

const AFTER = authorization(null, 'no good credentials, after good ones on the same connection', '');

/** The attempts of these kinds. The first stands alone, to find the connection idle that has just served the control request. */
export async function attemptsAt(trying: Trying): Promise<Pick<Tried, 'attempts' | 'leftOut'>> {
  const { implementation, name, control, kinds } = trying;
  const { call: typical } = await implementation.accepted(name);
  const marked = (): Call => CARDS[name].marked?.(typical, implementation.unique()) ?? typical;
  const sendOnce = (planned: Planned) => implementation.client.send(name, planned.call);
  const send = async (planned: Planned): Promise<Attempt> => {
    let exchange = await sendOnce(planned);
    // Where people read pages, one for everybody (of a maintenance, say) looks like a success. What the guard lets by comes again.
    const isPage = endpoint(name).response === null && isSuccess(exchange);
    if (isPage && !Buffer.from(exchange.answer?.body ?? '').equals(Buffer.from(control.answer.body))) {
      await sleep(MAINTENANCE_MS);
      exchange = await sendOnce(planned);
    }
    return { ...planned, exchange };
  };
  const isWanted = ({ statement }: { readonly statement: StatementId }) => kinds.has(statement);
  const afterGood = { statement: AFTER_GOOD, title: AFTER.shown, call: { ...marked(), authorization: AFTER } };
  const planned = (one: Planned) => ({ statement: one.statement, attempt: send(one) });
  const leftOut = new Map<StatementId, NotAssessed>();
  const first = await outcomesOf(trying, leftOut, [afterGood].filter(isWanted).map(planned));
  const { username, password } = credentialsOf(trying);
  const wrong = WRONG_CREDENTIALS.filter(isWanted).flatMap(({ statement, title, forms }) => {
    const made = forms(username, password);
    // A careless guard is seldom careless at one endpoint alone, so each tries another form.
    const authorization = made[ENDPOINT_NAMES.indexOf(name) % made.length];
    const freshConnection = statement === 'authentication.rejects-missing';
    return authorization === undefined ? [] : [{ statement, title, call: { ...marked(), authorization, freshConnection } }];
  });
  const others = otherRequests(name, control, implementation.settings.run.readOnly)
    .filter(isWanted)
    .map(({ statement, title, change }) => {
      const own = marked();
      const query = [own.query, change.query].filter((part) => part !== undefined).join('&');
      return { statement, title, call: { ...own, authorization: none, ...change, ...(query && { query }) }, unlisted: true as const };
    });
  const places = atPlaces(trying, OTHER_PLACES.filter(isWanted), marked, send);
  const sending = wrong.map(planned);
  // A read that gets its answer may hand it to equal ones that are under way.
  const beside = endpoint(name).method === 'GET' ? ifAssessed(implementation.client.send(name, typical)) : null;
  const [sent] = await Promise.all([outcomesOf(trying, leftOut, [...sending, ...others.map(planned), ...places]), beside]);
  const attempts: Attempt[] = [];
  const { account, absence } = implementation.client.environment;
  for (const attempt of [...first, ...sent]) {
    // Whoever is let in is let in, locked or not.
    const isAtRisk = !isSuccess(attempt.exchange) && (leftOut.size > 0 || account.lockedAfter !== null);
    const isOfLock = isAtRisk && (await ifAssessed(absence.mayBeOfLock(attempt.exchange)));
    if (isOfLock === false) attempts.push(await apartFromOthers(trying, attempt));
    else leftOut.set(attempt.statement, new NotAssessed(OF_LOCK));
  }
  return { attempts, leftOut };
}

const OF_LOCK = 'It was rejected at a time when the good credentials may have been refused too';

/** The attempts that were made. One that was not leaves its own statement open, and no other; one that lost its answer may be made when the scenario is played again. */
async function outcomesOf(
  { record }: Trying,
  leftOut: Map<StatementId, NotAssessed>,
  sending: readonly { readonly statement: StatementId; readonly attempt: Promise<Attempt | null> }[],
): Promise<readonly Attempt[]> {
  const outcomes = sending.map(async ({ statement, attempt }) => {
    try {
      return await attempt;
    } catch (error) {
      if (!(error instanceof NotAssessed)) throw error;
      if (error instanceof AnswerLost) record.cutShort(error);
      else leftOut.set(statement, error);
      return null;
    }
  });
  return (await Promise.all(outcomes)).filter((attempt) => attempt !== null);
}

const MISSING: StatementId = 'authentication.rejects-missing';

/** Statuses that tell of credentials. */
const OF_A_GUARD: readonly number[] = [401, 403];

/** Others may take the connection in between. */
const MOST_PAIRS = 3;
/** A paste of more is too long to read. */
const MOST_BESIDE = 5;

/** What answers in place of the service looks at the URL alone. */
const CACHED: Pick<Attempt, 'title' | 'contrast'> = {
  title: 'no good credentials, for a URL that was asked for with good ones before',
  contrast: 'rejected under a URL that nobody has asked for: what answers this one looks at the URL alone',
};

const ONE_OF_SEVERAL = 'rejected when it was sent again: one of several machines may let it in';
const OVER_ANOTHER = 'accepted over the connection that a good request went over just before, rejected over a new one';
const BESIDE = 'a rejection of whatever does not carry the good credentials, also beside other requests';
/** Good requests at once with one that is to be rejected, and how often. */
const [GOOD_BESIDE, TIMES_BESIDE] = [8, 3];

/** What is let in, and rejected alone, is let in for what went before it or beside it, whatever it carries: one deviation of the statement about that. */
async function apartFromOthers(trying: Trying, attempt: Attempt): Promise<Attempt> {
  const { implementation, session, record, name, control } = trying;
  const { statement, call, exchange, unlisted } = attempt;
  const { client } = implementation;
  // Another method or spelling may be answered as anybody likes, but not with what the control request got.
  const mayDiffer = unlisted && statement !== HEAD && CARDS[name].marked === undefined;
  if (!isSuccess(exchange) || (mayDiffer && !isHeldBy(exchange, control))) return attempt;
  const isKnown = record.checks.some(({ requirement }) => requirement === AFTER_GOOD);
  const alone = await client.send(name, { ...call, alone: !isKnown, freshConnection: true });
  // What answers in place of the service may look at the URL alone.
  const isPlainRead = isSuccess(alone) && alone.request.method === 'GET' && call.query === undefined;
  const elsewhere = isPlainRead ? await rejectedElsewhere(implementation, name, call) : null;
  const isCached = elsewhere !== null;
  if (alone.answer === null || (isSuccess(alone) && !isCached)) return attempt;
  const rejected = { ...attempt, exchange: isCached ? elsewhere : alone };
  // What answered in place of the service for a while let everybody in. No answer to HEAD tells who gave it.
  if (isKnown || exchange.request.method === 'HEAD' || exchange.startedAt < client.environment.absence.backAt) return rejected;
  // Only a request that carries nothing shows that nothing is needed.
  const carriesNothing = call.authorization?.value == null && call.authorization?.elsewhere === undefined;
  const bare: Call = carriesNothing ? call : { ...(await implementation.accepted(name)).call, authorization: AFTER };
  for (let turn = 0; turn < MOST_PAIRS; turn += 1) {
    const good = await client.send(name, { ...(await implementation.accepted(name)).call, alone: true });
    const behind = await client.send(name, { ...bare, alone: true, freshConnection: false });
    if (!isSuccess(behind)) continue;
    const found = isCached ? CACHED : { title: AFTER.shown };
    record.alsoFailed(AFTER_GOOD, name, acceptedDeviations(found.title), [good, behind], found.contrast);
    return statement === AFTER_GOOD ? { ...attempt, ...found } : rejected;
  }
  if (!carriesNothing) {
    const isExplained = (await isLetInBehind(trying, attempt)) || (await isLetInBeside(trying, attempt));
    return isExplained ? rejected : { ...attempt, contrast: ONE_OF_SEVERAL };
  }
  if (exchange.inFlight === undefined || isCached) return attempt;
  const deviation = { expected: BESIDE, actual: 'a request without credentials is accepted beside others, and rejected alone' };
  // Reads leave nothing when they are pasted.
  const beside = session.run.ledger.urls.beside(exchange, (other) => other.request.method === 'GET');
  const contrast = `${RIGHT_ALONE}${exchange.inFlight} in flight: accepted`;
  record.alsoFailed(MISSING, name, [deviation], [...beside.slice(-MOST_BESIDE), exchange], contrast);
  return rejected;
}

/** What was let in, and rejected alone, comes in over the connection of a good request: whose it is may be kept there. */
async function isLetInBehind({ implementation, record, name }: Trying, { call }: Attempt): Promise<boolean> {
  const { client } = implementation;
  for (let turn = 0; turn < MOST_PAIRS; turn += 1) {
    const good = await client.send(name, { ...(await implementation.accepted(name)).call, alone: true });
    const behind = await client.send(name, { ...call, alone: true, freshConnection: false });
    if (!isSuccess(behind)) continue;
    if (isSuccess(await client.send(name, { ...call, alone: true, freshConnection: true }))) return false;
    record.alsoFailed(AFTER_GOOD, name, acceptedDeviations(AFTER.shown), [good, behind], OVER_ANOTHER);
    return true;
  }
  return false;
}

/** What was let in, and rejected alone, comes in beside good requests: who is asking may be kept in one place for all. */
async function isLetInBeside({ implementation, record, name }: Trying, { call }: Attempt): Promise<boolean> {
  const { client } = implementation;
  const [read] = (await acceptedOf(implementation, READS)).filter(({ exchange }) => isSuccess(exchange));
  if (read === undefined) return false;
  for (let turn = 0; turn < TIMES_BESIDE; turn += 1) {
    const good = () => Array.from({ length: GOOD_BESIDE / 2 }, () => client.send(read.name, read.call));
    const [before, attempt, behind] = [good(), client.send(name, call), good()];
    const [wrong, ...beside] = await Promise.all([attempt, ...before, ...behind]);
    if (!isSuccess(wrong)) continue;
    if (isSuccess(await client.send(name, { ...call, alone: true, freshConnection: true }))) return false;
    const actual = 'a request with wrong credentials is accepted beside others, and rejected alone';
    const contrast = `${RIGHT_ALONE}${wrong.inFlight ?? 1} in flight: accepted`;
    record.alsoFailed(MISSING, name, [{ expected: BESIDE, actual }], [...beside.slice(0, MOST_BESIDE), wrong], contrast);
    return true;
  }
  return false;
}

/** One of several machines would let in some of these, wherever they are sent. */
const URLS_TRIED = 3;

/** The last rejection under a URL that nobody has asked for; null where not all are rejected there and let in here, in turn. */
async function rejectedElsewhere(implementation: Implementation, name: EndpointName, call: Call): Promise<Exchange | null> {
  const { client } = implementation;
  let elsewhere: Exchange | null = null;
  for (let turn = 0; turn < URLS_TRIED; turn += 1) {
    elsewhere = await client.send(name, { ...call, query: `conformance=${implementation.unique()}`, freshConnection: true });
    if (!OF_A_GUARD.includes(elsewhere.answer?.status ?? 0)) return null;
    if (!isSuccess(await client.send(name, { ...call, alone: true, freshConnection: true }))) return null;
  }
  return elsewhere;
}

/** Of what was accepted without good credentials. @param shown what it carried @param form which form of that */
export function acceptedDeviations(shown: string, { hint = '', form }: { hint?: string; form?: string | undefined } = {}): Deviation[] {
  const expected = `${REJECTION}, so no 2xx: the request carries ${shown}${hint}`;
  return [{ expected, actual: `accepted: ${shown}${form === undefined ? '' : `${AS_FORM}${form}`}` }];
}

export function credentialsOf({ implementation }: ScenarioContext): { readonly username: string; readonly password: string } {
  const { credentials } = implementation.settings;
  if (credentials === null) throw new Error('A target has credentials.');
  return credentials;
}

/** All header fields in one request, whichever statement they are of, and all members of a query in another. Where one is accepted, each of its parts by itself, to name the one that was. */
function atPlaces(
  { control, ...context }: Trying,
  places: readonly OtherPlace[],
  marked: () => Call,
  send: (planned: Planned) => Promise<Attempt>,
) {
  const { username, password } = credentialsOf(context);
  // A header that the settings fill for a gateway stays theirs.
  const isFree = (name: string) => control.request.headers[name] === undefined;
  const planned = places.flatMap(({ statement, make }) => {
    const parts = make(username, password, control).filter(({ fields = {} }) => Object.keys(fields).every(isFree));
    return parts.length === 0 ? [] : [{ statement, parts, isQuery: parts.some(({ query }) => query !== undefined) }];
  });
  const withParts = (statement: StatementId, some: readonly Part[]) => {
    const authorization = carrying(some);
    return send({ statement, title: authorization.shown, call: { ...marked(), authorization } });
  };
  const together = (isQuery: boolean) => {
    const [first, ...others] = planned.filter((place) => place.isQuery === isQuery);
    return (
      first &&
      withParts(
        first.statement,
        [first, ...others].flatMap(({ parts }) => parts),
      )
    );
  };
  const sent = { fields: together(false), query: together(true) };
  const attemptOf = async ({ statement, parts, isQuery }: (typeof planned)[number]): Promise<Attempt | null> => {
    const all = await (isQuery ? sent.query : sent.fields);
    if (all === undefined || !isSuccess(all.exchange)) return all === undefined ? null : { ...all, statement };
    for (const part of parts) {
      const alone = await withParts(statement, [part]);
      if (isSuccess(alone.exchange)) return alone;
    }
    return withParts(statement, parts);
  };
  return planned.map((place) => ({ statement: place.statement, attempt: attemptOf(place) }));
}
