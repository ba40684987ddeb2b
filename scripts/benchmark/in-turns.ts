import { median, type RunFigures, runFigures } from './figures.ts';
import { runSuite, TIMEOUT_MS } from './run.ts';
import type { Target } from './targets.ts';

export interface Place {
  readonly name: string;
  readonly target: Target;
  /** Further arguments of the command. */
  readonly args?: readonly string[];
}

/** Runs at one place, in turn with those at the others: the machine may be shared, and slower a minute later. */
export interface PlaceFigures {
  readonly name: string;
  /** The median by wall time. */
  readonly typical: RunFigures;
  readonly allWallMs: readonly number[];
  /** Its wall time over that of the first place, less one time-out for what hangs. */
  readonly toFirst: number;
  /** The same of processor time, which hardly depends on what else the machine does. */
  readonly cpuToFirst: number;
}

/** Runs at each place so many times, each with a fresh target: a full store is a slower one. */
export async function inTurns(places: readonly Place[], repetitions: number): Promise<PlaceFigures[]> {
  const rounds: RunFigures[][] = [];
  for (let index = 0; index < repetitions; index += 1) {
    const round: RunFigures[] = [];
    for (const { target, args = [] } of places) round.push(runFigures(await runSuite(target, { args })));
    rounds.push(round);
  }
  const all = places.map((_, at) => rounds.flatMap((round) => round[at] ?? []));
  const typical = all.map((runs) => median(runs, ({ wallMs }) => wallMs));
  const [first] = typical;
  return places.flatMap(({ name, target }, at) => {
    const own = typical[at];
    if (first === undefined || own === undefined) return [];
    return {
      name,
      typical: own,
      allWallMs: (all[at] ?? []).map(({ wallMs }) => wallMs),
      toFirst: (own.wallMs - (target.hangs ? TIMEOUT_MS : 0)) / first.wallMs,
      cpuToFirst: own.cpuMs / first.cpuMs,
    };
  });
}
