import fc from 'fast-check';
import type { Deviation } from '../../checks/deviation.ts';
import type { Boundary, Sized } from '../../generation/values.ts';
import { type Exchange, isSuccess } from '../../http/exchange.ts';
import { NotAssessed } from '../../settings/not-assessed.ts';
import { type EndpointName, endpoint } from '../../specification/endpoints.ts';
import type { StatementId } from '../../specification/register.ts';

/** Two inputs as one, where they do not touch each other; else null. */
export type Merge<Input> = (one: Input, other: Input) => Input | null;

/** Checks one statement against one attempt. Null where the attempt shows nothing (refused, or the field is absent). */
export interface Judge<Input, Attempt> {
  readonly requirement: StatementId;
  /** The endpoint of the statement, if not the property's own. */
  readonly endpoint?: EndpointName;
  deviations(input: Input, attempt: Attempt): Deviation[] | null;
}

/** Inputs, what to do with each, and what must hold for every outcome. */
export interface Property<Input, Attempt> {
  readonly arbitrary: fc.Arbitrary<Input>;
  /** Tried first, once each, for any number of runs. */
  readonly boundaries: readonly Boundary<Input>[];
  readonly merge?: Merge<Input>;
  /** A `NotAssessed` that it throws ends the property, but keeps what was found before. */
  attempt(input: Input): Promise<Attempt>;
  /** Why an attempt stopped halfway: it may break a statement, but not prove one. Null for a complete attempt. */
  cutShort?(attempt: Attempt): NotAssessed | null;
  /** Inputs one step smaller than this one, in the order to try them: by these a failing boundary shrinks. Absent where boundaries are small already. */
  smaller?(input: Input): readonly Input[];
  /** What an attempt did, a step each, for people: shown in the place of its input. Deviations mark the step that failed. */
  steps?(attempt: Attempt, deviations: readonly Deviation[]): readonly string[];
  isAccepted(attempt: Attempt): boolean;
  /** Whether an attempt with several inputs that fails nothing tells as much of each as one with that input alone: where absent, if it is accepted. */
  tellsOfEach?(input: Input, attempt: Attempt): boolean;
  exchanges(attempt: Attempt): readonly Exchange[];
  readonly judges: readonly Judge<Input, Attempt>[];
  /** Attempts under way at once; 1 where they share state. */
  readonly concurrency: number;
}

/** An attempt, or why a limit of the run let it not be made. */
export async function attemptOrCut<Input, Attempt>(
  property: Pick<Property<Input, Attempt>, 'attempt'>,
  input: Input,
): Promise<Attempt | NotAssessed> {
  try {
    return await property.attempt(input);
  } catch (error) {
    if (error instanceof NotAssessed) return error;
    throw error;
  }
}

/** Creates no record, and is the only POST that does not. */
const UPDATES = endpoint('batchUpdateCustomers').path.replace(/.*\}/, '');

/** The records that these exchanges created at the target, which cannot delete them. */
export function recordsMade(exchanges: readonly Exchange[]): number {
  const isCreation = (exchange: Exchange) => exchange.request.method === 'POST' && !exchange.request.url.endsWith(UPDATES);
  return exchanges.filter((exchange) => isCreation(exchange) && isSuccess(exchange)).length;
}

/** An input among all of one seed, or several of them as one. */
export interface Candidate<Input> {
  readonly input: Input;
  /** Among all inputs, in their order; of several, that of the first. */
  readonly index: number;
  /** Of a boundary; null for a random input, and for several. */
  readonly label: string | null;
  /** Names it among all inputs of this seed: `b12`, `b1:6:5`, `r37:0:2`, or several as `b3+r7`; see the setting `CES_REPLAY`. */
  readonly token: string;
  /** Of a boundary that is one by its length. */
  readonly sized?: Sized<Input>;
  /** Makes it, and smaller ones, by a path of fast-check's: the number of a sample, then which of the smaller ones, each time. */
  readonly arbitrary: fc.Arbitrary<Input>;
  readonly path: string;
}

export interface Sampling {
  readonly seed: number;
  readonly runs: number;
  /** Only the input with this token, once; null for all. */
  readonly replay: string | null;
}

/** Boundaries first, then random inputs; or the one of the token, which may be any that shrinking reaches: none where it fits no input. */
export function candidatesOf<Input, Attempt>(property: Property<Input, Attempt>, { seed, runs, replay }: Sampling): Candidate<Input>[] {
  if (replay === null) {
    const random = runs === 0 ? [] : fc.sample(property.arbitrary, { seed, numRuns: runs });
    return [...boundariesOf(property), ...random.map((input, index) => randomOf(property, input, index))];
  }
  const tokens = replay.split('+');
  const found = tokens.flatMap((token) => replayed(property, seed, token) ?? []);
  if (found.length < tokens.length) return [];
  return found.length === 1 ? found : property.merge === undefined ? [] : [asOne(found, property.merge)];
}

function boundariesOf<Input, Attempt>({ boundaries, smaller = () => [] }: Property<Input, Attempt>): Candidate<Input>[] {
  return boundaries.map((boundary, index) => ({
    ...boundary,
    index,
    token: `b${index}`,
    arbitrary: new Narrowing(boundary.input, smaller),
    path: '0',
  }));
}

function randomOf<Input, Attempt>({ arbitrary, boundaries }: Property<Input, Attempt>, input: Input, number: number): Candidate<Input> {
  return { input, index: boundaries.length + number, label: null, token: `r${number}`, arbitrary, path: String(number) };
}

function replayed<Input, Attempt>(property: Property<Input, Attempt>, seed: number, token: string): Candidate<Input> | null {
  const [name = '', ...steps] = token.split(':');
  const known = boundariesOf(property).find((candidate) => candidate.token === name);
  const { arbitrary } = known ?? property;
  if (known === undefined && !name.startsWith('r')) return null;
  const path = [known?.path ?? name.slice(1), ...steps].join(':');
  try {
    // A sample keeps to `numRuns`. A check would send all siblings of a shrunk input, however few runs are wanted.
    const found = fc.sample(arbitrary, { seed, path, numRuns: 1 });
    return found.map((input) => ({ ...(known ?? randomOf(property, input, 0)), input, token, path }))[0] ?? null;
  } catch {
    return null; // fast-check's path leads nowhere
  }
}

/** Several that are tried together. They shrink by leaving one out after the other. */
export function asOne<Input>(members: readonly Candidate<Input>[], merge: Merge<Input>): Candidate<Input> {
  const parts = new Narrowing(members, (left) => (left.length < 2 ? [] : left.map((_, index) => left.toSpliced(index, 1))));
  return {
    input: together(members, merge),
    index: members[0]?.index ?? 0,
    label: null,
    token: members.map(({ token }) => token).join('+'),
    arbitrary: parts.map((left) => together(left, merge)),
    path: '0',
  };
}

/** @throws Error where two of them touch each other */
export function together<Input>(candidates: readonly Candidate<Input>[], merge: Merge<Input>): Input {
  return candidates
    .map(({ input }) => input)
    .reduce((one, other) => {
      const both = merge(one, other);
      if (both === null) throw new Error('These inputs do not go together.');
      return both;
    });
}

/** The token of what a candidate was shrunk to. @param path fast-check's */
export function tokenAt<Input>({ token }: Candidate<Input>, path: string): string {
  const [, ...steps] = path.split(':');
  if (!token.includes('+')) return [token, ...steps].join(':');
  let at = 0;
  const left = token.split('+');
  for (const step of steps) {
    at += Number(step);
    left.splice(at, 1);
  }
  return left.join('+');
}

/** One value, and what is smaller than it. What a failure needed once, nobody tries again to leave out: the search goes on behind it. */
class Narrowing<T> extends fc.Arbitrary<T> {
  readonly #value: T;
  readonly #smaller: (value: T) => readonly T[];

  constructor(value: T, smaller: (value: T) => readonly T[]) {
    super();
    this.#value = value;
    this.#smaller = smaller;
  }

  override generate(): fc.Value<T> {
    return new fc.Value(this.#value, 0);
  }

  override canShrinkWithoutContext(_value: unknown): _value is T {
    return false;
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    const begin = Number(context);
    const smaller = this.#smaller(value).slice(begin);
    return fc.stream(smaller.map((each, index) => new fc.Value(each, begin + index)).values());
  }
}
