/** @jsxImportSource preact */
import type { Timeline } from '../../result/result.ts';
import { count, duration } from './words.ts';

/** Fewer show no spread. */
const FEWEST = 3;

/** Each resolved event as a mark on one axis, and the median: shows how far the resolution times lie apart. */
export function ResolutionTimes(props: { timelines: readonly Timeline[] }) {
  const times = props.timelines.flatMap(({ resolvedAfterMs }) => (resolvedAfterMs === null ? [] : [resolvedAfterMs])).sort((a, b) => a - b);
  const [median, slowest] = [times[Math.floor((times.length - 1) / 2)], times.at(-1)];
  if (times.length < FEWEST || median === undefined || slowest === undefined) return null;
  const x = (ms: number) => `${(1 + (ms / Math.max(1, slowest)) * 97).toFixed(2)}%`;
  return (
    <figure class="timeline">
      <figcaption>
        Times of resolution <span class="where">{`· ${count(times.length, 'event')}; the long line is the median`}</span>
      </figcaption>
      <svg class="track" width="100%" height="40" role="img" aria-label={`Events resolved after ${times.map(duration).join(', ')}`}>
        <line class="axis" x1={x(0)} x2={x(slowest)} y1="14" y2="14" />
        {times.map((time) => (
          <line key={time} class="resolved" x1={x(time)} x2={x(time)} y1="9" y2="19" />
        ))}
        <line class="median" x1={x(median)} x2={x(median)} y1="2" y2="26" />
        <text x={x(0)} y="36">
          0
        </text>
        <text x={x(slowest)} y="36" text-anchor="end">
          {duration(slowest)}
        </text>
      </svg>
    </figure>
  );
}
