/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { ConformanceResult, RequirementResult } from '../../result/result.ts';
import { holdsInPart } from '../../result/roll-up.ts';
import { LEVELS } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { IN_PART, LEVEL, type Sign, STATUS, STATUSES } from '../words.ts';
import { Codes, Facts, Joined, Mark, type SectionProps, Table } from './parts.tsx';
import { groupsOf, type Row, type ShownFinding } from './rows.tsx';

/** Variables that are named at once. The others stand where the checks are. */
const MOST_VARIABLES = 4;

interface Column extends Sign {
  /** Shows its checks. */
  readonly search: string;
  readonly isOwn: (entry: RequirementResult) => boolean;
}

/** A column a status, and one for what passed in part. */
const COLUMNS = STATUSES.flatMap((status): Column[] => {
  const column = {
    ...STATUS[status],
    search: `s:${status}`,
    isOwn: (entry: RequirementResult) => entry.status === status && !holdsInPart(entry),
  };
  return status === 'passed' ? [{ ...IN_PART, search: 's:not-assessed', isOwn: holdsInPart }, column] : [column];
});

/** What the verdict rests on, and what it leaves out: statements by level and status, so that no level hides behind another. */
export function assessed(result: ConformanceResult, rows: readonly Row[], shown: readonly ShownFinding[]): SectionProps {
  const { requirements, sensitivity, fields = [] } = result;
  // A field that was merely not seen is no failure, so it has no place in the table.
  const levels = LEVELS.filter((level) => level !== 'completeness');
  const judged = requirements.filter(({ level }) => level !== 'completeness');
  const columns = COLUMNS.filter(({ isOwn, tone }) => ['failed', 'passed'].includes(tone) || judged.some(isOwn));
  const seen = fields.filter(({ state }) => state === 'seen' || state === 'only-null').length;
  return {
    id: 'assessed',
    heading: 'What was assessed',
    filtered: 'goes',
    children: (
      <>
        <Table
          label="Table of levels"
          head={['Level', <Unseen key="share" text="Share of each" />, ...columns.map((sign) => <Mark key={sign.tone} {...sign} />), 'of']}
          rows={levels.map((level) => {
            const own = requirements.filter((entry) => entry.level === level);
            const numbers = columns.map(({ isOwn }) => own.filter(isOwn).length);
            return [
              `${LEVEL[level].name}`,
              <Bar key={level} columns={columns} numbers={numbers} of={own.length} />,
              ...columns.map(({ search, tone }, index) => (
                <Figure key={tone} number={numbers[index] ?? 0} filter={`level:${level} ${search}`} />
              )),
              counted(own.length, LEVEL[level].noun),
            ];
          })}
        />
        <Facts
          class="about"
          facts={[
            ['Assessed', assessedWords(result, rows, shown)],
            [
              'Fields',
              fields.length === 0 ? null : <a href="#fields">{`${seen} of ${fields.length} documented fields seen in an answer`}</a>,
            ],
            ['Left out', <LeftOut key="left-out" result={result} rows={rows} />],
            ['Sensitivity', sensitivity && <a href="#sensitivity">{sensitivity.sentence}</a>],
          ]}
        />
      </>
    ),
  };
}

function Unseen({ text }: { text: string }) {
  return <span class="unseen">{text}</span>;
}

function Figure({ number, filter }: { number: number; filter: string }) {
  if (number === 0) return <span class="where">0</span>;
  return (
    <a href={`#q=${encodeURIComponent(filter)}`} data-filter={filter}>
      {number}
    </a>
  );
}

/** The figures beside it as a drawing: what passed first. */
function Bar({ columns, numbers, of }: { columns: readonly Column[]; numbers: readonly number[]; of: number }) {
  let from = 0;
  return (
    <svg width="100%" height="10" aria-hidden="true">
      {columns.toReversed().map(({ tone }, index) => {
        const [x, width] = [from, ((numbers.at(-1 - index) ?? 0) / Math.max(1, of)) * 100];
        from += width;
        return width === 0 ? null : <rect key={tone} class={tone} x={`${x.toFixed(2)}%`} width={`${width.toFixed(2)}%`} height="10" />;
      })}
    </svg>
  );
}

/** Checks, statements, endpoints and inputs, each with its unit. */
function assessedWords(
  { requirements, endpoints, properties }: ConformanceResult,
  rows: readonly Row[],
  shown: readonly ShownFinding[],
): string {
  const judged = rows.filter(({ check, requirement }) => check.status !== 'not-assessed' && requirement.level !== 'completeness');
  const failed = judged.filter(({ check }) => check.status !== 'passed').length;
  const found = shown.filter(({ finding }) => finding.level !== 'completeness').length;
  const statements = requirements.filter(({ status, level }) => status !== 'not-assessed' && level !== 'completeness').length;
  const tried = properties.reduce((sum, property) => sum + property.tried, 0);
  const inputs = tried === 0 ? '' : `, with ${counted(tried, 'generated input')}`;
  const of = counted(judged.length, 'assessed check');
  const outcome = failed === 0 ? `None of the ${of} failed` : `${failed} of ${of} failed; they show ${counted(found, 'finding')}`;
  return `${outcome}. The checks cover ${counted(statements, 'statement')} at ${counted(endpoints.length, 'endpoint')}${inputs}.`;
}

/** In one line, each with a link to where it is explained. */
function LeftOut(props: { result: ConformanceResult; rows: readonly Row[] }) {
  const { notCovered } = props.result;
  const open = props.rows.filter(({ check }) => check.status === 'not-assessed');
  const parts: ComponentChildren[] = [
    open.length > 0 && <OpenChecks key="open" rows={open} />,
    notCovered.length > 0 && <a href="#not-covered">{`${counted(notCovered.length, 'sentence')} that no check covers`}</a>,
  ].filter((part) => part !== false);
  return parts.length === 0 ? <>Nothing: every statement was assessed.</> : <Joined parts={parts} by=" · " />;
}

function OpenChecks({ rows }: { rows: readonly Row[] }) {
  const variables = [...new Set(rows.flatMap(({ check }) => check.variables ?? []))].sort();
  const statements = groupsOf(rows, 'not-assessed').length;
  const named = variables.slice(0, MOST_VARIABLES);
  return (
    <>
      <a href="#not-assessed">{`${counted(rows.length, 'check')} of ${counted(statements, 'statement')} not assessed`}</a>
      {named.length === 0 ? null : ', for want of '}
      <Codes names={named} />
      {variables.length > named.length ? ` and ${variables.length - named.length} more` : null}
    </>
  );
}
