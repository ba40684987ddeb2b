/** @jsxImportSource preact */
import type { Timeline } from '../../result/result.ts';
import { ResolutionTimes } from './resolution-times.tsx';
import { duration } from './words.ts';

type Poll = Timeline['polls'][number];

const OUTCOME: Readonly<Record<Timeline['outcome'], string>> = {
  resolved: 'resolved to a customer',
  'stayed-null': 'stayed without a customer',
  'not-found': 'never became visible',
  failed: 'failed',
};

/** How long tracked events took to appear and to resolve: all on one scale, then each poll by poll. */
export function Timelines(props: { timelines: readonly Timeline[] }) {
  const { timelines } = props;
  if (timelines.length === 0) return null;
  const end = Math.max(1, ...timelines.map(endOf));
  return (
    <section id="resolution" data-aside aria-labelledby="resolution-heading">
      <h2 id="resolution-heading">
        Resolution of tracked events <span class="tally">{timelines.length}</span>
      </h2>
      <p class="lead">{summaryOf(timelines)}</p>
      <ResolutionTimes timelines={timelines} />
      <p class="key">
        <span class="key-visible">◆ visible</span> <span class="key-null">○ poll: no customer yet</span>{' '}
        <span class="key-customer">● poll: customer</span> <span class="key-odd">✕ poll: no longer that customer, or another status</span>
      </p>
      {timelines.map((timeline) => (
        <figure class="timeline" key={timeline}>
          <figcaption>
            {timeline.title} <span class="where">{`· ${outcomeOf(timeline)}`}</span>
          </figcaption>
          <Track timeline={timeline} end={end} />
          <Polls timeline={timeline} />
        </figure>
      ))}
    </section>
  );
}

/** Positions are percentages and sizes are pixels, so that the drawing stretches but its marks do not. */
function Track(props: { timeline: Timeline; end: number }) {
  const { timeline, end } = props;
  const x = (ms: number) => `${(1 + (ms / end) * 97).toFixed(2)}%`;
  const { visibleAfterMs, resolvedAfterMs } = timeline;
  const lost = lossOf(timeline);
  return (
    <svg class="track" width="100%" height="40" role="img" aria-label={`${timeline.title}: ${outcomeOf(timeline)}`}>
      <line class="axis" x1={x(0)} x2={x(end)} y1="14" y2="14" />
      <line class="watched" x1={x(0)} x2={x(endOf(timeline))} y1="14" y2="14" />
      {resolvedAfterMs === null ? null : (
        <line class="resolved" x1={x(resolvedAfterMs)} x2={x(lost?.atMs ?? endOf(timeline))} y1="14" y2="14" />
      )}
      {timeline.polls.map((poll) => (
        <PollMark key={poll} at={x(poll.atMs)} poll={poll} isOdd={poll.status !== 200 || isOtherThanResolved(timeline, poll)} />
      ))}
      {visibleAfterMs === null ? null : (
        <svg x={x(visibleAfterMs)} y="14" overflow="visible" aria-hidden="true">
          <path class="visible" d="M0 -7 L6 0 L0 7 L-6 0 Z" />
        </svg>
      )}
      <text x={x(0)} y="36">
        0
      </text>
      <text x={x(end)} y="36" text-anchor="end">
        {duration(end)}
      </text>
    </svg>
  );
}

function PollMark(props: { at: string; poll: Poll; isOdd: boolean }) {
  const { at, poll, isOdd } = props;
  if (!isOdd) return <circle class={poll.customer === null ? 'null' : 'customer'} cx={at} cy="14" r="4" />;
  return (
    <svg x={at} y="14" overflow="visible" aria-hidden="true">
      <path class="odd" d="M-4 -4 L4 4 M4 -4 L-4 4" />
    </svg>
  );
}

function Polls(props: { timeline: Timeline }) {
  return (
    <details class="fold">
      <summary>{`${props.timeline.polls.length} polls as a table`}</summary>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">After</th>
            <th scope="col">Status</th>
            <th scope="col">Customer</th>
          </tr>
        </thead>
        <tbody>
          {props.timeline.polls.map((poll) => (
            <tr key={poll}>
              <th scope="row">{`${Math.round(poll.atMs)} ms`}</th>
              <td>{poll.status ?? 'no answer'}</td>
              <td>{poll.customer === null ? 'null' : <code>{poll.customer}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function endOf(timeline: Timeline): number {
  return Math.max(0, timeline.visibleAfterMs ?? 0, timeline.resolvedAfterMs ?? 0, ...timeline.polls.map(({ atMs }) => atMs));
}

function outcomeOf(timeline: Timeline): string {
  const { outcome, visibleAfterMs, resolvedAfterMs } = timeline;
  const lost = lossOf(timeline);
  const visible = visibleAfterMs === null ? '' : `visible after ${duration(visibleAfterMs)}, `;
  const resolved = resolvedAfterMs === null ? '' : ` after ${duration(resolvedAfterMs)}`;
  const then = lost === undefined ? '' : `, ${lost.customer === null ? 'lost again' : 'another'} after ${duration(lost.atMs)}`;
  return `${visible}${OUTCOME[outcome]}${resolved}${then}`;
}

/** The first poll that no longer shows the event's customer. */
function lossOf(timeline: Timeline): Poll | undefined {
  return timeline.polls.find((poll) => isOtherThanResolved(timeline, poll));
}

function isOtherThanResolved({ polls, resolvedAfterMs }: Timeline, { atMs, status, customer }: Poll): boolean {
  if (resolvedAfterMs === null || atMs < resolvedAfterMs || status !== 200) return false;
  return customer !== polls.find((poll) => poll.customer !== null)?.customer;
}

/** Fastest, median and slowest resolution. */
function summaryOf(timelines: readonly Timeline[]): string {
  const times = timelines.flatMap(({ resolvedAfterMs }) => (resolvedAfterMs === null ? [] : [resolvedAfterMs])).sort((a, b) => a - b);
  const [fastest, median, slowest] = [times[0], times[Math.floor((times.length - 1) / 2)], times.at(-1)];
  if (fastest === undefined || median === undefined || slowest === undefined) return 'No event resolved to a customer in this run.';
  if (times.length === 1) return `One event resolved, after ${duration(fastest)}.`;
  return `${times.length} events resolved: the fastest after ${duration(fastest)}, the median ${duration(median)}, the slowest ${duration(slowest)}.`;
}
