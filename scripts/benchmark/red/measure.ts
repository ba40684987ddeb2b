import { loadavg } from 'node:os';
import { median, processFigures } from '../figures.ts';
import { atTarget } from '../open-target.ts';
import { runAgainst } from '../run-suite.ts';
import { GREEN, RED_TARGETS, type Target } from './targets.ts';

/** The setting's default. What hangs costs it once. */
const TIMEOUT_MS = 10_000;

/** A run against a failing target, and one against the sound one just before: the machine may be shared, and slower a minute later. */
export interface RedPair {
  readonly green: Cost;
  readonly red: Cost;
  /** The red run's wall time over the green one's, less one time-out for what hangs. */
  readonly wallRatio: number;
  /** The same of processor time, which hardly depends on what else the machine does. Null where the system does not tell. */
  readonly cpuRatio: number | null;
}

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number | null;
}

/** What a failing target costs. */
export interface RedFigures {
  readonly name: string;
  readonly hangs: boolean;
  /** Over the minute before. */
  readonly loadAverage: number;
  /** The median by wall time. */
  readonly typical: RedPair;
  readonly all: readonly RedPair[];
}

/** Runs against all failing targets in turn. */
export async function measureRed(repetitions: number, say: (text: string) => void): Promise<RedFigures[]> {
  const figures: RedFigures[] = [];
  for (const target of RED_TARGETS) {
    say(`Running the suite ${repetitions} times against the sound target and this one: ${target.name} …`);
    const [loadAverage = 0] = loadavg();
    const all: RedPair[] = [];
    for (let index = 0; index < repetitions; index += 1) all.push(pair(await cost(GREEN), await cost(target), target));
    const hangs = target.hangs === true;
    figures.push({ name: target.name, hangs, loadAverage, typical: median(all, ({ wallRatio }) => wallRatio), all });
  }
  return figures;
}

function pair(green: Cost, red: Cost, { hangs }: Target): RedPair {
  return {
    green,
    red,
    wallRatio: (red.wallMs - (hangs ? TIMEOUT_MS : 0)) / green.wallMs,
    cpuRatio: green.cpuMs === null || red.cpuMs === null ? null : red.cpuMs / green.cpuMs,
  };
}

function cost({ name, code }: Target): Promise<Cost> {
  return atTarget(name, async (variables) => {
    const { wallMs, processes } = await runAgainst({ ...variables, CES_TIMEOUT_MS: String(TIMEOUT_MS) }, code);
    return { wallMs, cpuMs: processes && processFigures(processes).cpuMs };
  });
}
