/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { ConformanceResult, Level, RequirementResult } from '../../result/result.ts';
import { holdsInPart } from '../../result/roll-up.ts';
import { groupsOf, type Row } from './rows.ts';
import { Scroll } from './scroll.tsx';
import { count, IN_PART, LEVEL, LEVELS, STATUS, STATUSES } from './words.ts';

/** Variables that are named at once. The others stand where the checks are. */
const MOST_VARIABLES = 4;

/** What the verdict rests on, and what it leaves out: statements by level and status, so that no level hides behind another. */
export function Assessed(props: { result: ConformanceResult; rows: readonly Row[] }) {
  const { result, rows } = props;
  // Where nothing was judged in part, there is no column for it.
  const columns = COLUMNS.filter(({ isOwn }) => isOwn !== holdsInPart || result.requirements.some(holdsInPart));
  return (
    <section id="assessed" class="assessed" data-aside aria-labelledby="assessed-heading">
      <h2 id="assessed-heading">What was assessed</h2>
      <Scroll label="Table of levels">
        <table class="figures levels">
          <thead>
            <tr>
              <th scope="col">Level</th>
              <th scope="col" class="bar">
                <span class="unseen">Share of each</span>
              </th>
              {columns.map(({ tone, symbol, word }) => (
                <th key={tone} scope="col">
                  <span class={`status ${tone}`}>{`${symbol} ${word}`}</span>
                </th>
              ))}
              <th scope="col">of</th>
            </tr>
          </thead>
          <tbody>
            {LEVELS.map((level) => (
              <Total
                key={level}
                level={level}
                columns={columns}
                requirements={result.requirements.filter((entry) => entry.level === level)}
              />
            ))}
          </tbody>
        </table>
      </Scroll>
      <dl class="about">
        <Entry name="Assessed">{assessed(result, rows)}</Entry>
        <Entry name="Left out">
          <LeftOut result={result} rows={rows} />
        </Entry>
        {result.sensitivity === undefined ? null : (
          <Entry name="Sensitivity">
            <a href="#sensitivity">{result.sensitivity.sentence}</a>
          </Entry>
        )}
      </dl>
    </section>
  );
}

interface Column {
  readonly tone: string;
  readonly symbol: string;
  readonly word: string;
  /** The search that shows its checks. */
  readonly search: string;
  isOwn(requirement: RequirementResult): boolean;
}

/** A column a status, and one for what passed in part. */
const COLUMNS: readonly Column[] = STATUSES.flatMap((status): Column[] => {
  const column = { ...STATUS[status], tone: status, search: `s:${status}` };
  if (status !== 'passed') return [{ ...column, isOwn: (entry) => entry.status === status }];
  return [
    { ...IN_PART, search: 's:not-assessed', isOwn: holdsInPart },
    { ...column, isOwn: (entry) => entry.status === status && !holdsInPart(entry) },
  ];
});

function Total(props: { level: Level; columns: readonly Column[]; requirements: readonly RequirementResult[] }) {
  const { level, columns, requirements } = props;
  const number = ({ isOwn }: Column) => requirements.filter(isOwn).length;
  return (
    <tr>
      <th scope="row">{LEVEL[level].name}</th>
      <td class="bar">
        <Bar level={level} numbers={columns.toReversed().map((column) => [column.tone, number(column)])} of={requirements.length} />
      </td>
      {columns.map((column) => (
        <td key={column.tone}>
          {number(column) === 0 ? (
            <span class="zero">0</span>
          ) : (
            <a href={`#q=${encodeURIComponent(`level:${level} ${column.search}`)}`} data-filter={`level:${level} ${column.search}`}>
              {number(column)}
            </a>
          )}
        </td>
      ))}
      <td>{requirements.length}</td>
    </tr>
  );
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

function Entry(props: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function assessed({ requirements, endpoints, properties }: ConformanceResult, rows: readonly Row[]): string {
  const made = rows.filter(({ check }) => check.status !== 'not-assessed');
  const failed = made.filter(({ check }) => check.status !== 'passed').length;
  const statements = requirements.filter(({ status }) => status !== 'not-assessed').length;
  const tried = properties.reduce((sum, property) => sum + property.tried, 0);
  const outcome =
    failed === 0
      ? `None of the ${count(made.length, 'assessed check')} failed`
      : `${failed} of ${count(made.length, 'assessed check')} failed`;
  const inputs = tried === 0 ? '' : `, with ${count(tried, 'generated input')}`;
  return `${outcome}. They cover ${count(statements, 'statement')} at ${count(endpoints.length, 'endpoint')}${inputs}.`;
}

/** In one line, each with a link to where it is explained. */
function LeftOut(props: { result: ConformanceResult; rows: readonly Row[] }) {
  const { notCovered, fields = [] } = props.result;
  const open = props.rows.filter(({ check }) => check.status === 'not-assessed');
  const unseen = fields.filter(({ state }) => state === 'never-seen').length;
  const parts: ComponentChildren[] = [
    ...(open.length === 0 ? [] : [<OpenChecks key="open" rows={open} />]),
    ...(unseen === 0 ? [] : [<a key="fields" href="#fields">{`${count(unseen, 'documented field')} never seen`}</a>]),
    ...(notCovered.length === 0
      ? []
      : [<a key="not-covered" href="#not-covered">{`${count(notCovered.length, 'sentence')} that no check covers`}</a>]),
  ];
  if (parts.length === 0) return <>Nothing: every statement was assessed.</>;
  return (
    <>
      {parts.map((part, index) => (
        <>
          {index > 0 ? ' · ' : null}
          {part}
        </>
      ))}
    </>
  );
}

function OpenChecks(props: { rows: readonly Row[] }) {
  const variables = [...new Set(props.rows.flatMap(({ check }) => check.variables ?? []))].sort();
  const statements = groupsOf(props.rows, 'not-assessed').length;
  const named = variables.slice(0, MOST_VARIABLES);
  return (
    <>
      <a href="#not-assessed">{`${count(props.rows.length, 'check')} of ${count(statements, 'statement')} not assessed`}</a>
      {named.length === 0 ? null : ', for want of '}
      {named.map((variable, index) => (
        <>
          {index > 0 ? ', ' : null}
          <code key={variable}>{variable}</code>
        </>
      ))}
      {variables.length > named.length ? ` and ${variables.length - named.length} more` : null}
    </>
  );
}
