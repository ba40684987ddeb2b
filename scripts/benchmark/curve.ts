import { writeFileSync } from 'node:fs';
import { runSuite } from '../../mutation/run-suite.ts';
import { PLAN } from '../../src/engine/plan.ts';
import { REQUIREMENTS } from '../../src/specification/register.ts';
import { table } from './figures.ts';

/** By what they count, the settings and their values. */
const LIMITS = {
  requests: ['CES_MAX_REQUESTS', [50, 100, 200, 300, 500, 1000, 2000]],
  records: ['CES_WRITE_BUDGET', [10, 25, 50, 100, 200]],
} as const;
const FAULTS = PLAN.reduce((sum, { newFaults }) => sum + newFaults, 0);
const ALL = REQUIREMENTS.filter(({ level }) => level === 'requirement').length;
const PICTURE = new URL('../../docs/curve.svg', import.meta.url);

type Point = Awaited<ReturnType<typeof pointAt>>;

/** Runs the suite against the reference service under one limit after the other, and draws what it judged as `docs/curve.svg`. */
export async function curves() {
  const figures: Record<string, Point[]> = {};
  for (const [unit, [name, limits]] of Object.entries(LIMITS)) {
    const points: Point[] = [];
    for (const limit of limits) points.push(await pointAt(name, limit));
    figures[unit] = points;
  }
  writeFileSync(PICTURE, svg(Object.entries(figures).map(([unit, points], index) => panel(points, unit, index * WIDTH))));
  const text = Object.entries(figures).map(([unit, points]) =>
    table([
      [unit, `requirements judged (of ${ALL})`, 'of them whole', 'known faults seen'],
      ...points.map(({ limit, atSome, whole, faults }) => [limit, atSome, whole, `${Math.round((100 * faults) / FAULTS)} %`].map(String)),
    ]),
  );
  return { figures, text: text.join('\n\n') };
}

/** What a run judges under a limit: requirements at least at one of their endpoints, and whole, and the known faults that it saw. */
async function pointAt(name: string, limit: number) {
  const { result } = await runSuite({}, { inOrder: true, variables: { CES_PROPERTY_RUNS: '100', [name]: String(limit) } });
  const judged = result.requirements.filter(({ level, status }) => level === 'requirement' && status === 'passed');
  const checks = result.requirements.flatMap((statement) => statement.checks);
  const played = new Set(checks.filter(({ status }) => status === 'passed').map(({ title }) => title));
  return {
    ...{ limit, atSome: judged.length, whole: judged.filter(({ partly }) => partly !== true).length },
    faults: PLAN.filter(({ title }) => played.has(title)).reduce((sum, { newFaults }) => sum + newFaults, 0),
  };
}

const WIDTH = 360;
const HEIGHT = 240;
const MARGIN = 40;

/** Requirements and known faults over the limit, both as a part of all, on a logarithmic axis. */
function panel(points: readonly Point[], unit: string, left: number): string {
  const [first, last] = [points[0]?.limit ?? 1, points.at(-1)?.limit ?? 1];
  const x = (limit: number) => (left + MARGIN + ((WIDTH - 2 * MARGIN) * Math.log(limit / first)) / Math.log(last / first)).toFixed(1);
  const y = (share: number) => HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share;
  const text = (at: number | string, height: number, anchor: string, words: string | number) =>
    `<text x="${at}" y="${height}" text-anchor="${anchor}">${words}</text>`;
  const line = (share: (point: Point) => number, dash: string) =>
    `<polyline fill="none" stroke="currentColor" stroke-width="2" ${dash} points="${points.map((point) => `${x(point.limit)},${y(share(point)).toFixed(1)}`).join(' ')}"/>`;
  return [
    ...[0, 0.5, 1].map((share) => text(left + MARGIN - 6, y(share) + 4, 'end', `${share * 100} %`)),
    ...points.map(({ limit }) => text(x(limit), HEIGHT - MARGIN + 18, 'middle', limit)),
    line(({ atSome }) => atSome / ALL, ''),
    line(({ faults }) => faults / FAULTS, 'stroke-dasharray="5 4"'),
    text(left + WIDTH / 2, HEIGHT - 4, 'middle', unit),
  ].join('\n');
}

function svg(panels: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH * panels.length} ${HEIGHT}" font-family="sans-serif" font-size="11" color="#36c" role="img">
<title>Requirements judged (line) and known faults seen (dashes), by requests and by records</title>
<style>text{fill:#777}</style>
${panels.join('\n')}
</svg>
`;
}
