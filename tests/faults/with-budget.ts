import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WriteBudget } from '../../src/client/write-budget.ts';
import type { Settings } from '../../src/target/settings.ts';

/** Does some work whose sessions, all in this process, share the budget of the settings; null where they set none. */
export async function withBudget<T>({ run }: Settings, work: (budget: WriteBudget | null) => Promise<T>): Promise<T> {
  if (run.writeBudget === null) return work(null);
  const directory = mkdtempSync(join(tmpdir(), 'conformance-writes-'));
  try {
    WriteBudget.begin(directory);
    return await work(new WriteBudget(run.writeBudget, directory));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
