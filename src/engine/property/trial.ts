import pLimit from 'p-limit';
import type { Deviation } from '../../checks/deviation.ts';
import { AnswerLost } from '../../client/lost-answers.ts';
import { NotAssessed } from '../../settings/not-assessed.ts';
import type { Assessed } from './contrast.ts';
import { asOne, attemptOrCut, type Candidate, type Judge, type Merge, type Property, together } from './property.ts';
import type { Failing } from './shrink.ts';

interface Pack<Input> {
  readonly members: readonly Candidate<Input>[];
  readonly input: Input;
}

/** More than the boundaries of one member. A pack that so many inputs in a row do not fit is closed, so that time grows with the inputs only. */
const MOST_MISFITS = 128;

interface OpenPack<Input> extends Pack<Input> {
  readonly members: Candidate<Input>[];
  input: Input;
  misfits: number;
}

/** Group testing: puts each input into the first pack with room for it, so that many inputs need few requests and leave few records. */
function packed<Input>(candidates: readonly Candidate<Input>[], merge: Merge<Input>): Pack<Input>[] {
  const packs: OpenPack<Input>[] = [];
  let open: OpenPack<Input>[] = [];
  for (const candidate of candidates) {
    const fits = open.some((pack) => {
      const both = merge(pack.input, candidate.input);
      pack.misfits = both === null ? pack.misfits + 1 : 0;
      if (both === null) return false;
      pack.input = both;
      pack.members.push(candidate);
      return true;
    });
    open = open.filter(({ misfits }) => misfits < MOST_MISFITS);
    if (fits) continue;
    const pack = { ...single(candidate), misfits: 0 };
    packs.push(pack);
    open.push(pack);
  }
  return packs;
}

function single<Input>(candidate: Candidate<Input>): { members: Candidate<Input>[]; input: Input } {
  return { members: [candidate], input: candidate.input };
}

function halves<Input>({ members }: Pack<Input>, merge: Merge<Input>): Pack<Input>[] {
  const middle = Math.ceil(members.length / 2);
  return [members.slice(0, middle), members.slice(middle)].map((half) => ({ members: half, input: together(half, merge) }));
}

export interface Tally<Input, Attempt> {
  readonly judge: Judge<Input, Attempt>;
  readonly assessed: Assessed<Input>[];
  /** The first by input order, not by answer order, so that one seed gives one counterexample. */
  failing: Failing<Input, Attempt> | null;
}

/** Of a pack: nothing is wrong with its inputs beyond what is wrong with each, a failure is noted, or a limit kept it from being tried. */
type Tried = 'passes' | 'fails' | 'untried';

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
  cut: NotAssessed | null = null;
  readonly refused = new Set<string>();
  readonly tallies: readonly Tally<Input, Attempt>[];
  readonly #property: Property<Input, Attempt>;
  readonly #endsAt: number;
  /** Packs that fail, to be halved when all others were tried. */
  readonly #failing: { readonly pack: Pack<Input>; readonly attempt: Attempt }[] = [];
  readonly #first = new Map<Judge<Input, Attempt>, readonly string[]>();
  #timeouts = 0;

  constructor(property: Property<Input, Attempt>, budgetMs: number) {
    this.#property = property;
    this.#endsAt = Date.now() + budgetMs;
    this.tallies = property.judges.map((judge) => ({ judge, assessed: [], failing: null }));
  }

  async tryAll(candidates: readonly Candidate<Input>[]): Promise<void> {
    const { concurrency, merge } = this.#property;
    const alone = merge === undefined ? candidates.length : FIRST;
    const singles = candidates.slice(0, alone).map(single);
    if (merge !== undefined) for (const one of singles.splice(0)) await this.#try(one);
    const packs = merge === undefined ? singles : packed(candidates.slice(alone), merge);
    await pLimit(concurrency).map(packs, (pack) => this.#try(pack));
    const indexOf = ({ members: [first] }: Pack<Input>) => first?.index ?? 0;
    // In their order, so that one seed gives one counterexample, whichever are left.
    for (const { pack, attempt } of this.#failing.toSorted((a, b) => indexOf(a.pack) - indexOf(b.pack)))
      await this.#tryHalves(pack, attempt, true);
  }

  /** Tries a pack, and its halves where anything in it is refused or, if `halvesFailing`, fails. */
  async #try(pack: Pack<Input>, halvesFailing = false): Promise<Tried> {
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
      this.#count(only, isAccepted);
      return this.#judge(only, attempt) ? 'passes' : 'fails';
    }
    const fails = this.#failed(pack, attempt).length > 0;
    if (!fails && (this.#property.tellsOfEach?.(pack.input, attempt) ?? isAccepted)) {
      this.#countAll(pack, attempt);
      return 'passes';
    }
    if (!fails || halvesFailing) return this.#tryHalves(pack, fails ? attempt : null, halvesFailing);
    this.#failing.push({ pack, attempt });
    return 'fails';
  }

  /** @param failed the attempt with the whole pack; null where that failed nothing */
  async #tryHalves(pack: Pack<Input>, failed: Attempt | null, halvesFailing: boolean): Promise<Tried> {
    const { merge = () => null } = this.#property;
    const isEnoughKnown = ({ assessed }: Tally<Input, Attempt>) => assessed.filter(({ passed }) => !passed).length >= ENOUGH_FAILING;
    if (failed !== null && this.#failed(pack, failed).every(isEnoughKnown)) {
      this.#countAll(pack, failed);
      return 'fails';
    }
    const tried: Tried[] = [];
    for (const half of halves(pack, merge)) tried.push(await this.#try(half, halvesFailing));
    if (tried.includes('fails')) return 'fails';
    if (failed === null) return tried.includes('untried') ? 'untried' : 'passes';
    // Only all of them together fail, or a limit keeps the culprit from being found.
    return this.#judge(asOne(pack.members, merge), failed) ? 'passes' : 'fails';
  }

  /** Of the judges that find something in a pack beyond what is usual. */
  #failed({ input }: Pack<Input>, attempt: Attempt): Tally<Input, Attempt>[] {
    return this.tallies.filter(({ judge }) => !this.#isUsual(judge, judge.deviations(input, attempt) ?? []));
  }

  #count({ label }: Candidate<Input>, isAccepted: boolean): void {
    this.tried += 1;
    if (isAccepted) this.accepted += 1;
    else if (label !== null) this.refused.add(label);
  }

  /** Returns whether nothing fails. */
  #judge(candidate: Candidate<Input>, attempt: Attempt): boolean {
    const { input, index } = candidate;
    let passes = true;
    for (const tally of this.tallies) {
      const deviations = tally.judge.deviations(input, attempt);
      if (deviations === null) continue;
      tally.assessed.push({ candidate, passed: deviations.length === 0 });
      if (index < FIRST) this.#first.set(tally.judge, [...(this.#first.get(tally.judge) ?? []), keyOf(deviations)]);
      if (deviations.length === 0) continue;
      passes = false;
      if (index < (tally.failing?.candidate.index ?? Number.POSITIVE_INFINITY)) tally.failing = { candidate, input, attempt, deviations };
    }
    return passes;
  }

  /** Whether nothing fails, or what fails in the same way whatever the input is. */
  #isUsual(judge: Judge<Input, Attempt>, deviations: readonly Deviation[]): boolean {
    if (deviations.length === 0) return true;
    const [one, other] = this.#first.get(judge) ?? [];
    return one !== undefined && one === other && one === keyOf(deviations);
  }

  /** Each input fares as the pack does, but for a judge that has nothing to say of it alone. */
  #countAll({ input, members }: Pack<Input>, attempt: Attempt): void {
    const isAccepted = this.#property.isAccepted(attempt);
    for (const candidate of members) this.#count(candidate, isAccepted);
    for (const { judge, assessed } of this.tallies) {
      const found = judge.deviations(input, attempt) ?? [];
      if (!this.#isUsual(judge, found)) continue;
      const passed = found.length === 0;
      for (const candidate of members) if (judge.deviations(candidate.input, attempt) !== null) assessed.push({ candidate, passed });
    }
  }
}

function keyOf(deviations: readonly Deviation[]): string {
  return JSON.stringify(deviations.map(({ pointer, expected, actual }) => [pointer, expected, actual]));
}
