import { type Deviation, show } from '../../checks/deviation.ts';
import { SPELLED } from '../../checks/given-ids.ts';
import {
  AS_REMEMBERED,
  BEHIND,
  inTurnsWords,
  OF_THE_LOAD,
  OF_TIME,
  REJECTION,
  RIGHT_AGAIN,
  RIGHT_ALONE,
  SHIFTED,
} from '../../checks/run-history.ts';
import { customersIn } from '../../client/call.ts';
import { now, sleep } from '../../client/time.ts';
import { wrongPassword } from '../../http/authorization.ts';
import { type Exchange, endOf, isSuccess } from '../../http/exchange.ts';
import { ifAssessed } from '../../settings/not-assessed.ts';
import { recordsMade } from '../property/property.ts';
import type { Session } from '../session.ts';
import { type Asked, isGuess } from './asked.ts';
import type { CheckRecord } from './check-record.ts';
import { IS_TYPE, isJudged, isNamed, type Played, playedAgain } from './played-again.ts';
import { leadOf, originOf } from './value-origin.ts';

/** So many a run: each waits until it is alone, and may leave a record. */
const MOST = 8;
/** With more at once, a paste is too long to read. */
const MOST_BESIDE = 4;
/** With more, the way to a failure is no sequence of steps. */
const MOST_STEPS = 5;
/** The whole run waits meanwhile: at a far target only the likeliest of the suspects are tried. */
const LONGEST_SEARCH_MS = 2000;
/** Sent so often, one after the other, what fails every eighth time fails twice. */
const TURNS = 16;

/**
 * What a few requests show is asked for once more, alone and with new names. Where it is right then, something that came before is to blame, or was
 * under way with it: what of the run's other requests brings it about again goes along.
 */
export async function explainFailures(record: CheckRecord, session: Session): Promise<void> {
  const { run, answers, implementation } = session;
  const { urls } = run.ledger;
  const { replay, readOnly } = run.settings.run;
  const { customerIds } = run.settings.fixtures;
  const { matchingCustomerId } = run.settings.tracking;
  for (const { index, exchange, deviations, exchanges } of record.shownBy) {
    const { flaky, contrast = '', requirement, endpoint, counterexample } = record.checks[index] ?? {};
    const since = urls.since(exchange);
    if (since !== null) record.explain(index, since, []);
    const steps = stepsOf(exchange, exchanges, session);
    const key = [requirement, endpoint, ...(steps ?? []).map(({ name }) => name)].join(' ');
    const isLeft = run.sentAgain.size < MOST && !run.sentAgain.has(key) && ![OF_THE_LOAD, OF_TIME].some((words) => words.test(contrast));
    const isTried = counterexample !== undefined && !flaky;
    // A replay sends what it was asked for, and nothing else.
    const mayBeSent = isLeft && !isTried && deviations.some(isJudged) && replay === null && !readOnly;
    const mayGuess = implementation.client.environment.account.takesGuesses;
    const isLetIn = isAcceptance(deviations);
    const isOfReads = steps?.every((step) => step.exchange.request.method === 'GET') === true;
    const isOfOwn = requirement !== 'authentication.rejects-after-good';
    const isFirst = !isLetIn || (isOfReads && isOfOwn && !run.sentAgain.has(REJECTION));
    const isSent = since === null && steps !== null && mayBeSent && isFirst && (mayGuess || !steps.some(isGuess));
    if (isSent && isLetIn) run.sentAgain.add(REJECTION);
    if (isSent) run.sentAgain.add(key);
    const cause = isSent
      ? await ifAssessed(
          implementation.lease.having(customerIds.length, customerIds, () =>
            run.transport.undisturbed(run.baseUrl, () =>
              isLetIn ? rememberedFor(steps, deviations, session) : causeOf(steps, deviations, session),
            ),
          ),
        )
      : null;
    const isOnly = exchanges.length === 1;
    const beside = isOnly && cause === 'alone' ? urls.beside(exchange).slice(-MOST_BESIDE) : [];
    if (cause !== null && cause !== 'alone' && cause.exchanges.length === 0) record.explain(index, cause.words, []);
    else if (cause !== null && cause !== 'alone')
      // Which other credentials were rejected was chance, where they are remembered.
      record.showBy(index, [cause.words, flaky || isLetIn ? '' : contrast].filter(Boolean).join('; '), cause.deviations, cause.exchanges);
    else if (beside.length > 0) record.explain(index, `${RIGHT_ALONE}${exchange.inFlight ?? beside.length + 1} in flight: wrong`, beside);
    else if (flaky) record.explain(index, null, urls.before(exchange));
    else if (cause === 'alone') {
      const made = (steps ?? []).map((step) => step.exchange).filter((each) => !exchanges.includes(each));
      const isRenamed = (steps ?? []).some(isNamed);
      record.explain(
        index,
        `${RIGHT_AGAIN}${isRenamed ? ', with new names' : ''}`,
        isOnly && made.length === 0 ? urls.before(exchange) : made,
      );
    }
    const known = { answers: urls.recent, sent: run.asked.changing };
    // Whom events match stands in many of them, and a spelling of a known id says whose record it is.
    const isNews = ({ actual }: Deviation) => matchingCustomerId === null || !actual.startsWith(show(matchingCustomerId));
    const [origin] = deviations
      .filter(isNews)
      .flatMap((deviation) => leadOf(deviation, exchange, known.sent) ?? originOf(deviation, exchange, known) ?? []);
    const isKnown = contrast.startsWith(SPELLED) || OF_A_RULE.test(contrast) || (cause !== null && cause !== 'alone');
    if (origin === undefined || isKnown) continue;
    const isShown = exchanges.includes(origin.exchange);
    record.explain(index, null, isShown ? [] : [origin.exchange], origin.words(titleOf(origin.exchange, session)));
  }
  answers.forget();
}

/** Which inputs fail, and no others: that an earlier record holds the value as well is chance. */
const OF_A_RULE = / fails(?: \(\d+ inputs\))?, and no other/;

/** What it takes to show the failure, in order; null where nobody knows how it was asked for, or where it is no sequence. */
function stepsOf(guilty: Exchange, exchanges: readonly Exchange[], { run: { asked, stored } }: Session): readonly Asked[] | null {
  // Others were read beside it.
  const before = exchanges.filter((each) => each !== guilty && (each.request.method !== 'GET' || endOf(each) <= guilty.startedAt));
  const all = [...new Set([...stored.creationsFor(guilty), ...before])].sort((one, other) => one.startedAt - other.startedAt);
  const isSequence = all.every((each) => endOf(each) <= guilty.startedAt) && all.length < MOST_STEPS;
  const steps = [...all, guilty].map((each) => asked.of(each));
  // A tracked event is found and resolved when the service is ready.
  return isSequence && steps.every((step) => step !== undefined && step.name !== 'trackEvent') ? (steps as Asked[]) : null;
}

const accepting =
  (accept: string) =>
  ({ call, ...asked }: Asked): Asked => ({ ...asked, call: { ...call, headers: { ...call.headers, accept } } });

/** What failed once more, and the words for why; null where it did not. */
const causeIn = ({ verdict, exchanges, deviations }: Played, words: string) =>
  verdict === 'wrong' ? { words, exchanges, deviations } : null;

/** Null where it fails again, whatever it accepts; else what brings the failure about, with the requests that show it: none where the words say it all. */
async function causeOf(steps: readonly Asked[], deviations: readonly Deviation[], session: Session) {
  const play = (all: readonly Asked[]) => playedAgain(all, deviations, session);
  const isRight = async () => (await play(steps)).verdict === 'right';
  if (!(await isRight())) {
    const isOfReads = steps.length > 1 && steps.every((step) => step.exchange.request.method === 'GET');
    const behind = isOfReads ? await behindRead(steps, deviations, session) : null;
    const remembered = behind ?? (await rememberedAnswer(steps, deviations, session));
    if (remembered !== null) return remembered;
    const [accept] = deviations.flatMap(({ expected }) => (IS_TYPE.test(expected) ? expected.replace(IS_TYPE, '') : []));
    if (accept === undefined || (await play(steps.map(accepting(accept)))).verdict !== 'right') return null;
    const words = `right with \`Accept: ${accept}\` and nothing beside it: what is answered depends on the \`Accept\` header`;
    return { words, exchanges: [], deviations: [] };
  }
  const { asked, settings } = session.run;
  const deadline = now() + LONGEST_SEARCH_MS;
  const suspects = asked.suspects(
    steps,
    deviations.map(({ expected }) => expected),
    { business: settings.fixtures.businessId, mayGuess: session.implementation.client.environment.account.takesGuesses },
  );
  for (const suspect of suspects) {
    if (now() > deadline) break;
    const behind = steps.toSpliced(suspect.at, 0, suspect);
    if ((await play(behind)).verdict !== 'wrong' || !(await isRight())) continue;
    const title = titleOf(suspect.exchange, session);
    const cause = causeIn(await play(behind), `${RIGHT_AGAIN}; ${BEHIND}\`${title}\`, it is wrong each time`);
    if (cause !== null) return cause;
  }
  const late = await afterPause(steps, deviations, session);
  const often = late ?? (await inTurns(steps, deviations, session));
  if (often === null) return 'alone' as const;
  return late ?? (await rememberedAnswer(steps, deviations, session)) ?? often;
}

/** What changes by itself is read again as long after it was made as the run read it. The paste waits no longer, and the whole run waits meanwhile. */
const PAUSE_MS = { shortest: 3000, longest: 9000 };

/** Null where the last request comes soon behind the one before it, or is right that long after it as well. */
async function afterPause(steps: readonly Asked[], deviations: readonly Deviation[], session: Session) {
  const [before, last] = steps.slice(-2).map((step) => step.exchange);
  if (before === undefined || last === undefined || last.request.method !== 'GET') return null;
  const pauseMs = Math.min(last.startedAt - endOf(before), PAUSE_MS.longest, session.run.pausesLeftMs);
  if (pauseMs < PAUSE_MS.shortest) return null;
  session.run.pausesLeftMs -= pauseMs;
  const played = await playedAgain(steps, deviations, session, pauseMs);
  return causeIn(played, `${RIGHT_AGAIN}; ${Math.round(pauseMs / 1000)} s later, it is wrong`);
}

/** A service that counts fails some of many turns, with nothing else under way. Null where none fails, where each would leave a record, and where requests are few. */
async function inTurns(steps: readonly Asked[], deviations: readonly Deviation[], session: Session) {
  const { run } = session;
  if (run.settings.run.maxRequests !== null || recordsMade(steps.map(({ exchange }) => exchange)) > 0) return null;
  const begun = now();
  const turns: Played[] = [];
  while (turns.length < TURNS && now() < begun + run.turnsLeftMs) {
    turns.push(await playedAgain(steps, deviations, session));
    if (turns.length % SHIFTED === 0) await playedAgain(steps.slice(-1), deviations, session);
  }
  run.turnsLeftMs -= now() - begun;
  const wrong = turns.flatMap(({ verdict }, index) => (verdict === 'wrong' ? [index + 1] : []));
  const last = turns.findLast(({ verdict }) => verdict === 'wrong');
  return last === undefined ? null : causeIn(last, `${RIGHT_AGAIN}; ${inTurnsWords(turns.length, wrong)}`);
}

/** A cache of a second has expired by then. */
const EXPIRED_MS = 1100;

/** The read that makes the last one wrong when it comes just before it. Null where the last one is wrong alone as well. */
async function behindRead(steps: readonly Asked[], deviations: readonly Deviation[], session: Session) {
  const [read, guilty] = steps.slice(-2);
  if (read === undefined || guilty === undefined) return null;
  await sleep(EXPIRED_MS);
  if ((await playedAgain([guilty], deviations, session)).verdict !== 'right') return null;
  const played = await playedAgain([read, guilty], deviations, session);
  return causeIn(played, `${RIGHT_AGAIN}; ${BEHIND}\`${titleOf(read.exchange, session)}\`, at once, it is wrong`);
}

/** What shows that the last request is answered as an equal one was before, whatever came in between. Null where it is not, and where no equal one came before. */
async function rememberedAnswer(steps: readonly Asked[], deviations: readonly Deviation[], session: Session) {
  const last = steps.at(-1);
  if (last?.exchange.request.method !== 'POST' || last.call.body === undefined) return null;
  const { asked } = session.run;
  const { request, startedAt } = last.exchange;
  const isEqual = (other: Exchange) =>
    other.request.url === request.url && other.request.body === request.body && endOf(other) <= startedAt;
  const equal = asked.changing.findLast((other) => isEqual(other) && isSuccess(other));
  const earlier = equal && asked.of(equal);
  if (earlier === undefined) return null;
  const isKnown = steps.slice(0, -1).some((step) => step.exchange === equal);
  for (const [body, words] of otherBodies(last.call.body, session)) {
    const apart = { ...last, call: { ...last.call, rawBody: body } };
    if ((await playedAgain(steps.with(-1, apart), deviations, session)).verdict !== 'right') continue;
    return causeIn(await playedAgain(isKnown ? steps : [earlier, ...steps], deviations, session), `right ${words}: ${AS_REMEMBERED}`);
  }
  return null;
}

/** Bodies for which nobody remembers an answer. Who reads a body takes no notice of a blank behind it, as who remembers what it says does not either. */
function otherBodies(body: unknown, { implementation }: Session): (readonly [body: string, words: string])[] {
  const customers = customersIn(body);
  const marked = customers.map((customer) => ({ ...customer, metadata: { origin: implementation.unique() } }));
  const isApart = customers.length > 0 && customers.every(({ metadata }) => metadata === undefined);
  const withMark = [JSON.stringify({ customers: marked }), 'with other metadata'] as const;
  return [[`${JSON.stringify(body)} `, 'with a blank behind the body'], ...(isApart ? [withMark] : [])];
}

const isAcceptance = (deviations: readonly Deviation[]): boolean => deviations.some(({ expected }) => expected.startsWith(REJECTION));

/** Caches of credentials and of answers seldom last longer. The whole run waits meanwhile, so this is done once. */
const FORGOTTEN_MS = 6000;

/** What shows that wrong credentials are let in only behind good ones. Null where they are let in without these too. */
async function rememberedFor(steps: readonly Asked[], deviations: readonly Deviation[], session: Session) {
  const [control, guess] = [steps.find((step) => !isGuess(step) && isSuccess(step.exchange)), steps.at(-1)];
  if (control === undefined || guess === undefined || control === guess) return null;
  await sleep(Math.min(FORGOTTEN_MS, session.run.deadline?.left ?? FORGOTTEN_MS));
  if ((await playedAgain([guess], deviations, session)).verdict !== 'right') return null;
  const { verdict, exchanges, deviations: found } = await playedAgain([control, guess], deviations, session);
  if (verdict !== 'wrong') return null;
  const apart = { ...guess, call: { ...guess.call, freshConnection: true } };
  const isOfConnection = (await playedAgain([control, apart], deviations, session)).verdict === 'right';
  const where = isOfConnection ? 'on the same connection, and no other' : `less than ${FORGOTTEN_MS / 1000} s before`;
  const behind = `${BEHIND}\`${titleOf(control.exchange, session)}\` with the good credentials, ${where}, it is wrong`;
  const { username = '', password = '' } = session.run.settings.credentials ?? {};
  const authorization = wrongPassword(username, password);
  const other = authorization && { ...guess, call: { ...guess.call, authorization } };
  const isAny = other !== undefined && (await playedAgain([control, other], deviations, session)).verdict === 'wrong';
  const also = isAny ? ', as a wrong password is too' : '';
  const deviationsBehind = found.map((deviation) => ({ ...deviation, actual: `${deviation.actual}, just behind good credentials${also}` }));
  return { words: `${RIGHT_AGAIN}; ${behind}`, exchanges, deviations: deviationsBehind };
}

const titleOf = (exchange: Exchange, { store }: Session): string => store(exchange).title.replace(/, \d+ ms$/, '');
