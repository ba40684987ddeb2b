/** @jsxImportSource preact */
import { leftBehindSentence } from '../../result/left-behind.ts';
import type { ConformanceResult, Traffic } from '../../result/result.ts';
import { counted } from '../../specification/words.ts';
import { duration } from '../words.ts';
import { Fold, type SectionProps, Table } from './parts.tsx';

/** What came back over time, and what the run left at the target. */
export function theRun(result: ConformanceResult): SectionProps | null {
  const { traffic = [], disturbances = [] } = result;
  const left = leftBehindSentence(result);
  if (traffic.length === 0 && left === null) return null;
  const sent = traffic.reduce((sum, column) => sum + totalOf(column), 0);
  const refusals = 'A refusal is mostly what a check asked for: wrong credentials, odd ids, odd input.';
  return {
    id: 'the-run',
    heading: 'The run',
    lead: traffic.length > 0 && `${counted(sent, 'request')}, by what came back. ${refusals}`,
    children: (
      <>
        {traffic.length > 0 && <Picture traffic={traffic} disturbances={disturbances} />}
        {left === null ? null : <p>{`Left behind at the target, since the API cannot delete: ${left}`}</p>}
      </>
    ),
  };
}

/** Requests over time as columns, coloured by what came back, with the times when the target was away; and the same as a table. */
function Picture({ traffic, disturbances }: Required<Pick<ConformanceResult, 'traffic' | 'disturbances'>>) {
  const most = Math.max(1, ...traffic.map(totalOf));
  const end = Math.max(1, ...traffic.map(({ atMs, forMs }) => atMs + forMs));
  const span = Math.ceil(traffic.length / MOST_ROWS);
  const rows = traffic.flatMap((first, index) => (index % span === 0 ? [rowOf(first, traffic.slice(index, index + span))] : []));
  const times = disturbances.map(({ atMs, forMs, words }) => `from ${duration(atMs)} to ${duration(atMs + forMs)} it ${words}`);
  return (
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
  );
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
