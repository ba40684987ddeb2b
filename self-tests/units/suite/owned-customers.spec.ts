import type { Implementation } from '../../../src/client/implementation.ts';
import { Lease } from '../../../src/client/lease.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { ALL, owning, sharing } from '../../../tests/scenarios/customers/owned-customers.ts';
import type { CoveredScenario, ScenarioBody, ScenarioContext } from '../../../tests/suite.ts';
import { expect, test } from '../../test.ts';

test('whoever has all customers, and finds one changed, does not wait for whoever wants one of them for the same', async () => {
  const known = new Map<string, Promise<unknown>>();
  const implementation: Partial<Record<keyof Implementation, unknown>> = {
    lease: new Lease(),
    client: { idle: async () => {} },
    settings: { fixtures: { customerIds: ['a', 'b'] }, run: { replay: null } },
    withCustomers: () => implementation,
    once: (key: string, act: () => Promise<unknown>) => {
      known.set(key, known.get(key) ?? act());
      return known.get(key);
    },
    unique: () => {
      throw new NotAssessed('No update is sent here');
    },
  };
  const record = { checks: [{ status: 'failed', requirement: 'customer.update-is-kept' }] };
  const context = { implementation, session: { implementation }, record } as unknown as ScenarioContext;
  const covering = (body: ScenarioBody): CoveredScenario => ({ covers: {}, body }) as unknown as CoveredScenario;
  let release = () => {};
  const holding = owning(
    ALL,
    covering(() => new Promise<void>((resolve) => (release = resolve))),
  ).body(context);
  const waiting = sharing(covering(async () => {})).body(context);
  await Promise.resolve();
  release();
  const outcomes = await Promise.allSettled([holding, waiting]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
