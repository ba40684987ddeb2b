import fc from 'fast-check';
import type { Judge, Property } from '../../../src/engine/property/property.ts';
import { type PropertyLimits, runProperty } from '../../../src/engine/property/run-property.ts';
import { ShrinkBudget } from '../../../src/engine/property/shrink.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { exchange } from '../checks/exchanges.ts';

export interface Attempt {
  readonly input: number;
  readonly exchange: Exchange;
}

export const SETTINGS = { seed: 7, runs: 50, replay: null, budgetMs: 60_000 };
export const limits = (changes: Partial<PropertyLimits> = {}): PropertyLimits => ({ ...SETTINGS, shrinks: new ShrinkBudget(), ...changes });
export const ANY = fc.integer({ min: 0, max: 1_000_000 });

export const tick = () => new Promise((resolve) => setImmediate(resolve));
export const boundary = (input: number) => ({ label: `the number ${input}`, input });
export const fails = (broken: (input: number) => boolean): Judge<number, Attempt> => ({
  requirement: 'business.name-comes-back',
  deviations: (_input, { input }) => (broken(input) ? [{ expected: 'another number', actual: String(input) }] : []),
});

/** What is sent is what comes back, one after the other. */
export const plain = <Input>(arbitrary: fc.Arbitrary<Input>, judges: readonly Judge<Input, Input>[]): Property<Input, Input> => ({
  arbitrary,
  boundaries: [],
  attempt: async (input) => input,
  isAccepted: () => true,
  exchanges: () => [],
  judges,
  concurrency: 1,
});

/**
 * A target that answers a number with itself, and everything it was asked.
 * @param before awaited before each answer
 */
export function echoing(changes: Partial<Property<number, Attempt>> = {}, before: (input: number) => Promise<unknown> = tick) {
  const asked: number[] = [];
  const attempt = async (input: number) => {
    asked.push(input);
    await before(input);
    return { input, exchange: exchange() };
  };
  const judges = [fails(() => false)];
  const property: Property<number, Attempt> = {
    ...{ arbitrary: ANY, boundaries: [], attempt, isAccepted: () => true, judges, concurrency: 4 },
    exchanges: ({ exchange: one }) => [one],
    ...changes,
  };
  return { asked, property };
}

/** What came of a property, and everything that its target was asked. */
export async function tried({ asked, property }: ReturnType<typeof echoing>, changes: Partial<PropertyLimits> = {}) {
  const run = await runProperty(property, limits(changes));
  const [{ failure = null } = {}] = run.outcomes;
  return { asked, run, failure, failures: run.outcomes.map((outcome) => outcome.failure) };
}

export const ticks = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await tick();
};
