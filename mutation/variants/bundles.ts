import { createHash } from 'node:crypto';
import type { Difference, Interposition, Variant } from '../interposition.ts';
import { interposed } from '../proxy/reverse-proxy.ts';
import { around, unchanged } from '../rows.ts';
import { TOPICS, type Topic } from './topics.ts';

interface Member {
  readonly topic: Topic;
  readonly variant: Variant;
}

/** All variants in as few bundles as their topics allow, each in one, none beside another of its own matter. Which ones meet depends on the seed. */
export function bundles(seed: number): Variant[][] {
  const numberOf = ({ name }: Variant) => createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE();
  const found: Member[][] = [];
  const largestFirst = [...TOPICS].sort((a, b) => b.aspects.length - a.aspects.length || b.variants.length - a.variants.length);
  for (const topic of largestFirst) {
    for (const variant of topic.variants.toSorted((a, b) => numberOf(a) - numberOf(b))) {
      const open = found.filter((members) => members.every((member) => canMeet(member, { topic, variant })));
      const bundle = open[numberOf(variant) % open.length];
      if (bundle) bundle.push({ topic, variant });
      else found.push([{ topic, variant }]);
    }
  }
  const placeOf = ({ topic }: Member) => TOPICS.indexOf(topic);
  return found.map((members) => members.sort((a, b) => placeOf(a) - placeOf(b)).map(({ variant }) => variant));
}

export const titleOf = (variants: readonly Variant[]): string => variants.map(({ name }) => name).join(' + ');

function canMeet(one: Member, other: Member): boolean {
  const variables = Object.keys(one.variant.variables ?? {});
  return (
    !one.topic.aspects.some((aspect) => other.topic.aspects.includes(aspect)) &&
    !(one.variant.store && other.variant.store) &&
    !variables.some((name) => Object.hasOwn(other.variant.variables ?? {}, name))
  );
}

/** Several variants or faults as one service: laid around each other, the first nearest to the service. At most one may have a store. */
export function compose(variants: readonly Omit<Variant, 'permitted'>[]) {
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

function counted({ name, interpose }: Pick<Variant, 'name' | 'interpose'>, effective: Set<string>): Interposition {
  const interposition = interpose?.() ?? unchanged;
  return async (request, forward) => {
    const { outcome, changed } = await interposed(interposition, request, forward);
    if (changed) effective.add(name);
    return outcome;
  };
}
