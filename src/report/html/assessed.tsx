/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { ConformanceResult, Level, RequirementResult } from '../../result/result.ts';
import { holdsInPart } from '../../result/roll-up.ts';
import { LEVELS } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { Codes, Facts, Joined, Mark, type SectionProps, Table } from './parts.tsx';
import { groupsOf, type Row } from './rows.tsx';
import { IN_PART, LEVEL, STATUS, STATUSES } from './words.ts';

/** Variables that are named at once. The others stand where the checks are. */
const MOST_VARIABLES = 4;

/** What the verdict rests on, and what it leaves out: statements by level and status, so that no level hides behind another. */
export function assessed(result: ConformanceResult, rows: readonly Row[]): SectionProps {
  const { requirements, sensitivity } = result;
  // Where nothing was judged in part, there is no column for it.
  const columns = COLUMNS.filter(({ isOwn }) => isOwn !== holdsInPart || requirements.some(holdsInPart));
  const statuses = columns.map(({ tone, symbol, word }) => <Mark key={tone} {...{ tone, symbol, word }} />);
  const share = (
    <span key="share" class="unseen">
      Share of each
    </span>
  );
  return {
    id: 'assessed',
    heading: 'What was assessed',
    filtered: 'goes',
    children: (
      <>
        <Table
          label="Table of levels"
          head={['Level', share, ...statuses, 'of']}
          rows={LEVELS.map((level) =>
            totals(
              level,
              columns,
              requirements.filter((entry) => entry.level === level),
            ),
          )}
        />
        <Facts
          class="about"
          facts={[
            ['Assessed', assessedWords(result, rows)],
            ['Left out', <LeftOut key="left-out" result={result} rows={rows} />],
            ['Sensitivity', sensitivity && <a href="#sensitivity">{sensitivity.sentence}</a>],
          ]}
        />
      </>
    ),
  };
}

/** A column a status, and one for what passed in part. `search` shows its checks. */
const COLUMNS = STATUSES.flatMap((status) => {
  const isOwn = (entry: RequirementResult) => entry.status === status && !holdsInPart(entry);
  const column = { ...STATUS[status], tone: status as string, search: `s:${status}`, isOwn };
  return status === 'passed' ? [{ ...IN_PART, search: 's:not-assessed', isOwn: holdsInPart }, column] : [column];
});

function totals(level: Level, columns: typeof COLUMNS, requirements: readonly RequirementResult[]): ComponentChildren[] {
  const counted = columns.map((column) => ({ ...column, number: requirements.filter(column.isOwn).length }));
  const cells = counted.map(({ tone, search, number }) => {
    if (number === 0) return <span class="where">0</span>;
    const filter = `level:${level} ${search}`;
    return (
      <a key={tone} href={`#q=${encodeURIComponent(filter)}`} data-filter={filter}>
        {number}
      </a>
    );
  });
  const bar = counted.toReversed().map(({ tone, number }) => [tone, number] as const);
  return [LEVEL[level].name, <Bar key={level} level={level} numbers={bar} of={requirements.length} />, ...cells, requirements.length];
}

/** The figures beside it as a drawing: a share a column, with a gap between them. */
function Bar(props: { level: Level; numbers: readonly (readonly [string, number])[]; of: number }) {
  let from = 0;
  return (
    <svg width="100%" height="10" aria-hidden="true">
      {props.numbers.map(([tone, number]) => {
        const x = (from / Math.max(1, props.of)) * 100;
        from += number;
        const width = (number / Math.max(1, props.of)) * 100;
        return number === 0 ? null : (
          <rect
            key={tone}
            class={props.level === 'completeness' && tone === 'failed' ? 'never-seen' : tone}
            x={`${x.toFixed(2)}%`}
            width={`${width.toFixed(2)}%`}
            height="10"
          />
        );
      })}
    </svg>
  );
}

function assessedWords({ requirements, endpoints, properties }: ConformanceResult, rows: readonly Row[]): string {
  const made = rows.filter(({ check }) => check.status !== 'not-assessed');
  const failed = made.filter(({ check }) => check.status !== 'passed').length;
  const statements = requirements.filter(({ status }) => status !== 'not-assessed').length;
  const tried = properties.reduce((sum, property) => sum + property.tried, 0);
  const inputs = tried === 0 ? '' : `, with ${counted(tried, 'generated input')}`;
  const of = counted(made.length, 'assessed check');
  const outcome = failed === 0 ? `None of the ${of} failed` : `${failed} of ${of} failed`;
  return `${outcome}. They cover ${counted(statements, 'statement')} at ${counted(endpoints.length, 'endpoint')}${inputs}.`;
}

/** In one line, each with a link to where it is explained. */
function LeftOut(props: { result: ConformanceResult; rows: readonly Row[] }) {
  const { notCovered, fields = [] } = props.result;
  const open = props.rows.filter(({ check }) => check.status === 'not-assessed');
  const unseen = fields.filter(({ state }) => state === 'never-seen').length;
  const parts: ComponentChildren[] = [
    open.length > 0 && <OpenChecks key="open" rows={open} />,
    unseen > 0 && <a href="#fields">{`${counted(unseen, 'documented field')} never seen`}</a>,
    notCovered.length > 0 && <a href="#not-covered">{`${counted(notCovered.length, 'sentence')} that no check covers`}</a>,
  ].filter((part) => part !== false);
  return parts.length === 0 ? <>Nothing: every statement was assessed.</> : <Joined parts={parts} by=" · " />;
}

function OpenChecks(props: { rows: readonly Row[] }) {
  const variables = [...new Set(props.rows.flatMap(({ check }) => check.variables ?? []))].sort();
  const statements = groupsOf(props.rows, 'not-assessed').length;
  const named = variables.slice(0, MOST_VARIABLES);
  return (
    <>
      <a href="#not-assessed">{`${counted(props.rows.length, 'check')} of ${counted(statements, 'statement')} not assessed`}</a>
      {named.length === 0 ? null : ', for want of '}
      <Codes names={named} />
      {variables.length > named.length ? ` and ${variables.length - named.length} more` : null}
    </>
  );
}
