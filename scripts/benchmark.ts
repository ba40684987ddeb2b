// `npm run benchmark`: how long a run takes, near and far, and what it judges under a limit (docs/performance.md).
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { curves } from './benchmark/curve.ts';
import { inTurns, type Place, runTable } from './benchmark/figures.ts';
import { measureNear } from './benchmark/near.ts';
import { EMBEDDED, FAILING, FAR, FAR_FOR_SHARDS, LIMITED, SOUND, type Target } from './benchmark/targets.ts';

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: {
    repeat: { type: 'string', default: '3' },
    /** Also with 10,000 inputs a property. */
    large: flag,
    // Each of these chooses a part; without any, all are measured.
    ...{ near: flag, far: flag, shards: flag, limit: flag, red: flag, curve: flag },
  },
});
// The service of a run and that of the bare client know the same credentials, so that what was recorded can be sent again.
Object.assign(process.env, { REFERENCE_USERNAME: 'bench', REFERENCE_PASSWORD: 'bench-password' });
const repetitions = Number(values.repeat);
if (!Number.isInteger(repetitions) || repetitions < 1) throw new Error(`--repeat ${values.repeat}: expected a whole number from 1 on.`);

const byName = (targets: readonly Target[]): Place[] => targets.map((target) => ({ name: target.name, target }));
const shards = ['1/2', '2/2', '1/4', '2/4', '3/4', '4/4'].map(
  (name): Place => ({ name, target: FAR_FOR_SHARDS, args: [`--shard=${name}`] }),
);

/** Each part by its flag: what it says when it begins, and the figures and tables that it finds. */
const PARTS: Readonly<Record<string, readonly [what: string, measure: () => Promise<{ figures: unknown; text: string }>]>> = {
  near: [
    'The report in a browser, the suite on the embedded service, a bare client, and more inputs …',
    () => measureNear(repetitions, values.large),
  ],
  far: ['The suite near by and behind a round trip, in turn …', () => compared(byName([EMBEDDED, ...FAR]), repetitions)],
  shards: [
    'The suite far away in one piece, and in shards, each alone …',
    () => compared([{ name: 'one piece', target: FAR_FOR_SHARDS }, ...shards], 1),
  ],
  // Once: the limit sets the pace, not the machine.
  limit: ['The suite near by, and against a target that takes few requests …', () => compared(byName([EMBEDDED, LIMITED]), 1)],
  curve: ['What a run judges under one limit after the other …', curves],
  red: ['The suite against a sound target and failing ones, in turn …', () => compared(byName([SOUND, ...FAILING]), repetitions)],
};

const chosen = Object.keys(PARTS).filter((name) => values[name as keyof typeof values] === true);
mkdirSync('reports', { recursive: true });
for (const [name, [what, measure]] of Object.entries(PARTS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const [loadAverage = 0] = loadavg();
  const machine = { cores: availableParallelism(), loadAverage, node: process.version, repetitions };
  console.log(`${what} (${machine.cores} cores, load ${loadAverage.toFixed(1)}, Node ${machine.node})`);
  const { figures, text } = await measure();
  const file = `reports/benchmark-${name}.json`;
  writeFileSync(file, `${JSON.stringify({ ...machine, figures }, null, 2)}\n`);
  console.log(`${text}\n\nAll figures: ${file}\n`);
}

async function compared(places: readonly Place[], times: number) {
  const figures = await inTurns(places, times);
  const columns = ['wall time', 'first request', 'nothing under way', 'longest scenario', 'requests', 'records', 'sent'] as const;
  const text = runTable(
    'where (wall and processor time to the first)',
    [...columns, 'processor time', 'largest process'],
    figures.map(({ name, toFirst, cpuToFirst, typical }) => [`${name} (${toFirst.toFixed(2)}, ${cpuToFirst.toFixed(2)})`, typical]),
  );
  return { figures, text };
}
