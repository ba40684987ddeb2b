import type { Finding } from '../src/result/result.ts';
import { endpoint as rowOf } from '../src/specification/endpoints.ts';
import type { StatementId } from '../src/specification/register.ts';
import { IS_THOROUGH } from './chosen.ts';
import { concernedBy, type Fault, partsFor } from './fault.ts';
import { type Replay, replayCurl } from './replay-curl.ts';
import type { Plan } from './run-parts.ts';
import { runAgainst, type SuiteRun } from './run-suite.ts';
import { openTestService } from './test-service.ts';

/** Name of the attachment by which a test hands its outcome to the reporter of the mutation run. */
export const OUTCOME = 'fault-outcome';

/** What the suite saw of one fault. */
export interface FaultOutcome extends Pick<Fault, 'name' | 'endpoints' | 'breaks' | 'description'>, Pick<SuiteRun, 'mistakes'> {
  /** Held to breaking its first statement and nothing else. */
  readonly only: boolean;
  /** The fault changed an answer or a request. Without that, its outcome says nothing about the suite. */
  readonly triggered: boolean;
  readonly detected: boolean;
  /** A statement of the fault's own list failed, at an endpoint of the fault. */
  readonly named: boolean;
  /** The first finding is of such a statement: what people read first is the fault. */
  readonly namedFirst: boolean;
  /** Whether the `curl` line or the sequence of the first finding shows the failure again; null where nothing was found, and where it was not sent. */
  readonly replay: Replay | null;
  /** Every statement that failed, once. */
  readonly reported: readonly StatementId[];
}

/** Plays one fault. `replays`: the `curl` of the first finding is sent again. `only`: it has to break its first statement and nothing else. */
export async function judgeFault(fault: Fault, { replays, only }: { replays: boolean; only: boolean }): Promise<FaultOutcome> {
  const { name, endpoints, breaks, description } = fault;
  const service = await openTestService(fault);
  try {
    const run = await runAgainst(service, planFor(fault, only));
    const triggered = run.changes > 0;
    const [first] = countingFindings(run.result.findings ?? []);
    return {
      ...{ name, endpoints, breaks, description, only, triggered },
      detected: run.failed.length > 0,
      named: run.failed.some((check) => names(fault, check)),
      namedFirst: first !== undefined && isNamedBy(fault, first),
      replay: first === undefined || !replays ? null : await replayCurl(first, run.result, service),
      reported: [...new Set(run.failed.map(({ requirement }) => requirement))].sort(),
      mistakes: run.mistakes,
    };
  } finally {
    await service.close();
  }
}

/** Without those of completeness, which only show what was never seen. */
export const countingFindings = (findings: readonly Finding[]): Finding[] => findings.filter(({ level }) => level !== 'completeness');

/** The finding shows a statement of the fault's own list, at an endpoint of the fault. */
export function isNamedBy({ breaks, endpoints }: Fault, { requirement, endpoints: seen }: Finding): boolean {
  return breaks.some((id) => id === requirement) && endpoints.some((name) => seen.includes(rowOf(name).number));
}

/** Until the fault is named. Where it must be alone, all scenarios of its endpoints, and in a thorough run all others too. */
function planFor(fault: Fault, only: boolean): Plan {
  return {
    parts: only ? [IS_THOROUGH ? () => true : concernedBy(fault)] : partsFor(fault),
    settles: (check) => !only && names(fault, check),
    ...(only && { lanes: 1 }),
    ...(fault.variables && { variables: fault.variables }),
  };
}

function names({ breaks, endpoints }: Fault, { requirement, endpoint }: SuiteRun['failed'][number]): boolean {
  return breaks.includes(requirement) && endpoint !== null && endpoints.includes(endpoint);
}
