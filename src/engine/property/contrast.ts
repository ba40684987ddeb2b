import { jsonOf } from '../../http/body.ts';
import { valueAt } from '../../specification/json.ts';
import type { Candidate, Judge, Property } from './property.ts';
import { type Rule, ruleOf } from './rule.ts';
import type { ShrinkBudget, ShrinkShare, Shrunk } from './shrink.ts';

export interface Assessed<Input> {
  readonly candidate: Candidate<Input>;
  readonly passed: boolean;
}

const MOST_LABELS = 3;
/** Of fewer other inputs, a count tells nothing. */
const FEWEST_COUNTED = 4;
const LONGEST_LABEL = 60;

/** A JSON text, or a number with its sign, separators and exponent. */
const VALUE = /"(?:[^"\\]|\\.)*"|-?\d[\d.,]*(?:e[+-]?\d+)?/g;
/** What labels of one member have in common: *name: *. */
const MEMBER = /^\w+: /;
const LENGTH = /\d characters$/;

/**
 * What passed beside the failing input: *"é" is fine, "😀" is not: every text with characters beyond U+FFFF fails*.
 * @param hasRule what the inputs hold may decide
 * @param member that is wrong in the answer, if one is
 */
export function contrastTo<Input>(
  failed: Candidate<Input>,
  assessed: readonly Assessed<Input>[],
  lengths: string | null,
  hasRule: boolean,
  member?: string,
): string | undefined {
  const others = assessed.filter(({ candidate }) => candidate.index !== failed.index);
  const [passed, failing] = [true, false].map((did) => others.flatMap((other) => (other.passed === did ? [other.candidate] : [])));
  if (passed === undefined || failing === undefined || passed.length === 0) return undefined;
  const rule = hasRule && lengths === null ? ruleOf(failed, failing, passed, member) : null;
  // A length that a rule explains decides nothing: other texts of that length pass.
  const label = lengths === null && !(rule !== null && LENGTH.test(failed.label ?? '')) ? failed.label : null;
  const near = label === null ? null : fineBeside(passed, failed.index, label);
  const count =
    others.length < FEWEST_COUNTED ? null : `${passed.length} of ${others.length} other inputs ${passed.length === 1 ? 'passes' : 'pass'}`;
  const said = [near, lengths ?? rule?.words ?? count].filter((words) => words !== null);
  const all = [said.join(rule === null ? '; ' : ': '), ...alsoFailing(failed, failing, rule, lengths === null)].filter(
    (words) => words !== '',
  );
  return all.length === 0 ? undefined : all.join('; ');
}

/** Inputs that fail and are of another kind, or the few of its own: *also: the number -2147483648*. */
function alsoFailing<Input>(
  { label }: Candidate<Input>,
  failing: readonly Candidate<Input>[],
  rule: Rule<Input> | null,
  mayList: boolean,
): string[] {
  const kinds = new Map<string, string>();
  // Of another member, with its name.
  const shown = (other: string) => (MEMBER.exec(other)?.[0] === MEMBER.exec(label ?? '')?.[0] ? short(other) : short(other, ''));
  for (const other of failing.toSorted((a, b) => b.index - a.index))
    if (label !== null && other.label !== null && !rule?.covers(other) && !isOfKind(other.label, label))
      kinds.set(other.label.replace(VALUE, '…'), shown(other.label));
  // Few of its own kind are told one by one, where no rule covers them.
  const alike = failing
    .toSorted((a, b) => a.index - b.index)
    .flatMap((other) => (other.label !== null && isOfKind(other.label, label ?? '') ? [shown(other.label)] : []));
  const own = mayList && rule === null && kinds.size === 0 && alike.length <= MOST_LABELS ? alike : [];
  const named = [...own, ...[...kinds.values()].reverse()].slice(0, MOST_LABELS);
  return named.length === 0 ? [] : [`also: ${LIST.format(named)}`];
}

/** Labels that differ in their numbers or texts only. */
const isOfKind = (label: string | null, of: string): boolean => label?.replace(VALUE, '…') === of.replace(VALUE, '…');

/** Those of a kind that pass and stand next to the one that fails, in their order; null where there are none. */
function fineBeside<Input>(passed: readonly Candidate<Input>[], at: number, label: string): string | null {
  const distance = ({ index }: Candidate<Input>) => Math.abs(index - at);
  const near = passed.filter((other) => isOfKind(other.label, label)).toSorted((a, b) => distance(a) - distance(b) || a.index - b.index);
  const labels = near
    .slice(0, MOST_LABELS)
    .toSorted((a, b) => a.index - b.index)
    .flatMap((other) => other.label ?? []);
  if (labels.length === 0) return null;
  const are = (shown: readonly string[]) => (shown.length > 1 || /^(?!1 )\d+ /.test(shown.join('')) ? 'are' : 'is');
  const [fine, wrong] = [labels.map((other) => short(other)), short(label)];
  return `${LIST.format(fine)} ${are(fine)} fine, ${wrong} ${are([wrong])} not`;
}

/** Without characters that nobody sees, or that turn the line around. */
function short(label: string, left: RegExp | '' = MEMBER): string {
  const own = label
    .replace(left, '')
    .replace(/^the (text|number) /, '')
    .replace(/\b1 characters$/, '1 character')
    .replace(/[\p{Cc}\p{Cf}]/gu, (hidden) => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return own.length <= LONGEST_LABEL ? own : `${own.slice(0, LONGEST_LABEL - 1)}…`;
}

const LIST = new Intl.ListFormat('en-GB');

/** A longer one, and halvings of the widest gap between two lengths that are tried, 1,000 and 10,000, down to one character. */
const MOST_A_LENGTH = 15;

/** Where the length is to blame, what is longer fails too. */
const LONGER = 1.01;

/** Searches the lengths at which the places of one property begin to fail. Several judges of one place share their attempts and their budget. */
export class LengthSearch<Input, Attempt> {
  readonly #property: Property<Input, Attempt>;
  readonly #budget: ShrinkBudget;
  /** By a label of the place. */
  readonly #places = new Map<string, { readonly attempts: Map<number, Attempt>; readonly share: ShrinkShare }>();

  constructor(property: Property<Input, Attempt>, budget: ShrinkBudget) {
    this.#property = property;
    this.#budget = budget;
  }

  /** Where a place begins to fail, by bisection within the budget: *50 pass, 51 do not*. Null where the length is not to blame. */
  async bound(judge: Judge<Input, Attempt>, failed: Shrunk<Input, Attempt>, assessed: readonly Assessed<Input>[]): Promise<string | null> {
    const { label, sized } = failed.candidate;
    if (failed.failure.flaky || label === null || sized === undefined) return null;
    const passed = assessed.flatMap(({ candidate, passed: did }) =>
      did && isOfKind(candidate.label, label) ? (candidate.sized?.length ?? []) : [],
    );
    // Not of the length alone, if something longer passes.
    if (passed.some((length) => length > sized.length)) return null;
    const longer = Math.ceil(sized.length * LONGER);
    if (await this.#holds(judge, label, sized.at(longer), longer)) return null;
    let [passes, fails] = [Math.max(0, ...passed), sized.length];
    while (fails - passes > 1) {
      const middle = Math.floor((passes + fails) / 2);
      const held = await this.#holds(judge, label, sized.at(middle), middle);
      if (held === null) break;
      if (held) passes = middle;
      else fails = middle;
    }
    // Nobody has tried a length of 0.
    if (passes === 0 && !passed.includes(0)) return null;
    const came = cameBack(failed);
    const { unit, length } = sized;
    return came !== null && came < length
      ? `${came} ${unit} come back of ${length} sent; ${passes} pass, ${fails} do not`
      : `${passes} ${unit} pass, ${fails} do not`;
  }

  /** Null where the input was not tried, or its attempt shows nothing: a refusal is no failure. */
  async #holds(judge: Judge<Input, Attempt>, label: string, input: Input, length: number): Promise<boolean | null> {
    const place = this.#placeOf(label);
    const attempt = place.attempts.get(length) ?? (await place.share.attempt(this.#property, input));
    if (attempt === null) return null;
    place.attempts.set(length, attempt);
    const deviations = judge.deviations(input, attempt);
    if (deviations === null) return null;
    return deviations.length === 0 && this.#property.cutShort?.(attempt) ? null : deviations.length === 0;
  }

  #placeOf(label: string) {
    const [known = label] = [...this.#places.keys()].filter((other) => isOfKind(other, label));
    const place = this.#places.get(known) ?? { attempts: new Map<number, Attempt>(), share: this.#budget.share(MOST_A_LENGTH) };
    this.#places.set(known, place);
    return place;
  }
}

/** The length of what stands in the answer where the deviation points to; null where that has none. */
function cameBack<Input, Attempt>({ deviations: [first], failure: { exchanges } }: Shrunk<Input, Attempt>): number | null {
  const answer = (first?.exchange ?? exchanges.at(-1))?.answer;
  if (first?.pointer === undefined || !answer) return null;
  const json = jsonOf(answer);
  const value = 'value' in json ? valueAt(json.value, first.pointer) : undefined;
  return typeof value === 'string' || Array.isArray(value) ? value.length : null;
}
