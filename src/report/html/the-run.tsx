/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { grouped } from '../../result/lists.ts';
import type { ConformanceResult, TestCost, Timeline, Traffic } from '../../result/result.ts';
import { CATEGORIES } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { duration, figure, routeOf } from '../words.ts';
import { Codes, Fold, Prose, type SectionProps, Table } from './parts.tsx';

/** More would hide what costs most. */
const MOST_TESTS = 12;

/** What the run met and cost beside its checks: events, latencies, requests and records, generated inputs, and what it left at the target. */
export function theRun(result: ConformanceResult): SectionProps | null {
  const parts = [picture, resolution, latency, cost, properties, leftBehind].map((part) => part(result)).filter((part) => part !== null);
  if (parts.length === 0) return null;
  return {
    id: 'the-run',
    heading: 'The run',
    children: parts.map(({ id, heading, lead, children }) => (
      <div id={id}>
        <h3>{heading}</h3>
        <p class="lead">{lead}</p>
        {children}
      </div>
    )),
  };
}

/** Requests over time as columns, coloured by what came back, with the times when the target was away; and the same as a table. */
function picture({ traffic = [], disturbances = [] }: ConformanceResult): SectionProps | null {
  if (traffic.length === 0) return null;
  const sent = traffic.reduce((sum, column) => sum + totalOf(column), 0);
  const most = Math.max(1, ...traffic.map(totalOf));
  const end = Math.max(1, ...traffic.map(({ atMs, forMs }) => atMs + forMs));
  const span = Math.ceil(traffic.length / MOST_ROWS);
  const rows = traffic.flatMap((first, index) => (index % span === 0 ? [rowOf(first, traffic.slice(index, index + span))] : []));
  const times = disturbances.map(({ atMs, forMs, words }) => `from ${duration(atMs)} to ${duration(atMs + forMs)} it ${words}`);
  return {
    id: 'picture',
    heading: 'Requests over time',
    lead: `${counted(sent, 'request')}, by what came back. A refusal is mostly what a check asked for: wrong credentials, odd ids, odd input.`,
    children: (
      <>
        <p class="key where">
          {FATES.map(([, words, tone]) => (
            <span class={tone}>
              <b aria-hidden="true">■</b> {words}
            </span>
          ))}
          <span>{`height: ${most} requests in ${duration(traffic[0]?.forMs ?? 0)}; width: ${duration(end)}`}</span>
        </p>
        <svg class="picture" viewBox={`0 0 ${end} ${most}`} preserveAspectRatio="none" width="100%" height="120" aria-hidden="true">
          {disturbances.map(({ atMs, forMs }) => (
            <rect class="disturbance not-assessed" x={atMs} width={forMs} height={most} />
          ))}
          {traffic.map((column) => {
            let top = most;
            return FATES.map(([fate, , tone]) => {
              top -= column[fate];
              return column[fate] === 0 ? null : (
                <rect class={tone} x={column.atMs} y={top} width={column.forMs * 0.9} height={column[fate]} />
              );
            });
          })}
        </svg>
        {times.length === 0 ? null : <p>{`The target was disturbed: ${times.join('; ')}.`}</p>}
        <Fold summary="The same as a table">
          <Table label="Table of requests over time" head={['From', ...FATES.map(([, words]) => words)]} rows={rows} />
        </Fold>
      </>
    ),
  };
}

const OUTCOME: Readonly<Record<Timeline['outcome'], string>> = {
  resolved: 'resolved to a customer',
  'stayed-null': 'stayed without a customer',
  'not-found': 'never became visible',
  failed: 'failed',
};

function resolution({ timelines }: ConformanceResult): SectionProps | null {
  if (timelines.length === 0) return null;
  const rows = timelines.map((timeline) => [
    timeline.title,
    outcomeOf(timeline),
    <Fold summary={counted(timeline.polls.length, 'poll')}>{timeline.polls.map(pollWords).join('; ')}</Fold>,
  ]);
  const times = timelines.flatMap(({ resolvedAfterMs }) => resolvedAfterMs ?? []).sort((a, b) => a - b);
  const [fastest, median, slowest] = [times[0], times[Math.floor((times.length - 1) / 2)], times.at(-1)].map((time) => duration(time ?? 0));
  const spread = times.length === 1 ? `after ${fastest}` : `the fastest after ${fastest}, the median ${median}, the slowest ${slowest}`;
  return {
    id: 'resolution',
    heading: 'Resolution of tracked events',
    lead:
      times.length === 0
        ? 'None of the events that were watched resolved to a customer.'
        : `${counted(times.length, 'event')} resolved, ${spread}.`,
    children: <Table label="Table of tracked events" head={['Event', 'Outcome', 'Polls']} words={[1, 2]} rows={rows} />,
  };
}

const pollWords = ({ atMs, status, customer }: Timeline['polls'][number]): string =>
  `${Math.round(atMs)} ms: ${status === 200 ? '' : `${status ?? 'no answer'}, `}${customer ?? 'no customer'}`;

function outcomeOf({ outcome, visibleAfterMs, resolvedAfterMs, polls }: Timeline): string {
  const visible = visibleAfterMs === null ? '' : `visible after ${duration(visibleAfterMs)}, `;
  const resolved = resolvedAfterMs === null ? '' : ` after ${duration(resolvedAfterMs)}`;
  const first = polls.find(({ customer }) => customer !== null)?.customer;
  const lost = polls.find(
    ({ atMs, status, customer }) => resolvedAfterMs !== null && atMs >= resolvedAfterMs && status === 200 && customer !== first,
  );
  const then = lost === undefined ? '' : `, ${lost.customer === null ? 'lost again' : 'another'} after ${duration(lost.atMs)}`;
  return `${visible}${OUTCOME[outcome]}${resolved}${then}`;
}

function latency({ latencies, inFlight, endpoints }: ConformanceResult): SectionProps | null {
  if (latencies.length === 0) return null;
  const rows = latencies.map(({ endpoint, count: requests, medianMs, p95Ms, maxMs }) => [
    <code>{routeOf(endpoint, endpoints)}</code>,
    ...[requests, figure(medianMs), figure(p95Ms), figure(maxMs)],
  ]);
  const most = inFlight === undefined ? '' : ` At most ${inFlight} were in flight at once.`;
  return {
    id: 'latency',
    heading: 'Latency',
    lead: `Round trips as this run met them, in milliseconds. A conformance run is no load test: few requests, many of them odd, from one place.${most}`,
    children: <Table label="Table of latencies" head={['Endpoint', 'Requests', 'Median', '95 %', 'Slowest']} rows={rows} />,
  };
}

/** What the run cost the target, by purpose, and the tests that cost most. The purpose of a test is the category of its first check. */
function cost({ tests: all = [], requirements }: ConformanceResult): SectionProps | null {
  const tests = all.filter((test): test is Required<TestCost> => test.requests !== undefined && test.records !== undefined);
  if (tests.length === 0) return null;
  const purposes = new Map(requirements.flatMap(({ checks }) => checks.map(({ title, category }) => [title, category] as const)).reverse());
  const byPurpose = grouped(tests, ({ title }) => purposes.get(title));
  const own = CATEGORIES.map((category) => costRow(category, byPurpose.get(category) ?? [])).filter(([, requests]) => requests !== 0);
  const costliest = [...tests].sort((a, b) => b.requests - a.requests).slice(0, MOST_TESTS);
  const head = ['Requests', 'Records', 'Time'];
  return {
    id: 'cost',
    heading: 'Cost',
    lead: 'What the tests sent, and how many records they created. Times of tests that ran side by side add up to more than the run took.',
    children: (
      <>
        <Table label="Table: Cost by purpose" head={['Purpose', ...head]} rows={[...own, costRow('all tests', tests)]} />
        <Fold summary={`The ${costliest.length} tests that sent most`}>
          <Table label="Table: Tests that sent most" head={['Test', ...head]} rows={costliest.map((test) => costRow(test.title, [test]))} />
        </Fold>
      </>
    ),
  };
}

function costRow(name: string, costs: readonly Required<TestCost>[]): ComponentChildren[] {
  const sum = (of: 'requests' | 'records' | 'durationMs') => costs.reduce((total, each) => total + each[of], 0);
  return [<Prose text={name} />, sum('requests'), sum('records'), duration(sum('durationMs'))];
}

/** How many generated inputs each property tried, and how many the target accepted. A property proves little if all were refused. */
function properties({ properties: all, endpoints }: ConformanceResult): SectionProps | null {
  if (all.length === 0) return null;
  const rows = all.map(({ title, endpoint, tried, accepted }) => [
    <Prose text={title} />,
    endpoint === null ? '' : <code>{routeOf(endpoint, endpoints)}</code>,
    ...[tried, accepted],
  ]);
  return {
    id: 'properties',
    heading: 'Properties',
    lead: 'Generated inputs. The target may refuse an unusual one; only what it accepted shows anything.',
    children: <Table label="Table of properties" head={['Property', 'Endpoint', 'Tried', 'Accepted']} words={[1]} rows={rows} />,
  };
}

/** What the run created or changed at the target, for cleaning up. The embedded service took it all with it when it ended. */
function leftBehind({ leftBehind: entries = [], runIds = [], endpoints, target }: ConformanceResult): SectionProps | null {
  if (entries.length === 0 || target.embedded) return null;
  const rows = entries.map(({ endpoint, kind, count: created, unanswered, examples }) => [
    ...[kind, created, unanswered === undefined ? <span class="where">0</span> : `${unanswered} without an answer`],
    <code>{routeOf(endpoint, endpoints)}</code>,
    examples.length === 0 ? (
      <span class="where">not known</span>
    ) : (
      <Fold summary={examples.length < created ? `${examples.length} of ${created}` : counted(created, 'id')}>
        <Codes names={examples} by=" " />
      </Fold>
    ),
  ]);
  const total = entries.reduce((sum, entry) => sum + entry.count, 0);
  const names = runIds.map((id) => `conformance-${id}`);
  return {
    id: 'left-behind',
    heading: `Left behind at the target: ${counted(total, 'record')}`,
    lead: (
      <>
        The API has no operation that deletes, so what the run made is still there. <code>left-behind.jsonl</code> beside this report lists
        all of it. {names.length === 0 ? null : 'Every name that it made up begins with '}
        <Codes names={names} by=" or " />
      </>
    ),
    children: (
      <Table label="Table of what was left behind" head={['What', 'How many', 'Perhaps also', 'By', 'Which']} words={[3, 4]} rows={rows} />
    ),
  };
}

/** From the bottom to the top of a column: what came back, its words and its colour. */
const FATES = [
  ['succeeded', 'succeeded', 'passed'],
  ['refused', 'refused (4xx)', 'never-seen'],
  ['failed', 'failed (5xx)', 'failed'],
  ['unanswered', 'no answer', 'waived'],
] as const satisfies readonly (readonly [keyof Traffic, string, string])[];

const MOST_ROWS = 20;

const totalOf = (column: Traffic): number => FATES.reduce((sum, [fate]) => sum + column[fate], 0);

function rowOf({ atMs }: Traffic, columns: readonly Traffic[]) {
  return [duration(atMs), ...FATES.map(([fate]) => columns.reduce((sum, column) => sum + column[fate], 0))];
}
