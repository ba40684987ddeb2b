/** @jsxImportSource preact */
import type { Run } from '../../../result/history/history.ts';
import { duration } from '../words.ts';
import { Axis } from './bar.tsx';
import { Columns } from './columns.tsx';

interface Trend {
  readonly name: string;
  readonly tone: string;
  readonly figureOf: (run: Run) => number | null;
  readonly words: (value: number) => string;
  /** Shown even where it is zero all along. */
  readonly always?: true;
}

const whole = (value: number) => `${value}`;

const TRENDS: readonly Trend[] = [
  { name: 'Broken requirements', tone: 'failed', figureOf: ({ counts }) => counts?.broken ?? null, words: whole, always: true },
  { name: 'Robustness findings', tone: 'failed', figureOf: ({ counts }) => counts?.robustness ?? null, words: whole },
  { name: 'Statements not assessed', tone: 'not-assessed', figureOf: ({ counts }) => counts?.notAssessed ?? null, words: whole },
  { name: 'Statements judged in part', tone: 'not-assessed', figureOf: ({ counts }) => counts?.inPart ?? null, words: whole },
  { name: 'Records left behind', tone: 'median', figureOf: recordsOf, words: whole },
  { name: 'Duration', tone: 'median', figureOf: ({ durationMs }) => durationMs, words: duration, always: true },
];

/** How many records a run created or changed; null where nobody knows. */
export function recordsOf({ leftBehind }: Run): number | null {
  return leftBehind?.reduce((sum, { count }) => sum + count, 0) ?? null;
}

/** Figures of whole runs as small charts. The table of runs has each. */
export function Trends(props: { runs: readonly Run[] }) {
  const { runs } = props;
  const shown = TRENDS.filter(({ figureOf, always }) => always || runs.some((run) => (figureOf(run) ?? 0) > 0));
  return (
    <section id="trends" aria-labelledby="trends-heading">
      <h2 id="trends-heading">Over time</h2>
      <p class="lead">
        {'A column a run; '}
        <a href="#runs">the table of runs</a>
        {` has the figures.${runs.some(({ partial }) => partial) ? ' A narrow column is that of a part of a run.' : ''}`}
      </p>
      <div class="trends">
        {shown.map((trend) => (
          <Chart key={trend.name} trend={trend} runs={runs} />
        ))}
      </div>
    </section>
  );
}

function Chart(props: { trend: Trend; runs: readonly Run[] }) {
  const { trend, runs } = props;
  const values = runs.map(trend.figureOf);
  const known = values.flatMap((value) => value ?? []);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const last = values.at(-1) ?? null;
  return (
    <figure class="trend">
      <figcaption>
        <span>{trend.name}</span> <b class="now">{last === null ? 'not known' : trend.words(last)}</b>{' '}
        <span class="where">{least === most ? '' : `in the last run; from ${trend.words(least)} to ${trend.words(most)}`}</span>
      </figcaption>
      <Columns
        series={[{ tone: trend.tone, measured: values.map((value, index) => ({ value, partial: runs[index]?.partial === true })) }]}
        most={most}
        height={64}
      />
      <Axis runs={runs} />
    </figure>
  );
}
