import type { RunFigures } from '../figures.ts';
import { megabytes, seconds, table, UNKNOWN, whole } from '../table.ts';
import type { FarFigures, ShardFigures } from './measure.ts';

const COSTS = ['requests', 'records', 'sent', 'processor time', 'largest process'];

/** What a distance or a limit costs, each beside runs near by. */
export function farTable({ loadAverage, places }: FarFigures, title = 'where'): string {
  return table([
    [
      `${title} (load ${loadAverage.toFixed(1)})`,
      'wall time',
      'to near',
      'first request',
      'nothing under way',
      'longest scenario',
      ...COSTS,
    ],
    ...places.map(({ name, typical, toNear }) => [
      name,
      seconds(typical.wallMs),
      toNear.toFixed(2),
      seconds(typical.startMs),
      seconds(typical.idleMs),
      longest(typical),
      ...costs(typical),
    ]),
    ...places.slice(-1).map(({ name, typical }) => [`longest scenario ${name}: ${typical.longest.title}`]),
  ]);
}

/** What splitting a far run gains. */
export function shardTable(figures: readonly ShardFigures[]): string {
  return table([
    ['shards behind 50 ms', 'wall time', 'slowest to one', 'longest scenario', ...COSTS],
    ...figures.flatMap(({ total, shards, slowestToOne }) =>
      shards.map((shard, index) => [
        total === 1 ? 'not split' : `${index + 1} of ${total}`,
        seconds(shard.wallMs),
        index === 0 ? slowestToOne.toFixed(2) : '',
        longest(shard),
        ...costs(shard),
      ]),
    ),
  ]);
}

function longest({ longest: { ms }, wallMs }: RunFigures): string {
  return `${seconds(ms)}, ${Math.round((100 * ms) / wallMs)} %`;
}

function costs({ requests, records, bytesSent, processes }: RunFigures): string[] {
  return [
    whole(requests),
    whole(records),
    `${(bytesSent / 1e6).toFixed(1)} MB`,
    processes ? seconds(processes.cpuMs) : UNKNOWN,
    megabytes(processes?.largestMb),
  ];
}
