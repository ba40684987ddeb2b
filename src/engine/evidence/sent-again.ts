import { type Deviation, show } from '../../checks/deviation.ts';
import { BEHIND, inTurnsWords, OF_THE_LOAD, REJECTION, RIGHT_AGAIN, RIGHT_ALONE, SHIFTED } from '../../checks/run-history.ts';
import type { Call } from '../../client/call.ts';
import { now, sleep } from '../../client/time.ts';
import { mediaTypeOf, objectIn } from '../../http/body.ts';
import { type Exchange, endOf, isClientError, isSuccess, outcome } from '../../http/exchange.ts';
import { ifAssessed } from '../../settings/not-assessed.ts';
import { jsonIn } from '../../settings/parsing/json.ts';
import { valueAt } from '../../specification/json.ts';
import { recordsMade } from '../property/property.ts';
import type { Session } from '../session.ts';
import { type Asked, isGuess } from './asked.ts';
import type { CheckRecord } from './check-record.ts';
import { originOf } from './value-origin.ts';

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
  for (const { index, exchange, deviations, exchanges } of record.shownBy) {
    const { flaky, contrast = '', requirement, endpoint, counterexample } = record.checks[index] ?? {};
    const since = urls.since(exchange);
    if (since !== null) record.explain(index, since, []);
    const steps = stepsOf(exchange, exchanges, session);
    const key = [requirement, endpoint, ...(steps ?? []).map(({ name }) => name)].join(' ');
    const isLeft = run.sentAgain.size < MOST && !run.sentAgain.has(key) && !OF_THE_LOAD.test(contrast);
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
      record.showBy(index, [cause.words, flaky ? '' : contrast].filter(Boolean).join('; '), cause.deviations, cause.exchanges);
    else if (beside.length > 0) record.explain(index, `${RIGHT_ALONE}${exchange.inFlight ?? beside.length + 1} in flight: wrong`, beside);
    else if (flaky) record.explain(index, null, urls.before(exchange));
    else if (cause === 'alone') {
      const made = (steps ?? []).map((step) => step.exchange).filter((each) => !exchanges.includes(each));
      const isRenamed = (steps ?? []).some(({ call }) => JSON.stringify(pick(call)).search(MADE_UP) >= 0);
      record.explain(
        index,
        `${RIGHT_AGAIN}${isRenamed ? ', with new names' : ''}`,
        isOnly && made.length === 0 ? urls.before(exchange) : made,
      );
    }
    const known = { answers: urls.recent, sent: run.asked.changing };
    const [origin] = deviations.flatMap((deviation) => originOf(deviation, exchange, known) ?? []);
    if (origin === undefined || (cause !== null && cause !== 'alone')) continue;
    const isShown = exchanges.includes(origin.exchange);
    record.explain(index, null, isShown ? [] : [origin.exchange], origin.words(titleOf(origin.exchange, session)));
  }
  answers.forget();
}

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

/** Null where it fails again, whatever it accepts; else what brings the failure about, with the requests that show it: none where the words say it all. */
async function causeOf(steps: readonly Asked[], deviations: readonly Deviation[], session: Session) {
  const play = (all: readonly Asked[]) => playedAgain(all, deviations, session);
  const isRight = async () => (await play(steps)).verdict === 'right';
  if (!(await isRight())) {
    const isOfReads = steps.length > 1 && steps.every((step) => step.exchange.request.method === 'GET');
    const behind = isOfReads ? await behindRead(steps, deviations, session) : null;
    if (behind !== null) return behind;
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
    const { verdict, exchanges, deviations: found } = await play(behind);
    const title = titleOf(suspect.exchange, session);
    if (verdict === 'wrong') return { words: `${RIGHT_AGAIN}; ${BEHIND}\`${title}\`, it is wrong each time`, exchanges, deviations: found };
  }
  return (await inTurns(steps, deviations, session)) ?? ('alone' as const);
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
  if (last === undefined) return null;
  const words = `${RIGHT_AGAIN}; ${inTurnsWords(turns.length, wrong)}`;
  return { words, exchanges: last.exchanges, deviations: last.deviations };
}

/** A cache of a second has expired by then. */
const EXPIRED_MS = 1100;

/** The read that makes the last one wrong when it comes just before it. Null where the last one is wrong alone as well. */
async function behindRead(steps: readonly Asked[], deviations: readonly Deviation[], session: Session) {
  const [read, guilty] = steps.slice(-2);
  if (read === undefined || guilty === undefined) return null;
  await sleep(EXPIRED_MS);
  if ((await playedAgain([guilty], deviations, session)).verdict !== 'right') return null;
  const { verdict, exchanges, deviations: found } = await playedAgain([read, guilty], deviations, session);
  if (verdict !== 'wrong') return null;
  const words = `${RIGHT_AGAIN}; ${BEHIND}\`${titleOf(read.exchange, session)}\`, at once, it is wrong`;
  return { words, exchanges, deviations: found };
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
  const behind = `${BEHIND}\`${titleOf(control.exchange, session)}\` with the good credentials, less than ${FORGOTTEN_MS / 1000} s before, it is wrong`;
  // Whatever it carries is let in then, so that is the sentence of the finding.
  const deviationsBehind = found.map((deviation) => ({ ...deviation, actual: `${deviation.actual}, just behind good credentials` }));
  return { words: `${RIGHT_AGAIN}; ${behind}`, exchanges, deviations: deviationsBehind };
}

const titleOf = (exchange: Exchange, { store }: Session): string => store(exchange).title.replace(/, \d+ ms$/, '');

interface Played {
  /** Null where the answer shows neither. */
  readonly verdict: 'right' | 'wrong' | null;
  /** What is wrong with the last answer. */
  readonly deviations: readonly Deviation[];
  readonly exchanges: readonly Exchange[];
}

/** Sends requests once more, in order, with new names and with the ids that come now, while nothing else is under way. */
export async function playedAgain(steps: readonly Asked[], expected: readonly Deviation[], { implementation }: Session): Promise<Played> {
  const names = new Names(implementation.unique);
  const exchanges: Exchange[] = [];
  for (const { name, call, exchange } of steps) {
    const ask = implementation.client.ask(name, { ...call, ...names.in(pick(call)) });
    const again = await ask.send({ urgent: true });
    ask.ended(again);
    exchanges.push(again);
    const [old, made] = [exchange, again].map((each) => objectIn(each)?.id);
    if (typeof old === 'string' && typeof made === 'string') names.now(old, made);
  }
  const last = exchanges.at(-1);
  const verdicts = expected.filter(isJudged).map(({ exchange: _, ...deviation }) => {
    const meant = names.in(deviation);
    return { ...meant, ...judged(meant, last) };
  });
  const wrong = verdicts.filter(({ verdict }) => verdict === 'wrong');
  const isRight = verdicts.every(({ verdict }) => verdict === 'right');
  return {
    verdict: wrong.length > 0 ? 'wrong' : isRight ? 'right' : null,
    deviations: wrong.map(({ verdict: _, ...one }) => one),
    exchanges,
  };
}

const pick = ({ id, body }: Call): Call => ({ ...(id !== undefined && { id }), ...(body !== undefined && { body }) });

/** Names that a run makes up, the same in addresses, and phone numbers. */
const MADE_UP = /conformance-[\w-]+?-\d{5}(?!\d)|(?<=\+1\d{3}55501)\d\d/g;

/** A name for each that was made up, the id of each record for that of an earlier one. */
class Names {
  readonly #unique: () => string;
  readonly #fresh = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  readonly #shift: number;

  constructor(unique: () => string) {
    this.#unique = unique;
    this.#shift = 1 + (Number(unique().slice(-2)) % 99);
  }

  now(old: string, made: string): void {
    const [one, other] = [JSON.stringify(old), JSON.stringify(made)];
    this.#ids.set(one, other);
    // Where a deviation shows it as JSON within a text.
    this.#ids.set(JSON.stringify(one).slice(1, -1), JSON.stringify(other).slice(1, -1));
  }

  in<T>(value: T): T {
    const text = JSON.stringify(value).replaceAll(MADE_UP, (name) => this.#freshFor(name));
    return JSON.parse([...this.#ids].reduce((all, [old, made]) => all.replaceAll(old, () => made), text));
  }

  #freshFor(name: string): string {
    const fresh = /^\d\d$/.test(name)
      ? String((Number(name) + this.#shift) % 100).padStart(2, '0')
      : (this.#fresh.get(name) ?? this.#unique());
    this.#fresh.set(name, fresh);
    return fresh;
  }
}

const STATUS = /^status (\d+)$/;
/** Of an answer that has another one. */
export const IS_TYPE = /^content-type /;
const ANY_ORDER = /, in any order$/;
const AMONG = /(?:^|, )("(?:[^"\\]|\\.)*") among them/;

/** Whether the expectation is one that any answer can be held against. */
export function isJudged({ pointer, expected, actual }: Deviation): boolean {
  if (expected.startsWith(REJECTION)) return true;
  if (pointer === undefined) return [STATUS.test(expected), STATUS.test(actual), IS_TYPE.test(expected)].includes(true);
  return AMONG.test(expected) || jsonIn(expected.replace(ANY_ORDER, '')) !== undefined;
}

function judged({ pointer, expected, actual }: Deviation, again: Exchange | undefined): { verdict: Played['verdict']; actual: string } {
  if (again?.answer == null) return { verdict: null, actual };
  if (expected.startsWith(REJECTION)) return { verdict: isSuccess(again) ? 'wrong' : isClientError(again) ? 'right' : null, actual };
  const status = IS_TYPE.test(expected) ? `content-type ${mediaTypeOf(again.answer)}` : outcome(again);
  if (pointer === undefined) {
    const isRight = STATUS.test(expected) || IS_TYPE.test(expected) ? status === expected : isSuccess(again);
    return { verdict: isRight ? 'right' : status === actual ? 'wrong' : null, actual: status };
  }
  // Another record came back before. Alone, the id is refused: no record comes back any more.
  const isRefusedId = pointer === '/id' && again.request.method === 'GET' && isClientError(again);
  if (!isSuccess(again)) return { verdict: isRefusedId ? 'right' : null, actual };
  const value = valueAt(objectIn(again), pointer);
  const one = AMONG.exec(expected)?.[1];
  const inOrder = (found: unknown) => JSON.stringify(ANY_ORDER.test(expected) && Array.isArray(found) ? found.toSorted() : found);
  const isRight =
    one === undefined
      ? inOrder(value) === inOrder(jsonIn(expected.replace(ANY_ORDER, '')))
      : Array.isArray(value) && value.includes(JSON.parse(one));
  return { verdict: isRight ? 'right' : 'wrong', actual: show(value) };
}
