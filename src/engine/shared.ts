import { join } from 'node:path';
import { HungEndpoints } from '../client/hung-endpoints.ts';
import { Presence } from '../client/presence.ts';
import { StoredSample } from '../client/stored-sample.ts';
import { type RecordBudget, WriteBudget } from '../client/write-budget.ts';
import { Deadline } from '../http/deadline.ts';
import type { Settings } from '../settings/settings.ts';
import { boundList, LEFT_BEHIND_FILE } from './evidence/left-behind-list.ts';
import { endOfRun, sharedDirectory, sharedFacts } from './run-environment.ts';

/** What the sessions of one run have in common, over all its processes. */
export interface Shared extends Limits {
  readonly hung: HungEndpoints;
  /** Null: nobody waits for a target that is away. */
  readonly presence: Presence | null;
  /** What the run stored early, to be read again at its end. */
  readonly stored: StoredSample;
  /** Path of the file that lists every record left behind; null for none. */
  readonly listing: string | null;
}

/** Variable of the environment: the file that lists what several runs leave behind together. */
export const COMMON_LISTING = 'CONFORMANCE_LISTING';

/** Limits of the run, over all its processes; null for no limit. */
export interface Limits {
  /** Created records. */
  readonly budget: RecordBudget | null;
  readonly deadline: Deadline | null;
}

export function nothingShared(): Shared {
  return { hung: new HungEndpoints(null), presence: null, stored: new StoredSample(null), listing: null, budget: null, deadline: null };
}

/** To be called before the run opens its first session. */
export function beginShared(settings: Settings): void {
  // What watches several runs together does it once, and counts from there.
  if (process.env[COMMON_LISTING] === undefined) boundList(leftBehindFile(settings));
  if (settings.run.writeBudget !== null) WriteBudget.begin(writesDirectory());
}

export function sharedOf(settings: Settings): Shared {
  const { writeBudget } = settings.run;
  const maxMinutes = minutesOf(settings.run);
  return {
    hung: new HungEndpoints(sharedDirectory()),
    presence: new Presence(join(sharedDirectory(), 'target-gone.txt')),
    stored: new StoredSample(join(sharedDirectory(), 'stored.jsonl')),
    // The records of the embedded service end with it.
    listing: sharedFacts().embedded ? null : leftBehindFile(settings),
    budget: writeBudget === null ? null : new WriteBudget(writeBudget, writesDirectory()),
    deadline: new Deadline(maxMinutes, endOfRun(maxMinutes)),
  };
}

/** The preflight's session lists here what it created, for the first worker: it has no evidence of its own. */
export function setUpRemainsFile(): string {
  return join(sharedDirectory(), 'set-up-remains.json');
}

function leftBehindFile({ run }: Settings): string {
  return process.env[COMMON_LISTING] ?? join(run.reportDir, LEFT_BEHIND_FILE);
}

function writesDirectory(): string {
  return join(sharedDirectory(), 'writes');
}

/** A run ends by itself, whatever the target does. An ordinary one takes seconds, a far and failing one minutes. */
const DEFAULT_MINUTES = 10;
/** More requests than a default run sends (5,000), and those of each further input a property. */
const BASE_REQUESTS = 7_000;
const REQUESTS_AN_INPUT = 12;

/** The minutes that a run may take: as set, else ten, or more where the ceiling on requests or the number of inputs makes it necessary. */
export function minutesOf({ maxMinutes, maxRps, propertyRuns }: Settings['run']): number {
  if (maxMinutes !== null) return maxMinutes;
  const requests = BASE_REQUESTS + REQUESTS_AN_INPUT * propertyRuns;
  const necessary = maxRps === null ? propertyRuns / 200 : (2 * requests) / maxRps / 60;
  return Math.max(DEFAULT_MINUTES, Math.ceil(necessary));
}
