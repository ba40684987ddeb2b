import fc from 'fast-check';
import type { Members } from './bodies.ts';
import { jsonObjects } from './json-objects.ts';
import { texts } from './texts.ts';

/** Counts through the records known so far that the step may concern; a step does nothing while there is none. */
const which = fc.nat({ max: 9 });
const metadata: fc.Arbitrary<Members> = jsonObjects();

/** Each leaves a record. */
const CREATING = [
  fc.record({ do: fc.constant('create business' as const), members: fc.record({ metadata }, { noNullPrototype: true }) }),
  fc.record({ do: fc.constant('create campaign' as const), members: fc.record({ metadata }, { noNullPrototype: true }) }),
  fc.record({ do: fc.constant('copy project template' as const) }),
  fc.record({ do: fc.constant('copy template' as const), which }),
  fc.record({ do: fc.constant('embed' as const), seconds: fc.constantFrom(600, 1800, 3600) }),
  fc.record({ do: fc.constant('track' as const), data: metadata }),
];

const OTHERS = [
  fc.record({
    do: fc.constant('update customer' as const),
    which,
    members: fc
      .record({ full_name: texts(), metadata }, { requiredKeys: [], noNullPrototype: true })
      .filter((members) => Object.keys(members).length > 0),
  }),
  fc.record({ do: fc.constant('refused update' as const), members: fc.record({ full_name: texts() }, { noNullPrototype: true }) }),
  fc.record({ do: fc.constant('read variables' as const), which }),
  fc.record({ do: fc.constant('read event' as const), which }),
  fc.record({ do: fc.constant('list addresses' as const) }),
  fc.record({ do: fc.constant('read record' as const), which }),
];

/** One step of a sequence, as plain data: a sequence can be shown, shrunk and replayed like any other input. */
export type Step = (typeof CREATING | typeof OTHERS)[number] extends fc.Arbitrary<infer Input> ? Input : never;

/** A generated sequence has no more steps. */
const LONG = 12;

/** Sequences of 2 to 12 steps in any order, a third of which create. Shrinking removes steps, then makes them smaller. */
export function sequences(): fc.Arbitrary<Step[]> {
  return fc.array(fc.oneof({ arbitrary: fc.oneof(...CREATING), weight: 1 }, { arbitrary: fc.oneof(...OTHERS), weight: 2 }), {
    minLength: 2,
    maxLength: LONG,
  });
}

/** Each of so many kinds behind each, itself too, in as few steps as that takes. `turn` counts the steps. */
export function inEveryOrder(kinds: number, step: (kind: number, turn: number) => Step): Step[] {
  const all = [...Array(kinds).keys()];
  const order = all.flatMap((first) => [first, ...all.slice(first + 1).flatMap((second) => [first, second])]);
  return [...order, 0].map(step);
}

/** The halves of a long sequence; the sequences without one of its steps, the last one first; then those in which one step concerns the first record of its kind. */
export function smallerSequences(steps: Step[]): Step[][] {
  if (steps.length === 1) return [];
  const halves = steps.length > LONG ? [steps.slice(0, steps.length / 2), steps.slice(steps.length / 2)] : [];
  const shorter = steps.map((_, index) => steps.toSpliced(index, 1)).reverse();
  const simpler = steps.flatMap((step, index) => ('which' in step && step.which > 0 ? [steps.with(index, { ...step, which: 0 })] : []));
  return [...halves, ...shorter, ...simpler];
}
