import { type Deviation, show } from '../../checks/deviation.ts';
import { REJECTION } from '../../checks/run-history.ts';
import type { Call } from '../../client/call.ts';
import { sleep } from '../../client/time.ts';
import { mediaTypeOf, objectIn } from '../../http/body.ts';
import { type Exchange, isClientError, isSuccess, outcome } from '../../http/exchange.ts';
import { jsonIn } from '../../settings/parsing/json.ts';
import { valueAt } from '../../specification/json.ts';
import type { Session } from '../session.ts';
import type { Asked } from './asked.ts';

export interface Played {
  /** Null where the answer shows neither. */
  readonly verdict: 'right' | 'wrong' | null;
  /** What is wrong with the last answer. */
  readonly deviations: readonly Deviation[];
  readonly exchanges: readonly Exchange[];
}

/** Sends requests once more, in order, with new names and with the ids that come now, while nothing else is under way. @param pauseMs before the last one */
export async function playedAgain(
  steps: readonly Asked[],
  expected: readonly Deviation[],
  { implementation }: Session,
  pauseMs = 0,
): Promise<Played> {
  const names = renaming(implementation.unique);
  const exchanges: Exchange[] = [];
  for (const { name, call, exchange } of steps) {
    if (pauseMs > 0 && exchanges.length === steps.length - 1) await sleep(pauseMs);
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
  // Where a step before it goes otherwise than in the run, the last answer shows nothing.
  const isSame = exchanges.slice(0, -1).every((again, index) => isSuccess(again) === isSuccess(steps[index]?.exchange ?? again));
  const isRight = isSame && verdicts.every(({ verdict }) => verdict === 'right');
  return {
    verdict: wrong.length > 0 ? 'wrong' : isRight ? 'right' : null,
    deviations: wrong.map(({ verdict: _, ...one }) => one),
    exchanges,
  };
}

const pick = ({ id, body, rawBody, freshConnection }: Call): Call => ({
  ...(freshConnection && { freshConnection }),
  ...(id !== undefined && { id }),
  ...(body !== undefined && { body }),
  ...(typeof rawBody === 'string' && { rawBody }),
});

/** Names that a run makes up, the same in addresses, and phone numbers. */
const MADE_UP = /conformance-[\w-]+?-\d{5}(?!\d)|(?<=\+1\d{3}55501)\d\d/g;

/** Whether the run made up a name that it sends. */
export const isNamed = ({ call }: Asked): boolean => JSON.stringify(pick(call)).search(MADE_UP) >= 0;

/** A name for each that was made up, the id of each record for that of an earlier one. */
function renaming(unique: () => string) {
  const [fresh, ids] = [new Map<string, string>(), new Map<string, string>()];
  const shift = 1 + (Number(unique().slice(-2)) % 99);
  const freshFor = (name: string): string => {
    const made = /^\d\d$/.test(name) ? String((Number(name) + shift) % 100).padStart(2, '0') : (fresh.get(name) ?? unique());
    fresh.set(name, made);
    return made;
  };
  return {
    now(old: string, made: string): void {
      const [one, other] = [JSON.stringify(old), JSON.stringify(made)];
      ids.set(one, other);
      // Where a deviation shows it as JSON within a text.
      ids.set(JSON.stringify(one).slice(1, -1), JSON.stringify(other).slice(1, -1));
    },
    in<T>(value: T): T {
      const text = JSON.stringify(value).replaceAll(MADE_UP, (name) => freshFor(name));
      return JSON.parse([...ids].reduce((all, [old, made]) => all.replaceAll(old, () => made), text));
    },
  };
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
