import type { Scene } from '../src/engine/scenario.ts';
import type { Fault } from './interposition.ts';
import { type Plan, runSuite, type SuiteRun } from './run-suite.ts';

/** Name of the attachment by which a test hands its outcome to the bench's reporter. */
export const OUTCOME = 'fault-outcome';

/** What the suite saw of one fault. */
export interface FaultOutcome extends Pick<Fault, 'name' | 'endpoints' | 'breaks' | 'description'> {
  /** Held to breaking its first statement and nothing else. */
  readonly only: boolean;
  /** The fault made itself felt. Without it nothing is said of the suite. */
  readonly triggered: boolean;
  readonly detected: boolean;
  /** A statement of the fault's own list failed, at an endpoint of the fault. */
  readonly named: boolean;
  /** Every statement that failed, once. */
  readonly reported: readonly string[];
  /** Of the bench or of the suite. */
  readonly mistakes: readonly string[];
  readonly scenesPlayed: number;
  readonly durationMs: number;
}

/** Plays the real suite against one fault. */
export async function judgeFault(fault: Fault): Promise<FaultOutcome> {
  const { name, endpoints, breaks, description, only = false } = fault;
  const run = await runSuite(fault, planFor(fault));
  return {
    name,
    endpoints,
    breaks,
    description,
    only,
    triggered: run.changes > 0,
    detected: run.failed.length > 0,
    named: run.failed.some((check) => names(fault, check)),
    reported: [...new Set(run.failed.map(({ requirement }) => requirement))].sort(),
    mistakes: run.mistakes,
    scenesPlayed: run.scenesPlayed,
    durationMs: run.durationMs,
  };
}

/** First the scenes of the endpoints concerned, then all others; until the fault is named, or to the end where it must be alone. */
function planFor(fault: Fault): Plan {
  const concerned = new Set<number | null>(fault.endpoints);
  // An event is tracked at one of them and read at the other.
  if (concerned.has(1) || concerned.has(18)) concerned.add(1).add(18);
  return {
    parts: [({ covers }: Scene) => concerned.has(covers.endpoint), () => true],
    settles: (check) => !fault.only && names(fault, check),
    ...(fault.only && { lanes: 1 }),
    ...(fault.variables && { variables: fault.variables }),
  };
}

function names({ breaks, endpoints }: Fault, { requirement, endpoint }: SuiteRun['failed'][number]): boolean {
  return breaks.includes(requirement) && endpoint !== null && endpoints.includes(endpoint);
}
