/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { ConformanceResult, TestCost, Timeline } from '../../result/result.ts';
import { CATEGORIES } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { duration, figure, routeOf } from '../words.ts';
import { Codes, Fold, Prose, type SectionProps, Table } from './parts.tsx';
import { RunPicture } from './traffic.tsx';

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
      <div key={id} id={id}>
        <h3>{heading}</h3>
        <p class="lead">{lead}</p>
        {children}
      </div>
    )),
  };
}

function picture({ traffic = [], disturbances }: ConformanceResult): SectionProps | null {
  if (traffic.length === 0) return null;
  const sent = traffic.reduce((sum, { succeeded, refused, failed, unanswered }) => sum + succeeded + refused + failed + unanswered, 0);
  return {
    id: 'picture',
    heading: 'Requests over time',
    lead: `${counted(sent, 'request')}, by what came back. A refusal is mostly what a check asked for: wrong credentials, odd ids, odd input.`,
    children: <RunPicture traffic={traffic} {...(disturbances && { disturbances })} />,
  };
}

const OUTCOME: Readonly<Record<Timeline['outcome'], string>> = {
  resolved: 'resolved to a customer',
  'stayed-null': 'stayed without a customer',
  'not-found': 'never became visible',
  failed: 'failed',
};

/** How long tracked events took to appear and to resolve, with every poll. */
function resolution({ timelines }: ConformanceResult): SectionProps | null {
  if (timelines.length === 0) return null;
  const rows = timelines.map((timeline) => [
    timeline.title,
    outcomeOf(timeline),
    <Fold key={timeline} summary={counted(timeline.polls.length, 'poll')}>
      {timeline.polls.map(pollWords).join('; ')}
    </Fold>,
  ]);
  const times = timelines.flatMap(({ resolvedAfterMs }) => resolvedAfterMs ?? []).sort((a, b) => a - b);
  const [fastest, median, slowest] = [times[0], times[Math.floor((times.length - 1) / 2)], times.at(-1)].map((time) => duration(time ?? 0));
  const spread = times.length === 1 ? `after ${fastest}` : `the fastest after ${fastest}, the median ${median}, the slowest ${slowest}`;
  return {
    id: 'resolution',
    heading: 'Resolution of tracked events',
    lead: times.length === 0 ? 'No event resolved to a customer in this run.' : `${counted(times.length, 'event')} resolved, ${spread}.`,
    children: <Table label="Table of tracked events" head={['Event', 'Outcome', 'Polls']} words={[1, 2]} rows={rows} />,
  };
}

function pollWords({ atMs, status, customer }: Timeline['polls'][number]): string {
  return `${Math.round(atMs)} ms: ${status === 200 ? '' : `${status ?? 'no answer'}, `}${customer ?? 'no customer'}`;
}

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
    <code key={endpoint}>{routeOf(endpoint, endpoints)}</code>,
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
  const byPurpose = CATEGORIES.map((category) =>
    costRow(
      category,
      tests.filter(({ title }) => purposes.get(title) === category),
    ),
  );
  const costliest = [...tests].sort((a, b) => b.requests - a.requests).slice(0, MOST_TESTS);
  const head = ['Requests', 'Records', 'Time'];
  return {
    id: 'cost',
    heading: 'Cost',
    lead: 'What the tests sent, and how many records they created. Times of tests that ran side by side add up to more than the run took.',
    children: (
      <>
        <Table
          label="Table: Cost by purpose"
          head={['Purpose', ...head]}
          rows={[...byPurpose.filter(([, requests]) => requests !== 0), costRow('all tests', tests)]}
        />
        <Fold summary={`The ${costliest.length} tests that sent most`}>
          <Table label="Table: Tests that sent most" head={['Test', ...head]} rows={costliest.map((test) => costRow(test.title, [test]))} />
        </Fold>
      </>
    ),
  };
}

function costRow(name: string, costs: readonly Required<TestCost>[]): ComponentChildren[] {
  const sum = (of: 'requests' | 'records' | 'durationMs') => costs.reduce((total, each) => total + each[of], 0);
  return [<Prose key={name} text={name} />, sum('requests'), sum('records'), duration(sum('durationMs'))];
}

/** How many generated inputs each property tried, and how many the target accepted. A property proves little if all were refused. */
function properties({ properties: all, endpoints }: ConformanceResult): SectionProps | null {
  if (all.length === 0) return null;
  const rows = all.map(({ title, endpoint, tried, accepted }) => [
    <Prose key={title} text={title} />,
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
    <code key={endpoint}>{routeOf(endpoint, endpoints)}</code>,
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
    heading: `Records created at the target: ${counted(total, 'record')}`,
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
