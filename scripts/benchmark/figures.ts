import { CARDS } from '../../src/client/api/cards.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { ENDPOINTS } from '../../src/specification/endpoints.ts';
import type { ProcessUse } from './processes.ts';
import { idleMs, lastEnd, phaseMs } from './recording.ts';
import type { ReplayResult } from './replay.ts';
import { DEFAULT_RUNS, type SuiteRun } from './run-suite.ts';

/** One run in figures; times in milliseconds, memory in MB. */
export interface RunFigures {
  readonly propertyRuns: number;
  readonly wallMs: number;
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Heads and bodies of all requests. */
  readonly bytesSent: number;
  /** Records that the run created at the target. */
  readonly records: number;
  /** The scenario that took longest. */
  readonly longest: { readonly title: string; readonly ms: number };
  /** From starting npm to the preflight's first request: npm, tsx, the runner, the embedded service. */
  readonly startMs: number;
  /** From there to the workers' first request: preflight, and the start of the workers. */
  readonly preflightMs: number;
  /** From there to the last answer. */
  readonly requestPhaseMs: number;
  /** Of the request phase: the time in which no request was under way. */
  readonly idleMs: number;
  /** From the last answer to the end: reports, and the end of all processes. */
  readonly endMs: number;
  /** Null where the system does not tell. */
  readonly processes: ProcessFigures | null;
}

export interface ProcessFigures {
  /** Sum of the peaks of the suite's processes, without the service; they need not have been at the same time. */
  readonly sumMb: number;
  readonly largestMb: number;
  readonly serviceMb: number;
  /** Processor time of the suite's processes, without the service, in milliseconds. */
  readonly cpuMs: number;
  readonly all: readonly ProcessUse[];
}

/** The report in a browser; times in milliseconds. */
export interface ReportFigures {
  readonly checks: number;
  readonly failures: number;
  readonly bytes: number;
  readonly renderMs: number;
  /** From asking for the page until it is loaded and painted: an empty one, and the report, whose filter has run by then. Medians. */
  readonly emptyMs: number;
  readonly openMs: number;
  /** From a keystroke in the filter until the rows that are left are painted: median, and what 95 % do not exceed. */
  readonly keystrokeMs: number;
  readonly keystrokeP95Ms: number;
}

/** All that `npm run benchmark` finds out, as `reports/benchmark.json` holds it. */
export interface Benchmark {
  readonly cores: number;
  /** Over the minute before the start: above the number of cores, others were at work, and wall times say little. */
  readonly loadAverage: number;
  readonly node: string;
  readonly repetitions: number;
  /** The median by wall time, at the default number of inputs. */
  readonly suite: RunFigures;
  readonly allWallMs: readonly number[];
  /** The median by time. */
  readonly bareClient: ReplayResult;
  readonly allBareClientMs: readonly number[];
  /** The suite's wall time over the bare client's time, its start left out. */
  readonly ratioTotal: number;
  /** The suite's request phase over the same. */
  readonly ratioRequestPhase: number;
  readonly growth: readonly RunFigures[];
  readonly report: ReportFigures;
}

export function runFigures({ wallMs, startedAt, processes, recording, result }: SuiteRun, propertyRuns = DEFAULT_RUNS): RunFigures {
  const { requests, workersFromMs } = recording;
  const first = requests[0]?.startMs ?? workersFromMs;
  const phase = phaseMs(recording);
  return {
    propertyRuns,
    wallMs,
    requests: requests.length,
    requestsPerSecond: requests.length / (phase / 1000),
    bytesSent: sum(requests.map(({ bytes }) => bytes)),
    records: created(result),
    longest: longest(result),
    startMs: first - startedAt,
    preflightMs: workersFromMs - first,
    requestPhaseMs: phase,
    idleMs: idleMs(recording),
    endMs: startedAt + wallMs - lastEnd(requests),
    processes: processes && processFigures(processes),
  };
}

export function processFigures(all: readonly ProcessUse[]): ProcessFigures {
  const suite = all.filter(({ role }) => role !== 'reference service');
  const service = all.filter(({ role }) => role === 'reference service');
  return {
    sumMb: sum(suite.map(({ megabytes }) => megabytes)),
    largestMb: Math.max(0, ...suite.map(({ megabytes }) => megabytes)),
    serviceMb: Math.max(0, ...service.map(({ megabytes }) => megabytes)),
    cpuMs: sum(suite.map(({ cpuMs }) => cpuMs)),
    all: [...all].sort((a, b) => b.megabytes - a.megabytes),
  };
}

/** Customers that were updated had been there before. */
function created({ leftBehind = [] }: ConformanceResult): number {
  const creating = ENDPOINTS.filter(({ name }) => CARDS[name].creates).map(({ number }) => number);
  return sum(leftBehind.filter(({ endpoint }) => creating.includes(endpoint)).map(({ count }) => count));
}

function longest({ tests = [] }: ConformanceResult): RunFigures['longest'] {
  const [first] = [...tests].sort((a, b) => b.durationMs - a.durationMs);
  if (first === undefined) throw new Error('The result shows no test that came to its end.');
  return { title: first.title, ms: first.durationMs };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The middle one by some measure, so that one disturbed repetition does not decide. */
export function median<T>(all: readonly T[], measure: (one: T) => number): T {
  const middle = [...all].sort((a, b) => measure(a) - measure(b))[Math.floor((all.length - 1) / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}
