import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WriteBudget } from '../src/client/write-budget.ts';
import { endOfRun } from '../src/engine/run-environment.ts';
import type { Limits } from '../src/engine/shared.ts';
import { Deadline } from '../src/http/deadline.ts';
import type { Settings } from '../src/settings/settings.ts';

/** Does work whose sessions, all in this process, share the limits that the settings set. */
export async function withLimits<T>({ run }: Settings, work: (limits: Limits) => Promise<T>): Promise<T> {
  const { writeBudget, maxMinutes } = run;
  const deadline = maxMinutes === null ? null : new Deadline(maxMinutes, endOfRun(maxMinutes));
  if (writeBudget === null) return work({ budget: null, deadline });
  const directory = mkdtempSync(join(tmpdir(), 'conformance-writes-'));
  try {
    WriteBudget.begin(directory);
    return await work({ budget: new WriteBudget(writeBudget, directory), deadline });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
