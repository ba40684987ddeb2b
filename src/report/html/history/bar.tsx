/** @jsxImportSource preact */
import type { Run } from '../../../result/history/history.ts';

/** What one run shows in a bar. Shapes differ, so that colour is never the only sign. */
export type Shape = 'full' | 'half' | 'line' | 'dots' | 'none';

/** With fewer runs the bars begin at the left and leave room. */
const FEWEST_PLACES = 4;
const HEIGHT = 14;

/** How many runs have room in the width of a chart. All charts of a page share it, so that a run stands at one place in each. */
export function placesFor(runs: number): number {
  return Math.max(runs, FEWEST_PLACES);
}

/** One shape a run, from the first to the last, neighbours joined; a pointer shows their runs. The row says the same in words. */
export function Bar(props: { shapes: readonly Shape[]; tone: string; runs: readonly Run[] }) {
  const { shapes, tone, runs } = props;
  return (
    <svg
      class={tone}
      width="100%"
      height={HEIGHT}
      viewBox={`0 0 ${placesFor(shapes.length)} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {stretches(shapes).map(({ shape, from, length }) =>
        shape === 'none' ? null : (
          <path key={from} class={shape} d={drawing(shape, from, length)}>
            <title>{length === 1 ? runs[from]?.name : `${runs[from]?.name} to ${runs[from + length - 1]?.name}`}</title>
          </path>
        ),
      )}
    </svg>
  );
}

function stretches(shapes: readonly Shape[]): { shape: Shape; from: number; length: number }[] {
  const found: { shape: Shape; from: number; length: number }[] = [];
  for (const [from, shape] of shapes.entries()) {
    const last = found.at(-1);
    if (last?.shape === shape) last.length += 1;
    else found.push({ shape, from, length: 1 });
  }
  return found;
}

function drawing(shape: Exclude<Shape, 'none'>, from: number, length: number): string {
  if (shape === 'full') return `M${from} 0h${length}v${HEIGHT}h-${length}z`;
  if (shape === 'half') return `M${from} 4h${length}v6h-${length}z`;
  if (shape === 'line') return `M${from} 6.5h${length}v1h-${length}z`;
  return Array.from({ length }, (_, index) => `M${from + index + 0.3} 5.5h.4v3h-.4z`).join('');
}

/** Days along the runs. On a narrow page only the first and the last are left. */
export function Axis(props: { runs: readonly Run[] }) {
  const { runs } = props;
  const last = runs.length - 1;
  const x = (place: number) => `${((place / placesFor(runs.length)) * 100).toFixed(2)}%`;
  return (
    <svg class="days" width="100%" height="16" aria-hidden="true">
      <text x="0" y="12">
        {dayOf(runs[0])}
      </text>
      {last < 8
        ? null
        : [0.25, 0.5, 0.75].map((share) => (
            <text key={share} class="minor" x={x(Math.round(last * share) + 0.5)} y="12" text-anchor="middle">
              {dayOf(runs[Math.round(last * share)])}
            </text>
          ))}
      {last === 0 ? null : (
        <text x={x(last + 1)} y="12" text-anchor="end">
          {dayOf(runs[last])}
        </text>
      )}
    </svg>
  );
}

function dayOf(run: Run | undefined): string {
  return run?.startedAt.slice(0, 10) ?? '';
}
