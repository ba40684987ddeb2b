import { isDeepStrictEqual } from 'node:util';
import { misplacement } from '../../src/checks/json-equality.ts';
import { JUST_BEFORE } from '../../src/checks/run-history.ts';
import { type Deviation, foundIn, show } from '../judging.ts';
import type { Exchange } from '../library.ts';
import { firstBroken, type Judged } from '../suite.ts';
import { firstBrokenAtOnce } from './under-load.ts';

export interface Flag {
  readonly name: unknown;
  readonly enabled: unknown;
}

/** The names that a request asked for, and the flags in its answer. */
export interface FlagAnswer {
  readonly asked: readonly string[];
  readonly flags: readonly Flag[];
  readonly exchange: Exchange;
}

/** The first answer in which flags are missing or repeated. The contrast: which came, and how the wrong ones fare alone, or among others. */
export function missingOrRepeated(answers: readonly FlagAnswer[]): Judged {
  return firstBroken(answers, { most: 1, beside: () => faredElsewhere(answers) }, deviationsOf);
}

/** The same of questions that were asked at once. @param again asks one alone */
export async function missingAtOnce(answers: readonly FlagAnswer[], again: Again): Promise<Judged> {
  const borrowed = await ofAnotherQuestion(answers, again, deviationsOf);
  return borrowed ?? firstBrokenAtOnce(answers, { most: 1, beside: () => faredElsewhere(answers) }, again, deviationsOf);
}

type Again = (answer: FlagAnswer) => Promise<FlagAnswer>;

/** Each of several processes may remember another answer. */
const TURNS = 3;

/** Where a wrong answer is the very same as that to another question, the two are asked in turn. Null where it is right then. */
async function ofAnotherQuestion(
  answers: readonly FlagAnswer[],
  again: Again,
  wrongIn: (answer: FlagAnswer) => Deviation[],
): Promise<Judged | null> {
  const strange = answers.find((answer) => wrongIn(answer).length > 0);
  const same = answers.find((answer) => answer !== strange && isDeepStrictEqual(answer.flags, strange?.flags));
  for (let turn = 0; strange && same && turn < TURNS; turn += 1) {
    const [earlier, later] = [await again(same), await again(strange)];
    if (!isDeepStrictEqual(earlier.flags, later.flags) || wrongIn(later).length === 0) continue;
    const beside = () => `${show(earlier.asked)}, asked for ${JUST_BEFORE}, got the very same answer`;
    return firstBroken([later], { most: 1, alsoSeen: () => [earlier.exchange], beside }, wrongIn);
  }
  return null;
}

function faredElsewhere(answers: readonly FlagAnswer[]): string | undefined {
  const first = answers.find((answer) => wrongIn(answer).length > 0);
  return first && besideWrong(first, answers);
}

function deviationsOf(answer: FlagAnswer): Deviation[] {
  const wrong = wrongIn(answer);
  if (wrong.length === 0) return [];
  const [missing, repeated] = [wrong.filter(({ times }) => times === 0), wrong.filter(({ times }) => times > 0)];
  const actual = [
    ...(missing.length === 0 ? [] : [`missing: ${missing.map(({ name }) => show(name)).join(', ')}`]),
    ...repeated.map(({ name, times }) => `${show(name)} ${times} times`),
  ].join('; ');
  return foundIn(answer.exchange, [{ pointer: '/feature_flags', expected: `once each: ${show(answer.asked)}`, actual }]);
}

/** The flags that an answer does not hold exactly once. */
function wrongIn({ asked, flags }: FlagAnswer): { readonly name: string; readonly times: number }[] {
  const counts = asked.map((name) => ({ name, times: flags.filter((flag) => flag.name === name).length }));
  return counts.filter(({ times }) => times !== 1);
}

function besideWrong(broken: FlagAnswer, answers: readonly FlagAnswer[]): string | undefined {
  const wrong = wrongIn(broken).map(({ name }) => name);
  const came = broken.asked.filter((name) => !wrong.includes(name));
  const states = came.map((name) => statusIn(broken.flags, name));
  const parts = [...(came.length === 0 ? [] : [`${listed(came, states)} came`]), ...fareElsewhere(wrong, broken, answers)];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** How flags that are wrong together fare alone. One that is wrong alone only is right together: the answers to several stand first. */
function fareElsewhere(wrong: readonly string[], { asked }: FlagAnswer, answers: readonly FlagAnswer[]): string[] {
  const singles = answers.filter((answer) => answer.asked.length === 1);
  if (asked.length === 1) return answers.length === 1 ? [] : ['right when asked for together with others'];
  const right = wrong.filter((name) => singles.some((answer) => answer.asked[0] === name && wrongIn(answer).length === 0));
  if (right.length === 0) return ['wrong when asked for alone, too'];
  return [`${right.length === wrong.length ? 'right' : `${right.map(show).join(', ')} right`} when asked for alone`];
}

/** Answers with flags that nobody asked for. @param again asks one alone */
export async function notAsked(answers: readonly FlagAnswer[], again: Again): Promise<Judged> {
  const borrowed = await ofAnotherQuestion(answers, again, strangersIn);
  return borrowed ?? firstBrokenAtOnce(answers, { most: answers.length }, again, strangersIn);
}

function strangersIn({ asked, flags, exchange }: FlagAnswer): Deviation[] {
  const others = flags.filter(({ name }) => !asked.includes(String(name)));
  const expected = `only ${show(asked)}`;
  return foundIn(
    exchange,
    others.map(({ name }) => ({ pointer: '/feature_flags', expected, actual: `${show(name)} too` })),
  );
}

/** What each flag is when it is asked for alone. */
export function ownStatuses(singles: readonly FlagAnswer[]): ReadonlyMap<string, unknown> {
  return new Map(
    singles.flatMap(({ asked: [name = ''], flags }) => (statusIn(flags, name) === undefined ? [] : [[name, statusIn(flags, name)]])),
  );
}

/** The first answer to several names in which a flag is not what it is alone, with the one that shows what it is. */
export function statusDeviations(answers: readonly FlagAnswer[], singles: readonly FlagAnswer[]): Judged {
  const own = ownStatuses(singles);
  const judged = answers.map(({ asked, flags, exchange }) => {
    const known = asked.filter((name) => own.has(name) && statusIn(flags, name) !== undefined);
    return { known, wanted: known.map((name) => own.get(name)), found: known.map((name) => statusIn(flags, name)), exchange };
  });
  const [one, other] = judged.map(({ found }) => found);
  const byPosition = isEqual(one, other) && new Set(one).size > 1;
  const right = judged.filter(({ wanted, found }) => isEqual(wanted, found)).map(({ known }) => known.join(', '));
  const beside = () => (right.length === 0 ? 'wrong in each order' : `right in the order ${right.join('; ')}`);
  const alsoSeen = ({ known, wanted, found }: (typeof judged)[number]) => {
    const wrong = known.find((_, index) => wanted[index] !== found[index]);
    return singles.filter(({ asked: [name] }) => name === wrong).map(({ exchange }) => exchange);
  };
  return firstBroken(judged, { most: 1, alsoSeen, beside }, ({ known, wanted, found, exchange }) => {
    if (isEqual(wanted, found)) return [];
    const how = byPosition ? 'by position, not by name' : misplacement(wanted, found);
    const expected = `as each is when asked for alone: ${listed(known, wanted)}`;
    const actual = `${how === null ? '' : `${how}: `}${listed(known, found)}`;
    return foundIn(exchange, [{ pointer: '/feature_flags', expected, actual }]);
  });
}

function statusIn(flags: readonly Flag[], name: string): unknown {
  return flags.find((flag) => flag.name === name)?.enabled;
}

function isEqual(one: readonly unknown[] = [], other: readonly unknown[] = []): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function listed(names: readonly string[], statuses: readonly unknown[]): string {
  return names.map((name, index) => `${show(name)} ${show(statuses[index])}`).join(', ');
}
