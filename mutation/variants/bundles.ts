import type { Variant } from '../interposition.ts';
import { TOPICS, type Topic } from './topics.ts';

interface Member {
  readonly topic: Topic;
  readonly variant: Variant;
}

/** All variants in as few bundles as their topics allow, each in one, none beside another of its own matter. Which ones meet depends on the seed. */
export function bundles(seed: number): Variant[][] {
  const below = randomNumbers(seed);
  const found: Member[][] = [];
  const largestFirst = [...TOPICS].sort((a, b) => b.aspects.length - a.aspects.length || b.variants.length - a.variants.length);
  for (const topic of largestFirst) {
    for (const variant of shuffled(topic.variants, below)) {
      const open = found.filter((members) => members.every((member) => canMeet(member, { topic, variant })));
      const bundle = open[below(open.length)];
      if (bundle) bundle.push({ topic, variant });
      else found.push([{ topic, variant }]);
    }
  }
  return found.map(fromTheInside);
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

function fromTheInside(members: readonly Member[]): Variant[] {
  return [...members].sort((a, b) => TOPICS.indexOf(a.topic) - TOPICS.indexOf(b.topic)).map(({ variant }) => variant);
}

/** Whole numbers from 0 to below a limit (a linear congruential generator with the constants of Numerical Recipes). */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function shuffled<T>(list: readonly T[], below: (limit: number) => number): T[] {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
