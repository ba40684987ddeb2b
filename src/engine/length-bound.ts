import { jsonOf } from '../http/body.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { valueAt } from '../specification/json-pointer.ts';
import { type Assessed, isOfKind } from './contrast.ts';
import { attemptOrCut, costOf, type Judge, type Property } from './judged-property.ts';
import type { Candidate, ShrinkBudget, ShrinkShare, Shrunk } from './shrink.ts';

/** Where one place begins to fail: at a length, and whatever is longer. */
export interface LengthBound {
  readonly unit: string;
  /** The longest that passed. */
  readonly passes: number;
  /** The shortest that failed. */
  readonly fails: number;
  /** How much of what was sent came back, where that was less. */
  readonly cut?: { readonly sent: number; readonly came: number };
}

/** *50 characters come back of 63 sent; 50 pass, 51 do not* */
export function lengthWords({ unit, passes, fails, cut }: LengthBound): string {
  const both = (counted: string) => `${passes}${counted} pass, ${fails} do not`;
  return cut ? `${cut.came} ${unit} come back of ${cut.sent} sent; ${both('')}` : both(` ${unit}`);
}

/** Searches the lengths at which the places of one property begin to fail. Several judges of one place share their attempts and their budget. */
export class LengthSearch<Input, Attempt> {
  readonly #property: Property<Input, Attempt>;
  readonly #candidates: readonly Candidate<Input>[];
  readonly #budget: ShrinkBudget;
  /** By a label of the place. */
  readonly #places = new Map<string, { readonly attempts: Map<number, Attempt>; readonly share: ShrinkShare }>();

  constructor(property: Property<Input, Attempt>, candidates: readonly Candidate<Input>[], budget: ShrinkBudget) {
    this.#property = property;
    this.#candidates = candidates;
    this.#budget = budget;
  }

  /** By bisection; as far as the budget goes. Null where the failure is none of the length. */
  async bound(judge: Judge<Input, Attempt>, failed: Shrunk<Input, Attempt>, assessed: readonly Assessed[]): Promise<LengthBound | null> {
    const { label, sized } = this.#candidates[failed.index] ?? {};
    if (failed.failure.flaky || label == null || sized === undefined) return null;
    const passed = assessed.flatMap(({ index, label: of, passed: did }) =>
      did && isOfKind(of, label) ? (this.#candidates[index]?.sized?.length ?? []) : [],
    );
    // Not of the length alone, if something longer passes.
    if (passed.length === 0 || passed.some((length) => length > sized.length)) return null;
    let [passes, fails] = [Math.max(...passed), sized.length];
    while (fails - passes > 1) {
      const middle = Math.floor((passes + fails) / 2);
      const held = await this.#holds(judge, label, sized.at(middle), middle);
      if (held === null) break;
      if (held) passes = middle;
      else fails = middle;
    }
    const came = cameBack(failed);
    return { unit: sized.unit, passes, fails, ...(came !== null && came < sized.length && { cut: { sent: sized.length, came } }) };
  }

  /** Null where the input was not tried, or its attempt shows nothing: a refusal is no failure. */
  async #holds(judge: Judge<Input, Attempt>, label: string, input: Input, length: number): Promise<boolean | null> {
    const place = this.#placeOf(label);
    const attempt =
      place.attempts.get(length) ??
      (await place.share.spend(
        () => attemptOrCut(this.#property, input),
        (made) => costOf(this.#property, made),
      ));
    if (attempt === null || attempt instanceof NotAssessed) return null;
    place.attempts.set(length, attempt);
    const deviations = judge.deviations(input, attempt);
    if (deviations === null) return null;
    return deviations.length === 0 && this.#property.cutShort?.(attempt) ? null : deviations.length === 0;
  }

  #placeOf(label: string) {
    const [known = label] = [...this.#places.keys()].filter((other) => isOfKind(other, label));
    const place = this.#places.get(known) ?? { attempts: new Map<number, Attempt>(), share: this.#budget.forLength() };
    this.#places.set(known, place);
    return place;
  }
}

/** The length of what stands in the answer where the deviation points to; null where that has none. */
function cameBack<Input, Attempt>({ failure: { deviations, exchanges } }: Shrunk<Input, Attempt>): number | null {
  const [first] = deviations;
  const answer = (first?.exchange ?? exchanges.at(-1))?.answer;
  if (first?.pointer === undefined || !answer) return null;
  const json = jsonOf(answer);
  const value = 'value' in json ? valueAt(json.value, first.pointer) : undefined;
  return typeof value === 'string' || Array.isArray(value) ? value.length : null;
}
