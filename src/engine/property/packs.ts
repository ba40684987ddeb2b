import { type Candidate, together } from './candidates.ts';
import type { Merge } from './property.ts';

export interface Pack<Input> {
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
export function packed<Input>(candidates: readonly Candidate<Input>[], merge: Merge<Input>): Pack<Input>[] {
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

export function single<Input>(candidate: Candidate<Input>): { members: Candidate<Input>[]; input: Input } {
  return { members: [candidate], input: candidate.input };
}

export function halves<Input>({ members }: Pack<Input>, merge: Merge<Input>): Pack<Input>[] {
  const middle = Math.ceil(members.length / 2);
  return [members.slice(0, middle), members.slice(middle)].map((half) => ({ members: half, input: together(half, merge) }));
}
