import {
  AGAIN_AT_ONCE,
  ASKED_WHERE_IT_BELONGS,
  BREAK_OF_LOAD,
  IDS_BETWEEN,
  IN_TURNS,
  isLoadToBlame,
  JUST_BEFORE,
  MADE_SINCE,
  NOW_AND_THEN,
  OF_THE_LOAD,
  OF_TIME,
  ONE_FORM,
  SHIFTED,
} from '../../checks/run-history.ts';
import { HELD } from '../../engine/evidence/value-origin.ts';
import { inOneCall, LINE_BREAK, readsAtOnce } from '../../http/curl.ts';
import type { StoredExchange } from '../../http/storage.ts';
import type { Category } from '../../specification/categories.ts';
import type { StatementId } from '../../specification/register.ts';
import type { Sequence } from '../result.ts';
import { handingOver, takenIds } from './ids.ts';
import { begunAt, EVENT, type Exchanges, endedAt, LONGEST_PAUSE, makes, paused, requestsBeside, TRACK } from './steps.ts';
import { trackedSequence } from './tracked.ts';

export interface Judged {
  readonly statement: string;
  readonly category: Category;
  readonly contrast?: string | undefined;
}

/** Statements about what earlier requests left: reads as well take part in it. Who is let in depends on earlier requests only here. */
const RESTS_ON_EARLIER: readonly string[] = [
  'authentication.rejects-after-good',
  'authentication.rejects-cookie',
  'authentication.rejection-does-nothing',
  'robustness.nothing-of-earlier-requests',
  'robustness.reading-is-safe',
  'robustness.conditional-read-is-fresh',
  'email-template.copy-keeps-variables',
  'event.stays-resolved',
  'event.unmatched-stays-null',
  'event.own-fields-never-change',
  'feature-flag.status-is-its-own',
  'email-address.list-agrees-with-record',
] satisfies StatementId[];
/** They show on one connection, or with its cookie, only. */
const IN_ONE_CALL: readonly string[] = ['authentication.rejects-after-good', 'authentication.rejects-cookie'] satisfies StatementId[];
const AGAIN = /^sent again alone/;
/** Begins the words on credentials near the good ones: a cache may know both by one key. */
const NEAR_GOOD = new RegExp(`^${ONE_FORM}`);
const DISTINCT: StatementId = 'record.ids-are-distinct';
const LIFETIME: StatementId = 'sms-template-embed.expires-as-asked';
/** What becomes of the event that was tracked is not in the answer. */
const FOLLOWED: readonly string[] = ['authentication.rejection-does-nothing', 'event.can-be-read'] satisfies StatementId[];
/** Begins the words of a check that judges each of several requests by itself. */
const BY_ITSELF = /^as asked: /;
/** Names that a run makes up. */
const MADE_UP = /conformance-[\w-]+?-\d{5}(?!\d)/g;

/** Undefined where the guilty request alone counts. The `earlier` ones had ended before it, in order; those `beside` were under way; `lookup` is a template. */
export function sequenceOf(
  guilty: StoredExchange,
  earlier: Exchanges,
  { statement, category, contrast = '' }: Judged,
  beside: Exchanges,
  lookup?: string,
): Sequence | undefined {
  const { method, url } = guilty.request;
  if (BY_ITSELF.test(contrast)) return undefined;
  if (contrast.startsWith(NOW_AND_THEN)) return { commands: nowAndThen(guilty) };
  if (contrast.startsWith(AGAIN_AT_ONCE))
    return { commands: [`for n in $(seq ${TIMES_AGAIN}); do`, `${numbered(guilty.curl)} ${LINE_BREAK}`, 'done'] };
  const isAccess = category === 'authentication';
  const isAgain = AGAIN.test(contrast) || (isAccess && NEAR_GOOD.test(contrast));
  const rests =
    RESTS_ON_EARLIER.includes(statement) ||
    (!isAccess && [HELD, JUST_BEFORE, ASKED_WHERE_IT_BELONGS].some((words) => contrast.includes(words)));
  const isOfConnection = IN_ONE_CALL.includes(statement) || (isAccess && isAgain);
  const isEvent = method === 'GET' && EVENT.test(url);
  const isTracked = isEvent ? (!isAccess || lookup !== undefined) && !isOfConnection : TRACK.test(url) && FOLLOWED.includes(statement);
  if (isTracked) return trackedSequence(guilty, earlier, { statement, contrast, rests }, lookup);
  // What makes a request odd lies in it alone; the usual ones are there to compare.
  const mayRest = !isAccess && category !== 'robustness';
  const isOfLoad = isLoadToBlame(contrast) || (mayRest && OF_THE_LOAD.test(contrast));
  const together = beside.length > 0 ? [...beside, guilty] : earlier.filter((each) => requestsBeside(each, earlier).length > 0);
  if (isOfLoad && together.length > 1 && statement === DISTINCT && together.every(({ request }) => request.method === 'POST'))
    return { commands: idsAtOnce(together) };
  if (isOfLoad && together.length > 1) return { commands: atOnce(together, earlier, beside.length > 0 ? [] : [guilty]), atOnce: true };
  const [, most] = BREAK_OF_LOAD.exec(contrast) ?? [];
  if (most !== undefined && earlier.length === 0) return { commands: sameAtOnce(guilty, Number(most)), atOnce: true };
  // What only reads changes nothing.
  const mayCount = (step: StoredExchange) => rests || isAgain || (mayRest && step.request.method !== 'GET') || makes(step, guilty);
  const under = beside.filter((each) => mayRest && (begunAt(each) <= begunAt(guilty) || endedAt(each) <= endedAt(guilty)));
  const steps = [...[...earlier, ...under].filter(mayCount), guilty];
  const turns = IN_TURNS.exec(contrast)?.[1];
  if (turns !== undefined) return { commands: inTurns(steps, turns) };
  const between = IDS_BETWEEN.exec(contrast)?.[1];
  if (between !== undefined && steps.every(({ request }) => request.url === url))
    return { commands: untilRepeated(guilty, Number(between)) };
  const maker = steps.find((step) => makes(step, guilty));
  const since = maker && MADE_SINCE.exec(contrast)?.[1];
  const behind = maker && since !== undefined ? afterMany(maker, guilty, Number(since)) : null;
  if (behind !== null) return { commands: behind };
  return steps.length === 1 ? undefined : inOrder(steps, OF_TIME.test(contrast) || statement === LIFETIME);
}

/** Of reads, so many at once are no load test, and more than a service usually has workers. */
const READS_AT_ONCE = 24;

/** Nothing else is known than how many were under way. */
function sameAtOnce({ curl }: StoredExchange, inFlight: number): string[] {
  const times = Math.max(2, Math.min(inFlight, READS_AT_ONCE));
  const reads = readsAtOnce([curl], times);
  return reads === null ? [`for n in $(seq ${times}); do`, `${numbered(curl)} ${LINE_BREAK} &`, 'done', 'wait'] : [reads];
}

/** First what makes the records that they name, and in the end what looks at them. */
function atOnce(together: Exchanges, earlier: Exchanges, looked: Exchanges): string[] {
  const lines = together.map(({ curl }) => curl);
  const reads = looked.length > 0 ? null : readsAtOnce(lines, READS_AT_ONCE);
  if (reads !== null) return [reads];
  const made = earlier.filter((each) => !together.includes(each) && together.some((one) => makes(each, one)));
  const taken = takenIds([...made, ...together]).filter(({ step, sed }) => step < made.length && sed !== null);
  const lineOf = ({ curl }: StoredExchange) => handingOver(curl, made.length, taken, false);
  // Answers come in any order.
  const answerNumbered = (line: string, index: number) => `${line.replace(LINE_BREAK, `-w '\\n(answer ${index + 1})\\n'`)} &`;
  const making = made.map(({ curl }, index) => handingOver(curl, index, taken, false));
  const once = [...together.map((each, index) => answerNumbered(lineOf(each), index)), 'wait', ...looked.map(lineOf)];
  // An update leaves no record, so it may be sent more often.
  const areUpdates = together.every(({ request }) => request.url.endsWith('/customers/batch_update'));
  return [...making, ...(areUpdates ? [`for n in $(seq ${ROUNDS}); do`, ...once.map(numbered), 'done'] : once)];
}

/** A read each second: together they last longer than a cache of some seconds, and meet every tenth answer. */
const READS_IN_TURN = 20;

const nowAndThen = ({ curl }: StoredExchange): string[] => [
  `for n in $(seq ${READS_IN_TURN}); do`,
  `${curl} ${LINE_BREAK}`,
  'sleep 1',
  'done',
];

/** Of several that come in turn, each is met more than once. */
const TIMES_AGAIN = 6;

/** Each turn with names of its own. */
function inTurns(steps: Exchanges, turns: string): string[] {
  const lines = steps.map(({ curl }) => `${numbered(curl)} ${LINE_BREAK}`);
  return [`for n in $(seq ${turns}); do`, ...lines, `[ $((n % ${SHIFTED})) != 0 ] || ${lines.at(-1)}`, 'done'];
}

/** Seconds. What takes longer to show is no paste. */
const LONGEST_WAIT = 30;

/** The record, so many others, as long a wait, and a read of the first: number or time may decide. Null where no command hands its id over. */
function afterMany(maker: StoredExchange, guilty: StoredExchange, others: number): string[] | null {
  const taken = takenIds([maker, guilty]);
  if (taken.length === 0 || taken.some(({ sed }) => sed === null)) return null;
  const wait = Math.min(LONGEST_WAIT, Math.ceil((begunAt(guilty) - endedAt(maker)) / 1000));
  const [make, read] = [maker, guilty].map(({ curl }, index) => handingOver(curl, index, taken, index === 1)) as [string, string];
  return [make, `for n in $(seq ${others}); do ${numbered(maker.curl)} > /dev/null; done`, `sleep ${wait}`, read];
}

const FIRST_ID = `grep -o '"id" *: *"[^"]*"' | head -n 1`;
const HOW_OFTEN = 'done | sort | uniq -c | sort -n';

/** Records under one name after the other, and how often each id was given. */
const untilRepeated = ({ curl }: StoredExchange, between: number): string[] => [
  `for n in $(seq ${between + 2}); do`,
  `${numbered(curl)} | ${FIRST_ID}`,
  HOW_OFTEN,
];

/** Two meet in one moment, which they seldom do. */
const ROUNDS = 5;

/** The same with some at once. */
const idsAtOnce = (together: Exchanges): string[] => [
  `for n in $(seq ${ROUNDS}); do`,
  ...together.map(({ curl }) => `(${numbered(curl)} | ${FIRST_ID}) &`),
  'wait',
  HOW_OFTEN,
];

const numbered = (curl: string): string => curl.replaceAll(MADE_UP, (name) => `${name}'"-$n"'`);

function inOrder(steps: Exchanges, ownPauses: boolean): Sequence {
  const taken = takenIds(steps);
  if (taken.length === 0) return { commands: ownPauses ? paused(steps) : inOneCall(steps.map(({ curl }) => curl)) };
  const unsafe = taken.find(({ sed }) => sed === null);
  if (unsafe !== undefined) return { commands: paused(steps), byHand: { id: unsafe.written, from: 'answer' } };
  // Where time decides, what comes late has to come as late again.
  const longest = ownPauses ? Number.POSITIVE_INFINITY : LONGEST_PAUSE;
  return { commands: paused(steps, ({ curl }, index) => handingOver(curl, index, taken, index === steps.length - 1), longest) };
}
