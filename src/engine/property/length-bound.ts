import { jsonOf } from '../../http/body.ts';
import { valueAt } from '../../specification/json-pointer.ts';
import type { Assessed } from './contrast.ts';
import { isOfKind } from './contrast.ts';
import type { Judge, Property } from './property.ts';
import type { Shrunk } from './shrink.ts';
import type { ShrinkBudget, ShrinkShare } from './shrink-budget.ts';

/** Halvings of the widest gap between two lengths that are tried, 1,000 and 10,000, down to one character. */
const MOST_A_LENGTH = 14;

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
