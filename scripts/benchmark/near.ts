import { median, milliseconds, runFigures, runTable, seconds, table, whole } from './figures.ts';
import { type ReplayResult, replay } from './replay.ts';
import { measureReportPage } from './report-page.ts';
import { DEFAULT_RUNS, runSuite } from './run.ts';
import { EMBEDDED } from './targets.ts';

/** The suite on the embedded service, a bare client that sends the same requests, more inputs, and the report in a browser. */
export async function measureNear(repetitions: number, isLarge: boolean) {
  const report = await measureReportPage(repetitions);
  const played = [];
  for (let index = 0; index < repetitions; index += 1) played.push(await runSuite(EMBEDDED));
  const runs = played.map(runFigures);
  const suite = median(runs, ({ wallMs }) => wallMs);

  const replays: ReplayResult[] = [];
  for (let index = 0; index < repetitions; index += 1) replays.push(await replay(played[0]?.requests ?? []));
  const bareClient = median(replays, ({ phaseMs }) => phaseMs);

  const growth = [[whole(DEFAULT_RUNS), suite] as const];
  for (const propertyRuns of isLarge ? [1000, 10_000] : [1000])
    growth.push([whole(propertyRuns), runFigures(await runSuite(EMBEDDED, { propertyRuns }))]);

  const [allWallMs, allBareClientMs] = [runs.map(({ wallMs }) => wallMs), replays.map(({ phaseMs }) => phaseMs)];
  return { suite, allWallMs, bareClient, allBareClientMs, growth, report };
}

type NearFigures = Awaited<ReturnType<typeof measureNear>>;

export function nearTables({ suite, allWallMs, bareClient, allBareClientMs, growth, report }: NearFigures): string {
  const statuses = Object.entries(bareClient.statuses).map(([status, count]) => `${status} ${whole(count)}`);
  const run = table([
    ['suite, wall time', `${seconds(suite.wallMs)} (${spread(allWallMs)})`],
    ['  start: npm, command, runner, service', seconds(suite.startMs)],
    ['  requests', `${seconds(suite.requestPhaseMs)}, of which none is under way for ${seconds(suite.idleMs)}`],
    ['  reports, end of all processes', seconds(suite.endMs)],
    ['bare client, same requests', `${seconds(bareClient.phaseMs)} (${spread(allBareClientMs)}); answers: ${statuses.join(', ')}`],
    ['ratio, whole run', (suite.wallMs / bareClient.phaseMs).toFixed(1)],
    ['ratio, request phase', (suite.requestPhaseMs / bareClient.phaseMs).toFixed(1)],
    ['longest scenario', suite.longest?.title ?? 'unknown'],
  ]);
  const inputs = runTable(
    'inputs a property',
    ['wall time', 'longest scenario', 'requests', 'a second', 'records', 'sent', 'processor time', 'largest process', 'all processes'],
    growth,
  );
  const page = table([
    [
      `report of ${report.checks} checks, ${report.failures} failures`,
      `${(report.bytes / 1e6).toFixed(2)} MB, written in ${milliseconds(report.renderMs)}`,
    ],
    ['open, and its filter has run', milliseconds(report.openMs)],
    ['a keystroke in its filter, to paint', `${milliseconds(report.keystrokeMs)}; 95 %: ${milliseconds(report.keystrokeP95Ms)}`],
  ]);
  return [run, inputs, page].join('\n\n');
}

const spread = (all: readonly number[]): string => `${seconds(Math.min(...all))} to ${seconds(Math.max(...all))}`;
