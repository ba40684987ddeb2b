import { expect } from '@playwright/test';
import { QUICK, resultIn, test, withStatus } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

test.describe.configure({ timeout: 120_000 });

/** Some of it goes by until the first request is sent. */
const MINUTES = 0.4;
const LIMIT = { CES_MAX_MINUTES: String(MINUTES) };

test('a target that begins to hang: the limit ends that too, and what had failed before decides; exit 1', async ({ runs, target }) => {
  // Counted from the first deviation on: which worker comes how far before it depends on the machine.
  let since = 0;
  const change = (reply: Reply, { path }: Seen) => {
    const deviates = path.endsWith('/batch_update');
    if (deviates || since > 0) since += 1;
    if (since > 300) return new Promise<never>(() => undefined);
    return deviates ? changeJson(reply, (body) => ({ ...body, customers: 5 })) : reply;
  };
  const { variables } = await target({ change });
  const { code, stdout, directory } = await runs.run([], { ...variables, ...QUICK, ...LIMIT, CES_TIMEOUT_MS: '600000' });
  expect(code, stdout).toBe(1);
  const result = await resultIn(directory);
  expect(result).toMatchObject({ verdict: 'nonconformant', complete: false, interrupted: false });
  expect(withStatus(result, 'failed')).toContain('customer.fields');
  // A request that was cut off is no hang of the target.
  expect(stdout).not.toContain('no answer (timeout)');
});
