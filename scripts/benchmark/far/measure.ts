import { loadavg } from 'node:os';
import { median, type RunFigures, runFigures } from '../figures.ts';
import { atTarget } from '../open-target.ts';
import { runSuite } from '../run-suite.ts';
import { behind, LIMITED, ROUND_TRIPS_MS } from './targets.ts';

/** Runs at one place, beside runs near by that took turns with them: the machine may be shared, and slower a minute later. */
export interface PlaceFigures {
  readonly name: string;
  /** The median by wall time. */
  readonly typical: RunFigures;
  readonly allWallMs: readonly number[];
  /** The median of its wall times over that of the runs near by. */
  readonly toNear: number;
}

export interface FarFigures {
  /** Over the minute before. */
  readonly loadAverage: number;
  /** The embedded service first. */
  readonly places: readonly PlaceFigures[];
}

/** The whole suite, split into so many shards. Each runs alone, as on a machine of its own, against a target of its own. */
export interface ShardFigures {
  readonly total: number;
  readonly shards: readonly RunFigures[];
  /** The slowest shard's wall time over that of the run that is not split. */
  readonly slowestToOne: number;
}

interface Place {
  readonly name: string;
  run(): Promise<RunFigures>;
}

const NEAR: Place = { name: 'embedded', run: async () => runFigures(await runSuite({})) };

/** The embedded service, and the same behind each round trip, in turn. */
export function measureFar(repetitions: number, say: (text: string) => void): Promise<FarFigures> {
  say(`Running the suite ${repetitions} times near by, and behind ${ROUND_TRIPS_MS.join(', ')} ms …`);
  return measurePlaces([NEAR, ...ROUND_TRIPS_MS.map((roundTripMs) => placeOf(behind(roundTripMs).name))], repetitions);
}

/** A target that counts requests. Once: the limit sets the pace, not the machine. */
export function measureLimit(say: (text: string) => void): Promise<FarFigures> {
  say(`Running the suite against a target that takes ${LIMITED.name} …`);
  return measurePlaces([NEAR, placeOf(LIMITED.name)], 1);
}

async function measurePlaces(places: readonly Place[], repetitions: number): Promise<FarFigures> {
  const [loadAverage = 0] = loadavg();
  const runs = places.map(({ name }) => ({ name, all: [] as RunFigures[] }));
  for (let index = 0; index < repetitions; index += 1) for (const [at, place] of places.entries()) runs[at]?.all.push(await place.run());
  const typical = (all: readonly RunFigures[]) => median(all, ({ wallMs }) => wallMs);
  const near = typical(runs[0]?.all ?? []);
  return {
    loadAverage,
    places: runs.map(({ name, all }) => ({
      name,
      typical: typical(all),
      allWallMs: all.map(({ wallMs }) => wallMs),
      toNear: typical(all).wallMs / near.wallMs,
    })),
  };
}

const SHARDED_BEHIND_MS = 50;
const TOTALS = [1, 2, 4] as const;

/** One, two and four shards behind a round trip. */
export async function measureShards(say: (text: string) => void): Promise<ShardFigures[]> {
  const figures: Omit<ShardFigures, 'slowestToOne'>[] = [];
  for (const total of TOTALS) {
    say(`Running the suite behind ${SHARDED_BEHIND_MS} ms in ${total === 1 ? 'one piece' : `${total} shards, each alone`} …`);
    const shards: RunFigures[] = [];
    for (let current = 1; current <= total; current += 1) {
      const args = total === 1 ? [] : [`--shard=${current}/${total}`];
      shards.push(await placeOf(behind(SHARDED_BEHIND_MS).name, args).run());
    }
    figures.push({ total, shards });
  }
  const slowest = ({ shards }: { shards: readonly RunFigures[] }) => Math.max(...shards.map(({ wallMs }) => wallMs));
  const [one] = figures;
  return figures.map((split) => ({ ...split, slowestToOne: slowest(split) / (one ? slowest(one) : Number.NaN) }));
}

/** A fresh target for each run: a full store is a slower one. */
function placeOf(name: string, args: readonly string[] = []): Place {
  return { name, run: () => atTarget(name, async (variables) => runFigures(await runSuite({ variables, args }))) };
}
