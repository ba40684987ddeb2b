import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
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
    /** Failing targets only. */
    red: { type: 'boolean', default: false },
  },
});
const repetitions = Number(values.repeat);
if (!Number.isInteger(repetitions) || repetitions < 1) throw new Error(`--repeat ${values.repeat}: expected a whole number from 1 on.`);

const DEFAULT_RUNS = 100;
mkdirSync('reports', { recursive: true });
if (!values.red) await benchmark();
const red = await measureRed(repetitions, say);
write('reports/benchmark-red.json', red);
say(`${redTable(red)}\n\nAll figures: reports/benchmark-red.json`);

async function benchmark(): Promise<void> {
  const [loadAverage = 0] = loadavg();

  say('Opening a report of 500 checks and 50 failures …');
  const report = await measureReportPage(repetitions);

  say(`Running the suite ${repetitions} times on the embedded service …`);
  const runs: RunFigures[] = [];
  for (let index = 0; index < repetitions; index += 1) runs.push(runFigures(DEFAULT_RUNS, await runSuite(DEFAULT_RUNS, 'times')));
  const suite = median(runs, ({ wallMs }) => wallMs);

  say('Recording its requests, and replaying them over a bare client …');
  const { recording } = await runSuite(DEFAULT_RUNS, 'everything');
  const replays: ReplayResult[] = [];
  for (let index = 0; index < repetitions; index += 1) replays.push(await replay(recording));
  const bareClient = median(replays, ({ phaseMs }) => phaseMs);

  const growth = [suite];
  for (const propertyRuns of values.large ? [1000, 10_000] : [1000]) {
    say(`Running the suite with ${propertyRuns} inputs a property …`);
    growth.push(runFigures(propertyRuns, await runSuite(propertyRuns, 'times')));
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
