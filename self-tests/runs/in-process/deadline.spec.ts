import type { Difference } from '../../../mutation/interposition.ts';
import { expect, test } from '../../test.ts';
import { play } from './play.ts';

test.describe.configure({ timeout: 120_000 });

/** Long enough for the first scenarios on a busy machine, and too short for the generated input of this run. */
const MINUTES = 0.08;
/** The generated input takes minutes more. Room for a busy machine. */
const MOST_MS_BEYOND = 30_000;

test('at the end of its time a run reports what was seen, fails nothing, and names the limit for the rest', async () => {
  const times: number[] = [];
  const difference: Difference = {
    interpose: () => async (request, forward) => {
      times.push(performance.now());
      return forward(request);
    },
  };
  // Generated input that lasts, on a fast machine too.
  const { result } = await play(/typical answer|that is accepted comes back/, difference, {
    variables: { CES_MAX_MINUTES: String(MINUTES), CES_PROPERTY_RUNS: '2000', CES_MAX_RPS: '50' },
  });
  // The run begins with its first request.
  expect(Math.max(...times) - Math.min(...times)).toBeLessThan(MINUTES * 60_000 + MOST_MS_BEYOND);
  const checks = result.requirements.flatMap((entry) => entry.checks);
  expect(checks.filter(({ status }) => status === 'failed').map(({ message }) => message)).toEqual([]);
  expect(result).toMatchObject({ verdict: 'conformant', complete: false });
  const open = checks.filter(({ status }) => status === 'not-assessed');
  expect(open.filter(({ variables }) => !variables?.includes('CES_MAX_MINUTES')).map(({ message }) => message)).toEqual([]);
  expect(open.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^\d+ of \d+ generated inputs were tried/));
});

test('a target that begins to hang: the limit ends that too, and what had failed before decides', async () => {
  // Counted from the first deviation on: how far a run comes before it depends on the machine.
  let since = 0;
  const difference: Difference = {
    interpose: () => async (request, forward) => {
      const deviates = request.endpoint === 'batchUpdateCustomers';
      if (deviates || since > 0) since += 1;
      if (since > 300) return new Promise<never>(() => undefined);
      const answer = await forward(request);
      return deviates && answer.status < 300 ? { ...answer, body: Buffer.from('{"customers":5}') } : answer;
    },
  };
  const variables = { CES_MAX_MINUTES: '0.2', CES_TIMEOUT_MS: '600000', CES_PROPERTY_RUNS: '0' };
  const { result } = await play(/./, difference, { variables });
  expect(result).toMatchObject({ verdict: 'nonconformant', complete: false, interrupted: false });
  expect(result.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id)).toContain('customer.fields');
  // A request that was cut off is no hang of the target.
  expect(JSON.stringify(result.findings)).not.toContain('no answer (timeout)');
});
