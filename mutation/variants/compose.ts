import type { Difference, Fault, Interposition, Variant } from '../interposition.ts';
import { interposed } from '../proxy/changes.ts';

/** Several variants, or faults, as one service that makes all these choices, and which of them came into play. */
interface Composition {
  readonly difference: Difference;
  readonly variables: Readonly<Record<string, string>>;
  /** Variants that have made no difference yet. Those of a store are counted by the test service. */
  silent(): string[];
}

/** Lays variants around each other, the first one nearest to the service. At most one may have a store. */
export function compose(variants: readonly (Variant | Fault)[]): Composition {
  const effective = new Set<string>();
  const store = variants.find((variant) => variant.store)?.store;
  return {
    difference: {
      interpose: () => variants.reduce<Interposition>((inner, variant) => around(inner, counted(variant, effective)), untouched),
      ...(store && { store }),
    },
    variables: Object.assign({}, ...variants.map(({ variables }) => variables)) as Record<string, string>,
    silent: () => variants.filter(({ name, interpose }) => interpose && !effective.has(name)).map(({ name }) => name),
  };
}

const untouched: Interposition = (request, forward) => forward(request);

function counted({ name, interpose }: Variant | Fault, effective: Set<string>): Interposition {
  const interposition = interpose?.() ?? untouched;
  return async (request, forward) => {
    const { outcome, changed } = await interposed(interposition, request, forward);
    if (changed) effective.add(name);
    return outcome;
  };
}

/** One interposition around another, which answers. */
export function around(inner: Interposition, outer: Interposition): Interposition {
  return (request, forward) =>
    outer(request, async (passed) => {
      const answer = await inner(passed, forward);
      if ('misbehaviour' in answer) throw new Error('Nothing can lie around a variant on the wire: its topic has to be the last.');
      return answer;
    });
}
