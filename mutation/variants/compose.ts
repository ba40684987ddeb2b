import type { Difference, Fault, Interposition, Variant } from '../interposition.ts';
import { interposed } from '../proxy/reverse-proxy.ts';
import { around, unchanged } from '../rows.ts';

/** Several variants or faults as one service: laid around each other, the first nearest to the service. At most one may have a store. */
export function compose(variants: readonly (Variant | Fault)[]) {
  const effective = new Set<string>();
  const store = variants.find((variant) => variant.store)?.store;
  return {
    difference: {
      interpose: () => variants.reduce<Interposition>((inner, variant) => around(inner, counted(variant, effective)), unchanged),
      ...(store && { store }),
    } satisfies Difference,
    variables: Object.assign({}, ...variants.map(({ variables }) => variables)) as Record<string, string>,
    /** Variants that have made no difference yet. Those of a store are counted by the test service. */
    silent: () => variants.filter(({ name, interpose }) => interpose && !effective.has(name)).map(({ name }) => name),
  };
}

function counted({ name, interpose }: Variant | Fault, effective: Set<string>): Interposition {
  const interposition = interpose?.() ?? unchanged;
  return async (request, forward) => {
    const { outcome, changed } = await interposed(interposition, request, forward);
    if (changed) effective.add(name);
    return outcome;
  };
}
