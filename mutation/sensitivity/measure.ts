import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { CheckEvidence } from '../../src/engine/evidence/evidence.ts';
import type { LeftBehindNotes } from '../../src/engine/evidence/left-behind-notes.ts';
import { deadlineOf, RunState, writeBudgetOf } from '../../src/engine/run-state.ts';
import type { Scenario } from '../../src/engine/scenario.ts';
import { examine } from '../../src/engine/target-examination.ts';
import { createRedactor } from '../../src/http/redaction.ts';
import { secretTexts } from '../../src/settings/secrets.ts';
import type { Settings } from '../../src/settings/settings.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { concernedBy } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { failuresIn, type Plan } from '../run-parts.ts';
import { type Common, runBehindProxy } from './behind-proxy.ts';
import { LaidInFront } from './laid-in-front.ts';
import { NOT_RUN, type Notice, noticeOf } from './notice.ts';

/** As many as the suite itself has workers, so that the target is not asked more at once than in a run of conformance. */
const LANES = 4;
/** Its scenarios write the customers given, and one at a time owns a customer. */
const WRITES_CUSTOMERS: EndpointName = 'batchUpdateCustomers';

/** Without a sound run, there is nothing to compare a fault with. */
export interface Unsound {
  readonly sound: false;
  /** One line each: what makes the run unsound. */
  readonly problems: readonly string[];
}

export interface Measured {
  readonly sound: true;
  /** In the order of the faults. */
  readonly notices: readonly Notice[];
  readonly durationMs: number;
}

/** What hears of the measuring. */
export interface Hearers {
  /** Called as each fault is done. */
  readonly progress: (done: number) => void;
  /** Takes note of what is left at the target. */
  readonly notes: LeftBehindNotes;
}

/**
 * Runs the suite against the target once as it is, then with each fault laid in front of it. The limits of the settings hold for all runs together.
 * Leave out faults inside the reference service: they cannot be laid in front of anything.
 */
export function measureSensitivity(
  settings: Settings,
  faults: readonly Fault[],
  { progress, notes }: Hearers,
): Promise<Unsound | Measured> {
  return measure(settings, faults, progress, { writes: writeBudgetOf(settings), deadline: deadlineOf(settings), notes });
}

async function measure(
  settings: Settings,
  faults: readonly Fault[],
  progress: Hearers['progress'],
  common: Common,
): Promise<Unsound | Measured> {
  const begin = performance.now();
  const pause = () => sleep(settings.run.maxRps === null ? 0 : 1000 / settings.run.maxRps);
  const obstacle = await unreachable(settings, common);
  if (obstacle !== null) return { sound: false, problems: [obstacle] };
  await pause();
  const baseline = await runBaseline(settings, common);
  if (baseline.problems.length > 0) return { sound: false, problems: baseline.problems };
  const notices = new Map<Fault, Notice>();
  const judge = async (fault: Fault) => {
    const asked = fault.endpoints.some((endpoint) => baseline.endpoints.has(endpoint));
    // A session keeps its own pace; the pause keeps it between one session's last request and the next one's first.
    if (asked) await pause();
    const sight = asked ? await sightOf(settings, fault, faults.indexOf(fault), common) : NOT_RUN;
    notices.set(fault, noticeOf(fault, sight, baseline.open));
    progress(notices.size);
  };
  await Promise.all(queues(faults, settings).map(({ queue, lanes }) => pLimit(lanes).map(queue, judge)));
  return {
    sound: true,
    notices: faults.flatMap((fault) => notices.get(fault) ?? []),
    durationMs: Math.round(performance.now() - begin),
  };
}

async function unreachable(settings: Settings, { notes, writes, deadline }: Common): Promise<string | null> {
  await using run = new RunState(settings, { impatient: true, writes, deadline, listing: notes.file });
  const { obstacle } = await examine(run);
  notes.add(run.remains);
  return obstacle;
}

interface Baseline {
  readonly problems: readonly string[];
  readonly open: readonly CheckEvidence[];
  readonly endpoints: ReadonlySet<EndpointName | null>;
}

async function runBaseline(settings: Settings, common: Common): Promise<Baseline> {
  const front = new LaidInFront((request, forward) => forward(request));
  const plan: Plan = { parts: [() => true], settles: () => false, lanes: lanesOf(settings), label: 'sensitivity' };
  const { outcomes, troubles } = await runBehindProxy(settings, front, plan, common);
  const failed = outcomes.flatMap((outcome) =>
    failuresIn([outcome]).map(({ requirement, findings = [] }) => {
      const [finding] = findings;
      return `${requirement} failed. ${outcome.title}: expected ${finding?.expected}, found ${finding?.actual}`;
    }),
  );
  const redact = createRedactor(settings.credentials, secretTexts(settings));
  const checks = outcomes.flatMap(({ evidence }) => evidence?.checks ?? []);
  return {
    problems: failed.length > 0 ? failed : troubles.map(redact),
    open: checks.filter(({ status }) => status === 'not-assessed'),
    endpoints: front.endpoints,
  };
}

async function sightOf(settings: Settings, fault: Fault, index: number, common: Common) {
  if (fault.interpose === undefined)
    throw new Error(`${fault.name} lies inside the reference service: it cannot be laid in front of a target.`);
  const front = new LaidInFront(fault.interpose());
  const { outcomes, troubles, overBudget } = await runBehindProxy(settings, front, planFor(fault, index), common);
  const redact = createRedactor(settings.credentials, secretTexts(settings));
  return {
    changes: front.changes,
    withheld: front.withheld,
    unfit: [...front.unfit].map(redact),
    failed: failuresIn(outcomes),
    troubles: troubles.map(redact),
    limited: outcomes.flatMap(({ evidence }) => evidence?.checks ?? []).filter(isLimited),
    overBudget,
  };
}

/** A limit that was not reached in the run without a fault may be by now. */
function isLimited({ status, variables = [] }: CheckEvidence): boolean {
  return status === 'not-assessed' && variables.some((name) => name === 'CES_WRITE_BUDGET' || name === 'CES_MAX_MINUTES');
}

/** First the scenarios that check the statements that the fault breaks, then the others at its endpoints, until anything fails. */
function planFor(fault: Fault, index: number): Plan {
  const isConcerned = concernedBy(fault);
  const checks = ({ covers }: Scenario) => covers.statements.some((id) => fault.breaks.includes(id));
  return {
    parts: [(scenario) => isConcerned(scenario) && checks(scenario), isConcerned],
    settles: () => true,
    lanes: 1,
    label: `sensitivity-${index}`,
  };
}

function queues(faults: readonly Fault[], settings: Settings): { queue: readonly Fault[]; lanes: number }[] {
  const lanes = lanesOf(settings);
  if (lanes === 1) return [{ queue: faults, lanes }];
  const writes = ({ endpoints }: Fault) => endpoints.includes(WRITES_CUSTOMERS);
  return [
    { queue: faults.filter(writes), lanes: 1 },
    { queue: faults.filter((fault) => !writes(fault)), lanes: lanes - 1 },
  ];
}

/** A ceiling on requests binds the whole command: one session at a time keeps it exactly. */
function lanesOf({ run }: Settings): number {
  return run.maxRps === null ? LANES : 1;
}
