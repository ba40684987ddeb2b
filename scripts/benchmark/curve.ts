import { writeFileSync } from 'node:fs';
import { runSuite } from '../../mutation/run-suite.ts';
import { PLAN } from '../../src/engine/plan.ts';
import { table } from './table.ts';

const LIMITS = {
  CES_MAX_REQUESTS: [50, 100, 200, 300, 500, 1000, 2000],
  CES_WRITE_BUDGET: [10, 25, 50, 100, 200],
} as const;
const UNITS = { CES_MAX_REQUESTS: 'requests', CES_WRITE_BUDGET: 'records' } as const;

/** What a run judges under a limit. */
interface Point {
  readonly limit: number;
  readonly atSome: number;
  readonly whole: number;
  readonly faults: number;
}

const FAULTS = PLAN.reduce((sum, { newFaults }) => sum + newFaults, 0);
const PICTURE = new URL('../../docs/curve.svg', import.meta.url);

/** Runs the suite against the reference service under one limit after the other. Returns the tables, and draws them as `docs/curve.svg`. */
export async function curves(): Promise<string> {
  const tables: string[] = [];
  const drawn: string[] = [];
  for (const [index, name] of (['CES_MAX_REQUESTS', 'CES_WRITE_BUDGET'] as const).entries()) {
    const points: Point[] = [];
    for (const limit of LIMITS[name]) points.push(await pointAt(name, limit));
    const rows = points.map(({ limit, atSome, whole, faults }) => [
      `${limit}`,
      `${atSome}`,
      `${whole}`,
      `${Math.round((100 * faults) / FAULTS)} %`,
    ]);
    tables.push(table([[UNITS[name], 'requirements judged', 'of them whole', 'known faults seen'], ...rows]));
    drawn.push(panel(points, UNITS[name], index * WIDTH));
  }
  writeFileSync(PICTURE, svg(drawn));
  return tables.join('\n\n');
}

async function pointAt(name: keyof typeof LIMITS, limit: number): Promise<Point> {
  const variables = { CES_PROPERTY_RUNS: '100', [name]: String(limit) };
  const { result } = await runSuite({}, { parts: [() => true], settles: () => false, inOrder: true, variables });
  const judged = result.requirements.filter(({ level, status }) => level === 'requirement' && status === 'passed');
  const played = new Set(
    result.requirements.flatMap(({ checks }) => checks.filter(({ status }) => status === 'passed').map(({ title }) => title)),
  );
  return {
    limit,
    atSome: judged.length,
    whole: judged.filter(({ partly }) => partly !== true).length,
    faults: PLAN.filter(({ title }) => played.has(title)).reduce((sum, { newFaults }) => sum + newFaults, 0),
  };
}

const WIDTH = 360;
const HEIGHT = 240;
const MARGIN = 40;
const REQUIREMENTS = 117;

/** Requirements and known faults over the limit, both as a part of all, on a logarithmic axis. */
function panel(points: readonly Point[], unit: string, left: number): string {
  const [first, last] = [points[0]?.limit ?? 1, points.at(-1)?.limit ?? 1];
  const x = (limit: number) => left + MARGIN + ((WIDTH - 2 * MARGIN) * Math.log(limit / first)) / Math.log(last / first);
  const y = (share: number) => HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share;
  const line = (share: (point: Point) => number, dash: string) =>
    `<polyline fill="none" stroke="currentColor" stroke-width="2" ${dash} points="${points.map((point) => `${x(point.limit).toFixed(1)},${y(share(point)).toFixed(1)}`).join(' ')}"/>`;
  return [
    ...[0, 0.5, 1].map((share) => `<text x="${left + MARGIN - 6}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`),
    ...points.map(({ limit }) => `<text x="${x(limit).toFixed(1)}" y="${HEIGHT - MARGIN + 18}" text-anchor="middle">${limit}</text>`),
    line(({ atSome }) => atSome / REQUIREMENTS, ''),
    line(({ faults }) => faults / FAULTS, 'stroke-dasharray="5 4"'),
    `<text x="${left + WIDTH / 2}" y="${HEIGHT - 4}" text-anchor="middle">${unit}</text>`,
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
