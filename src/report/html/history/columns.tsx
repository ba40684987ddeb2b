/** @jsxImportSource preact */
import { placesFor } from './bar.tsx';

/** What one run contributes to a chart. */
export interface Measured {
  /** Null where the run measured nothing: there is no column then, while zero leaves a foot. */
  readonly value: number | null;
  /** A figure of a part of a run: a narrow column. */
  readonly partial: boolean;
}

/** Values of one kind; several stand one in front of the other. */
export interface Series {
  /** A class that sets the colour. */
  readonly tone: string;
  readonly measured: readonly Measured[];
}

const HEIGHT = 100;
/** So that zero can be told from nothing. */
const FOOT = 2;

/** A column a run, on a scale from zero to `most`. The table beside it has the figures. */
export function Columns(props: { series: readonly Series[]; most: number; height: number }) {
  const { series, most, height } = props;
  const places = placesFor(series[0]?.measured.length ?? 0);
  return (
    <svg
      class="columns-chart"
      width="100%"
      height={height}
      viewBox={`0 0 ${places} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {series.map(({ tone, measured }) => (
        <path key={tone} class={tone} d={measured.map((one, index) => column(one, index, most)).join('')} />
      ))}
      <path class="ground" d={`M0 ${HEIGHT - 1}h${places}v1h-${places}z`} />
    </svg>
  );
}

function column({ value, partial }: Measured, index: number, most: number): string {
  if (value === null) return '';
  const [left, width] = partial ? [0.35, 0.3] : [0.1, 0.8];
  const size = Math.round(Math.max(FOOT, most === 0 ? 0 : (value / most) * HEIGHT) * 10) / 10;
  return `M${index + left} ${HEIGHT}v-${size}h${width}v${size}z`;
}
