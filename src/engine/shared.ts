import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { HungEndpoints } from '../client/hung-endpoints.ts';
import { Presence } from '../client/presence.ts';
import { WriteBudget } from '../client/write-budget.ts';
import { Deadline } from '../http/deadline.ts';
import type { Settings } from '../settings/settings.ts';
import { LEFT_BEHIND_FILE } from './evidence/remains.ts';
import { endOfRun, sharedDirectory, sharedFacts } from './run-environment.ts';

/** What the sessions of one run have in common, over all its processes. */
export interface Shared extends Limits {
  readonly hung: HungEndpoints;
  /** Null where a target that is away is not waited for. */
  readonly presence: Presence | null;
  /** File that lists all that is left behind; null for none. */
  readonly listing: string | null;
}

/** What the run may use up, over all its processes; null for no limit. */
export interface Limits {
  /** Of created records. */
  readonly budget: WriteBudget | null;
  readonly deadline: Deadline | null;
}

export function nothingShared(): Shared {
  return { hung: new HungEndpoints(null), presence: null, listing: null, budget: null, deadline: null };
}

/** Before any session of the run is opened. */
export function beginShared(settings: Settings): void {
  // Replaced by each run, as its reports are.
  rmSync(leftBehindFile(settings), { force: true });
  if (settings.run.writeBudget !== null) WriteBudget.begin(writesDirectory());
}

export function sharedOf(settings: Settings): Shared {
  const { writeBudget, maxMinutes } = settings.run;
  return {
    hung: new HungEndpoints(sharedDirectory()),
    presence: new Presence(join(sharedDirectory(), 'target-gone.txt')),
    // What the embedded service holds ends with it.
    listing: sharedFacts().embedded ? null : leftBehindFile(settings),
    budget: writeBudget === null ? null : new WriteBudget(writeBudget, writesDirectory()),
    deadline: maxMinutes === null ? null : new Deadline(maxMinutes, endOfRun(maxMinutes)),
  };
}

/** Where the preflight's session leaves what it created for the first worker: it has no evidence of its own. */
export function setUpRemainsFile(): string {
  return join(sharedDirectory(), 'set-up-remains.json');
}

function leftBehindFile({ run }: Settings): string {
  return join(run.reportDir, LEFT_BEHIND_FILE);
}

function writesDirectory(): string {
  return join(sharedDirectory(), 'writes');
}
