import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UnreadIds } from '../checks/given-ids.ts';
import { Ledger } from '../checks/ledger.ts';
import type { HungEndpoints } from '../client/client.ts';
import { Environment } from '../client/environment.ts';
import { TargetKnowledge } from '../client/implementation.ts';
import { StoredSample } from '../client/stored-sample.ts';
import { credentials } from '../http/authorization.ts';
import type { Authorization, Exchange } from '../http/exchange.ts';
import { Budget, Deadline, WriteBudget } from '../http/limits.ts';
import { createRedactor } from '../http/redaction.ts';
import { routesOf } from '../http/routes.ts';
import { type Limits, Transport, type TransportOptions } from '../http/transport.ts';
import { invocation } from '../installation/installation.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import { secretTexts } from '../settings/secrets.ts';
import { QUICK, type Settings } from '../settings/settings.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { isObject } from '../specification/json.ts';
import { AskedRequests } from './evidence/asked.ts';
import { boundList, LEFT_BEHIND_FILE, type LeftBehindNotes } from './evidence/left-behind.ts';
import { OtherRuns } from './evidence/other-runs.ts';
import { ShrinkBudget } from './property/shrink.ts';
import { sharedFacts } from './run-environment.ts';

interface RunOptions {
  /** Gives up a target that cannot be reached at once, and does not wait for it; false where absent. */
  readonly impatient?: boolean;
  /** Path of the file that lists every record left behind; null for none, which is so where absent. */
  readonly listing?: string | null;
  /** Neither the time nor the records of the settings bound it; false where absent. */
  readonly boundless?: boolean;
  /** Tells people while the run waits, a line each; nobody where absent. */
  readonly say?: (line: string) => void;
  /** What an earlier run learned of the target; null or absent: nothing. */
  readonly learned?: Limits | null;
  /** Other shards of the run may write to the same target; false where absent. */
  readonly isShard?: boolean;
  /** Makes another transport than the ordinary one. */
  readonly transport?: (options: TransportOptions) => Transport;
}

/** The longest that an impatient run is put off for one request. */
const IMPATIENT_MS = 30_000;
/** Most services start within it. Who is not in CI, and has not said how patient the run is, may have mistyped the port. */
const FIRST_PATIENCE_MS = 10_000;

/** One run against one target: its limits, its transport, and what it knows of the target. All its sessions share it. */
export class RunState implements AsyncDisposable {
  readonly settings: Settings;
  /** Read once, when the run begins. */
  readonly facts = sharedFacts();
  readonly baseUrl: string;
  readonly redact: (text: string) => string;
  readonly authorization: Authorization;
  readonly transport: Transport;
  /** Null: no limit on created records. */
  readonly writes: WriteBudget | null;
  /** Null: no limit on requests. */
  readonly requests: Budget | null;
  readonly deadline: Deadline | null;
  readonly listing: string | null;
  /** Customers that the listing names already. */
  readonly listed = new Set<string>();
  readonly environment: Environment;
  readonly hung: HungEndpoints = new Map();
  readonly stored = new StoredSample();
  readonly knowledge = new TargetKnowledge();
  readonly ledger = new Ledger();
  readonly asked = new AskedRequests();
  readonly otherRuns: OtherRuns;
  readonly shrinks = new ShrinkBudget();
  /** Failures, by statement, endpoint and what was asked, whose requests were sent again alone. */
  readonly sentAgain = new Set<string>();
  /** For sending failures in turns, in milliseconds: a failing run may not take much longer than a sound one. */
  turnsLeftMs = 2000;
  /** For looking again, some seconds later, at what changes by itself, in milliseconds. */
  pausesLeftMs = 18_000;
  /** Of sessions that play no scenario now, what they left: the preflight has no evidence of its own, and others' requests may be sent for a scenario. */
  readonly idleNotes = new Set<LeftBehindNotes>();
  /** Answers to the preflight, for the first evidence too: what broke beside others taught the run how many the target takes. */
  readonly examined: Exchange[] = [];
  /** Reads of the preflight, from before the run's first write. */
  readonly firstReads = new Map<EndpointName, Exchange>();
  /** Why what rests on sound answers is not tried; null where they are sound. */
  unsound: string | null = null;
  /** Why the path of the base URL may be wrong; null where nothing says so. */
  doubt: string | null = null;
  /** Ids that the service does not find for how they stand in the path; null where it finds them. */
  unreadIds: UnreadIds | null = null;

  constructor(settings: Settings, options: RunOptions = {}) {
    const { impatient = false, listing = null, boundless = false, say, learned = null, isShard } = options;
    const { transport: openTransport = (given: TransportOptions) => new Transport(given) } = options;
    const { baseUrl, credentials: given, run } = settings;
    if (baseUrl === null || given === null)
      throw new Error(`No target: the run was started without its global setup. Start it with \`${invocation('conformance')}\`.`);
    this.settings = settings;
    this.baseUrl = baseUrl;
    this.otherRuns = new OtherRuns(this.facts.id, isShard);
    this.redact = createRedactor(given, secretTexts(settings));
    this.authorization = credentials(given.username, given.password);
    const settingOf = (variable: string, isOfQuick: boolean) => (run.depth === 'quick' && isOfQuick ? 'CES_DEPTH' : variable);
    const { writeBudget, maxRequests } = run;
    const records = boundless ? null : writeBudget;
    this.writes = records === null ? null : new WriteBudget(records, settingOf('CES_WRITE_BUDGET', records === QUICK.records));
    this.requests = maxRequests === null ? null : new Budget(maxRequests, settingOf('CES_MAX_REQUESTS', maxRequests === QUICK.requests));
    // From the run's start, or from now where none is known.
    const { startedAt = Date.now() } = this.facts;
    this.deadline = boundless ? null : new Deadline(minutesOf(run), startedAt + minutesOf(run) * 60_000);
    this.listing = listing;
    const { timeoutMs, maxBodyBytes, maxRps, maxConnections } = run;
    this.transport = openTransport({
      ...{ timeoutMs, maxBodyBytes, maxRps, maxConnections, learned },
      requests: this.requests,
      deadline: this.deadline,
      routeTo: routesOf(settings),
      redact: this.redact,
    });
    this.environment = new Environment({
      transport: this.transport,
      baseUrl,
      patienceMs: impatient ? Math.min(run.patienceMs, IMPATIENT_MS) : run.patienceMs,
      ...(this.facts.sources.CES_PATIENCE_MS === undefined && !process.env.CI && { firstPatienceMs: FIRST_PATIENCE_MS }),
      impatient,
      guessesPerMinute: run.wrongCredentialsPerMinute,
      ...(say && { say }),
    });
  }

  /** Whether a limit may end the run before all is played: what comes first should also be sent first. */
  get isBounded(): boolean {
    const { maxRps, maxMinutes } = this.settings.run;
    return this.requests !== null || this.writes !== null || maxRps !== null || maxMinutes !== null;
  }

  async close(): Promise<void> {
    await this.transport.close();
  }

  [Symbol.asyncDispose] = () => this.close();
}

/** Variable of the environment: the file that lists what several runs leave behind together. */
export const COMMON_LISTING = 'CONFORMANCE_LISTING';

/** Variable of the environment: this run is a later round of a watch, which shows itself what changed. */
export const LATER_ROUND = 'CONFORMANCE_LATER_ROUND';

/** The list of all that the run leaves behind, put aside where an earlier one has grown too long. Null for the embedded service, whose records end with it. */
export function beginListing({ run }: Settings): string | null {
  if (sharedFacts().embedded) return null;
  const { [COMMON_LISTING]: common } = process.env;
  // What watches several runs together does it once, and counts from there.
  if (common !== undefined) return common;
  const file = join(run.reportDir, LEFT_BEHIND_FILE);
  boundList(file);
  return file;
}

/** A run ends by itself, whatever the target does. An ordinary one takes seconds, a far and failing one minutes. */
const DEFAULT_MINUTES = 10;
/** More requests than a default run sends (5,000), and those of each further input a property. */
const BASE_REQUESTS = 7_000;
const REQUESTS_AN_INPUT = 12;

/** The minutes that a run may take: as set, else ten, or more where the ceiling on requests or the number of inputs makes it necessary. */
function minutesOf({ maxMinutes, maxRps, propertyRuns }: Settings['run']): number {
  if (maxMinutes !== null) return maxMinutes;
  const requests = BASE_REQUESTS + REQUESTS_AN_INPUT * propertyRuns;
  const necessary = maxRps === null ? propertyRuns / 200 : (2 * requests) / maxRps / 60;
  return Math.max(DEFAULT_MINUTES, Math.ceil(necessary));
}

const fileOf = ({ run }: Settings) => join(run.reportDir, 'learned-limits.json');

/** What an earlier run into the same folder learned of the same target, for what no setting says; null where it learned nothing. */
export function limitsLearnedBefore(settings: Settings): Limits | null {
  const { baseUrl, run } = settings;
  const file = fileOf(settings);
  // Perhaps somebody else has written it.
  const known = existsSync(file) ? jsonIn(readFileSync(file, 'utf8')) : null;
  if (!isObject(known) || known.target !== baseUrl) return null;
  const numberIn = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : null);
  return {
    connections: run.maxConnections === null ? numberIn(known.connections) : null,
    rps: run.maxRps === null ? numberIn(known.rps) : null,
  };
}

/** Keeps them for the next run. A target without limits leaves no file. */
export function keepLimits(settings: Settings, limits: Limits): void {
  if (limits.connections === null && limits.rps === null) return;
  const file = fileOf(settings);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ target: settings.baseUrl, ...limits })}\n`);
}
