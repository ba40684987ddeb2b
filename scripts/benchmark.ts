import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { curves } from './benchmark/curve.ts';
import { measureFar, measureLimit, measureShards } from './benchmark/far/measure.ts';
import { farTable, shardTable } from './benchmark/far/table.ts';
import { type Benchmark, median, type RunFigures, runFigures } from './benchmark/figures.ts';
import { measureRed } from './benchmark/red/measure.ts';
import { redTable } from './benchmark/red/table.ts';
import { type ReplayResult, replay } from './benchmark/replay.ts';
import { measureReportPage } from './benchmark/report-page.ts';
import { runSuite } from './benchmark/run-suite.ts';
import { breakdown, growthTable, headline, reportTable } from './benchmark/table.ts';

const { values } = parseArgs({
  options: {
    repeat: { type: 'string', default: '3' },
    /** Also with 10,000 inputs a property. */
    large: { type: 'boolean', default: false },
    // Each of these chooses a part; without any, all are measured.
    near: { type: 'boolean', default: false },
    far: { type: 'boolean', default: false },
    shards: { type: 'boolean', default: false },
    limit: { type: 'boolean', default: false },
    red: { type: 'boolean', default: false },
    curve: { type: 'boolean', default: false },
  },
});
const repetitions = Number(values.repeat);
if (!Number.isInteger(repetitions) || repetitions < 1) throw new Error(`--repeat ${values.repeat}: expected a whole number from 1 on.`);

mkdirSync('reports', { recursive: true });
const { near, far, shards, limit, red, curve } = values;
const all = ![near, far, shards, limit, red, curve].some(Boolean);
if (all || near) await benchmark();
if (all || far) await part('far', () => measureFar(repetitions, say), farTable);
if (all || shards) await part('shards', () => measureShards(say), shardTable);
if (all || limit) await part('limit', () => measureLimit(say), farTable);
if (all || curve) say(await curves());
if (all || red) await part('red', () => measureRed(repetitions, say), redTable);

async function part<Figures>(name: string, measure: () => Promise<Figures>, toTable: (figures: Figures) => string): Promise<void> {
  const figures = await measure();
  const file = `reports/benchmark-${name}.json`;
  write(file, figures);
  say(`${toTable(figures)}\n\nAll figures: ${file}\n`);
}

async function benchmark(): Promise<void> {
  const [loadAverage = 0] = loadavg();

  say('Opening a report of 500 checks and 50 failures …');
  const report = await measureReportPage(repetitions);

  say(`Running the suite ${repetitions} times on the embedded service …`);
  const runs: RunFigures[] = [];
  for (let index = 0; index < repetitions; index += 1) runs.push(runFigures(await runSuite({})));
  const suite = median(runs, ({ wallMs }) => wallMs);

  say('Recording its requests, and replaying them over a bare client …');
  const { recording } = await runSuite({ what: 'everything' });
  const replays: ReplayResult[] = [];
  for (let index = 0; index < repetitions; index += 1) replays.push(await replay(recording));
  const bareClient = median(replays, ({ phaseMs }) => phaseMs);

  const growth = [suite];
  for (const propertyRuns of values.large ? [1000, 10_000] : [1000]) {
    say(`Running the suite with ${propertyRuns} inputs a property …`);
    growth.push(runFigures(await runSuite({ propertyRuns }), propertyRuns));
  }

  const figures: Benchmark = {
    cores: availableParallelism(),
    loadAverage,
    node: process.version,
    repetitions,
    suite,
    allWallMs: runs.map(({ wallMs }) => wallMs),
    bareClient,
    allBareClientMs: replays.map(({ phaseMs }) => phaseMs),
    ratioTotal: suite.wallMs / bareClient.phaseMs,
    ratioRequestPhase: suite.requestPhaseMs / bareClient.phaseMs,
    growth,
    report,
  };
  write('reports/benchmark.json', figures);
  say([headline(figures), breakdown(suite), growthTable(growth), reportTable(report), 'All figures: reports/benchmark.json'].join('\n\n'));
}

function write(file: string, figures: unknown): void {
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
