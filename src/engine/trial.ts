import pLimit from 'p-limit';
import type { Deviation } from '../checks/deviation.ts';
import { AnswerLost } from '../client/environment.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import type { Assessed } from './contrast.ts';
import { attemptOrCut, type Judge, type Property } from './judged-property.ts';
import { halves, type Pack, type Placed, packed } from './packs.ts';
import type { Candidate, Failing } from './shrink.ts';

/** What one judge has seen of all inputs. */
export interface Tally<Input, Attempt> {
  readonly judge: Judge<Input, Attempt>;
  readonly assessed: Assessed[];
  /** The first by input order, not by answer order, so that one seed gives one counterexample. */
  failing: Failing<Input, Attempt> | null;
}

/** Of a pack: nothing is wrong with its inputs beyond what is wrong with each, a failure is noted, or a limit kept it from being tried. */
type Tried = 'passes' | 'fails' | 'untried';

type PackOf<Input> = Pack<Input, Candidate<Input>>;

/** Tried alone, before any pack: what fails for each of them in the same way is no matter of the input, so that no pack is halved for it. */
const FIRST = 2;
/** So many inputs that fail alone show what they have in common. Packs that fail are halved no further then: each half leaves a record. */
const ENOUGH_FAILING = 6;
/** A hanging target is not asked again and again. */
const MOST_TIMEOUTS = 3;

/** Tries inputs, and notes what each judge says of them. */
export class Trial<Input, Attempt> {
  tried = 0;
  accepted = 0;
  /** Why some inputs were not tried; null where all were. */
  cut: NotAssessed | null = null;
  /** Labels of the boundary values that were refused. */
  readonly refused = new Set<string>();
  readonly tallies: readonly Tally<Input, Attempt>[];
  readonly #property: Property<Input, Attempt>;
  readonly #budgetMs: number;
  #endsAt = Number.POSITIVE_INFINITY;
  /** Packs that fail, to be halved when all others were tried. */
  readonly #failing: { readonly pack: PackOf<Input>; readonly attempt: Attempt }[] = [];
  /** How the first inputs fail. */
  readonly #first = new Map<Judge<Input, Attempt>, readonly string[]>();
  #timeouts = 0;

  /** @param budgetMs for all inputs; those left over are not tried */
  constructor(property: Property<Input, Attempt>, budgetMs: number) {
    this.#property = property;
    this.#budgetMs = budgetMs;
    this.tallies = property.judges.map((judge) => ({ judge, assessed: [], failing: null }));
  }

  async tryAll(candidates: readonly Candidate<Input>[]): Promise<void> {
    const { concurrency, merge } = this.#property;
    const packs = packed(candidates, merge, merge === undefined ? 0 : FIRST);
    const first = merge === undefined ? [] : packs.splice(0, FIRST);
    this.#endsAt = Date.now() + this.#budgetMs;
    for (const pack of first) await this.#try(pack);
    await pLimit(concurrency).map(packs, (pack) => this.#try(pack));
    const indexOf = ({ members: [first] }: PackOf<Input>) => first?.index ?? 0;
    // In their order, so that one seed gives one counterexample, whichever are left.
    for (const { pack, attempt } of this.#failing.toSorted((a, b) => indexOf(a.pack) - indexOf(b.pack)))
      await this.#tryHalves(pack, attempt, true);
  }

  /** Tries a pack, and its halves where anything in it is refused or, if `halvesFailing`, fails. */
  async #try(pack: PackOf<Input>, halvesFailing = false): Promise<Tried> {
    if (this.cut !== null || Date.now() > this.#endsAt || this.#timeouts >= MOST_TIMEOUTS) return 'untried';
    const attempt = await attemptOrCut(this.#property, pack.input);
    if (attempt instanceof NotAssessed) {
      // One lost answer costs one input.
      if (!(attempt instanceof AnswerLost)) this.cut ??= attempt;
      return 'untried';
    }
    if (this.#property.exchanges(attempt).some(({ failure }) => failure?.kind === 'timeout')) this.#timeouts += 1;
    this.cut ??= this.#property.cutShort?.(attempt) ?? null;
    const isAccepted = this.#property.isAccepted(attempt);
    const [only, ...more] = pack.members;
    if (only !== undefined && more.length === 0) {
      this.#count(only.candidate, isAccepted);
      return this.#judge(only, attempt) ? 'passes' : 'fails';
    }
    const fails = this.tallies.some(({ judge }) => !this.#isUsual(judge, judge.deviations(pack.input, attempt) ?? []));
    if (!fails && (this.#property.tellsOfEach?.(pack.input, attempt) ?? isAccepted)) {
      this.#countAll(pack, attempt);
      return 'passes';
    }
    if (!fails || halvesFailing) return this.#tryHalves(pack, fails ? attempt : null, halvesFailing);
    this.#failing.push({ pack, attempt });
    return 'fails';
  }

  /** @param failed the attempt with the whole pack; null where that failed nothing */
  async #tryHalves(pack: PackOf<Input>, failed: Attempt | null, halvesFailing: boolean): Promise<Tried> {
    if (failed !== null && this.#isEnoughKnown(pack, failed)) {
      this.#countAll(pack, failed);
      return 'fails';
    }
    const tried: Tried[] = [];
    for (const half of halves(pack, this.#property.merge)) tried.push(await this.#try(half, halvesFailing));
    if (tried.includes('fails')) return 'fails';
    if (failed === null) return tried.includes('untried') ? 'untried' : 'passes';
    // Only all of them together fail, or a limit keeps the culprit from being found.
    const token = pack.members.map(({ candidate }) => candidate.token).join('+');
    const whole = { candidate: { input: pack.input, label: null, token }, index: pack.members[0]?.index ?? 0 };
    return this.#judge(whole, failed) ? 'passes' : 'fails';
  }

  /** Of each judge that the pack fails, enough inputs are known that fail alone. */
  #isEnoughKnown({ input }: PackOf<Input>, attempt: Attempt): boolean {
    const failing = this.tallies.filter(({ judge }) => !this.#isUsual(judge, judge.deviations(input, attempt) ?? []));
    return failing.every(({ assessed }) => assessed.filter(({ passed }) => !passed).length >= ENOUGH_FAILING);
  }

  #count({ label }: Candidate<Input>, isAccepted: boolean): void {
    this.tried += 1;
    if (isAccepted) this.accepted += 1;
    else if (label !== null) this.refused.add(label);
  }

  /** Returns whether nothing fails. */
  #judge({ candidate, index }: Placed<Candidate<Input>>, attempt: Attempt): boolean {
    let passes = true;
    for (const tally of this.tallies) {
      const deviations = tally.judge.deviations(candidate.input, attempt);
      if (deviations === null) continue;
      tally.assessed.push({ index, label: candidate.label, passed: deviations.length === 0 });
      if (deviations.length > 0) passes = false;
      if (index < FIRST) this.#first.set(tally.judge, [...(this.#first.get(tally.judge) ?? []), keyOf(deviations)]);
      if (deviations.length > 0 && index < (tally.failing?.index ?? Number.POSITIVE_INFINITY))
        tally.failing = { candidate, index, attempt, deviations };
    }
    return passes;
  }

  /** Whether nothing fails, or what fails in the same way whatever the input is. */
  #isUsual(judge: Judge<Input, Attempt>, deviations: readonly Deviation[]): boolean {
    if (deviations.length === 0) return true;
    const [one, other] = this.#first.get(judge) ?? [];
    return one !== undefined && one === other && one === keyOf(deviations);
  }

  /**
   * Each input fares as the pack does; which of them fails is open where only some do. A judge has nothing to say of one without the member that
   * it looks at.
   */
  #countAll({ input, members }: PackOf<Input>, attempt: Attempt): void {
    const isAccepted = this.#property.isAccepted(attempt);
    for (const { candidate } of members) this.#count(candidate, isAccepted);
    for (const { judge, assessed } of this.tallies) {
      const found = judge.deviations(input, attempt) ?? [];
      if (!this.#isUsual(judge, found)) continue;
      const passed = found.length === 0;
      for (const { candidate, index } of members)
        if (judge.deviations(candidate.input, attempt) !== null) assessed.push({ index, label: candidate.label, passed });
    }
  }
}

function keyOf(deviations: readonly Deviation[]): string {
  return JSON.stringify(deviations.map(({ pointer, expected, actual }) => [pointer, expected, actual]));
}
