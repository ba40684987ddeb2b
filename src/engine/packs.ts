/** An input among all inputs of a property. */
export interface Placed<Candidate> {
  readonly candidate: Candidate;
  /** Among all inputs, in their order. */
  readonly index: number;
}

/** Inputs that one attempt tries together. */
export interface Pack<Input, Candidate> {
  readonly members: readonly Placed<Candidate>[];
  /** All of them in one. */
  readonly input: Input;
}

/** Two inputs as one, where they do not touch each other; else null. */
export type Merge<Input> = (one: Input, other: Input) => Input | null;

/** More than the boundaries of one member. A pack that so many inputs in a row do not fit is closed, so that time grows with the inputs only. */
const MOST_MISFITS = 128;

/**
 * Group testing: puts each input into the first pack with room for it, so that many inputs need few requests and leave few records. Without
 * `merge`, each goes alone.
 * @param alone so many of the first go alone in any case
 */
export function packed<Input, Candidate extends { readonly input: Input }>(
  candidates: readonly Candidate[],
  merge: Merge<Input> = () => null,
  alone = 0,
): Pack<Input, Candidate>[] {
  const packs: OpenPack<Input, Candidate>[] = [];
  let open: OpenPack<Input, Candidate>[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const fits = open.some((pack) => {
      const together = merge(pack.input, candidate.input);
      pack.misfits = together === null ? pack.misfits + 1 : 0;
      if (together === null) return false;
      pack.input = together;
      pack.members.push({ candidate, index });
      return true;
    });
    open = open.filter(({ misfits }) => misfits < MOST_MISFITS);
    if (fits) continue;
    const pack = { members: [{ candidate, index }], input: candidate.input, misfits: 0 };
    packs.push(pack);
    if (index >= alone) open.push(pack);
  }
  return packs;
}

interface OpenPack<Input, Candidate> {
  readonly members: Placed<Candidate>[];
  input: Input;
  misfits: number;
}

/** The two halves of a pack; none for a single input. */
export function halves<Input, Candidate extends { readonly input: Input }>(
  { members }: Pack<Input, Candidate>,
  merge: Merge<Input> = () => null,
): Pack<Input, Candidate>[] {
  if (members.length < 2) return [];
  const middle = Math.ceil(members.length / 2);
  return [members.slice(0, middle), members.slice(middle)].map((half) => ({
    members: half,
    input: together(
      half.map(({ candidate }) => candidate.input),
      merge,
    ),
  }));
}

/** @throws Error where two of them touch each other */
export function together<Input>(inputs: readonly Input[], merge: Merge<Input>): Input {
  return inputs.reduce((one, other) => {
    const both = merge(one, other);
    if (both === null) throw new Error('These inputs do not go together.');
    return both;
  });
}
