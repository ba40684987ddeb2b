/** @jsxImportSource preact */

import { cannotApply } from '../../result/left-open.ts';
import { CATEGORIES, type Category, type ConformanceResult, type Status, wasMade } from '../../result/result.ts';
import { LEVELS } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { capitalised, IN_PART, NEVER_SEEN, outcomeSign, type Sign, STATUS, tokenOf } from '../words.ts';
import { Breakable, Codes, Facts, Joined, Mark, type SectionProps, Table } from './parts.tsx';
import { byRequirement, type Row, type ShownFinding } from './rows.tsx';

/** Variables that are named at once. The others stand where the checks are. */
const MOST_VARIABLES = 4;

const COLUMNS = [STATUS.failed, STATUS.waived, STATUS['not-assessed'], IN_PART, STATUS.passed];

/** What the verdict rests on, and what it leaves out: statements by level and status, so that no level hides behind another. */
export function assessed(result: ConformanceResult, rows: readonly Row[], shown: readonly ShownFinding[]): SectionProps {
  const { requirements, sensitivity, fields = [] } = result;
  // A field that was merely not seen is no failure, so it has no place in the table.
  const levels = LEVELS.filter((level) => level !== 'completeness');
  const judged = requirements.filter(({ level }) => level !== 'completeness');
  const columns = COLUMNS.filter((sign) => ['failed', 'passed'].includes(sign.tone) || judged.some((entry) => outcomeSign(entry) === sign));
  const seen = fields.filter(({ state }) => state === 'seen' || state === 'only-null').length;
  return {
    id: 'assessed',
    heading: 'What was assessed',
    children: (
      <>
        <Table
          label="Table of levels"
          head={['Level', <span class="unseen">Share of each</span>, ...columns.map((sign) => <Mark {...sign} />), 'of']}
          rows={levels.map((level) => {
            const own = requirements.filter((entry) => entry.level === level);
            const numbers = columns.map((sign) => own.filter((entry) => outcomeSign(entry) === sign).length);
            return [
              capitalised(level),
              <Bar columns={columns} numbers={numbers} of={own.length} />,
              ...columns.map((sign, index) => {
                const filter = `level:${level} s:${sign === IN_PART ? 'not-assessed' : sign.tone}`;
                const link = { href: `#q=${encodeURIComponent(filter)}`, 'data-filter': filter };
                return numbers[index] ? <a {...link}>{numbers[index]}</a> : <span class="where">0</span>;
              }),
              own.length,
            ];
          })}
        />
        <Facts
          class="about"
          facts={[
            ['Assessed', assessedWords(result, rows, shown)],
            ['Fields', fields.length > 0 && <a href="#fields">{`${seen} of ${fields.length} documented fields seen in an answer`}</a>],
            ['Left out', <LeftOut result={result} rows={rows} />],
            ['Sensitivity', sensitivity && <a href="#sensitivity">{sensitivity.sentence}</a>],
          ]}
        />
      </>
    ),
  };
}

function Bar({ columns, numbers, of }: { columns: readonly Sign[]; numbers: readonly number[]; of: number }) {
  let from = 0;
  return (
    <svg width="100%" height="10" aria-hidden="true">
      {columns.toReversed().map(({ tone }, index) => {
        const [x, width] = [from, ((numbers.at(-1 - index) ?? 0) / Math.max(1, of)) * 100];
        from += width;
        return width === 0 ? null : <rect class={tone} x={`${x.toFixed(2)}%`} width={`${width.toFixed(2)}%`} height="10" />;
      })}
    </svg>
  );
}

/** Checks, statements, endpoints and inputs, each with its unit. */
function assessedWords(result: ConformanceResult, rows: readonly Row[], shown: readonly ShownFinding[]): string {
  const { requirements, endpoints, properties } = result;
  const assessed = rows.filter(({ check }) => wasMade(check));
  const judged = assessed.filter(({ requirement }) => requirement.level !== 'completeness');
  const failed = judged.filter(({ check }) => check.status !== 'passed').length;
  const found = shown.filter(({ finding }) => finding.level !== 'completeness').length;
  const statements = requirements.filter(({ status, level }) => status !== 'not-assessed' && level !== 'completeness').length;
  const tried = properties.reduce((sum, property) => sum + property.tried, 0);
  const inputs = tried === 0 ? '' : `, with ${counted(tried, 'generated input')}`;
  const of = counted(judged.length, 'assessed check');
  const others = assessed.length - judged.length;
  const seen = others === 0 ? '' : ` Beside them, ${counted(others, 'check')} looked for optional fields.`;
  const outcome = failed === 0 ? `None of the ${of} failed` : `${failed} of ${of} failed; they show ${counted(found, 'finding')}`;
  return `${outcome}. The checks cover ${counted(statements, 'statement')} at ${counted(endpoints.length, 'endpoint')}${inputs}.${seen}`;
}

/** In one line, each with a link to where it is explained. */
function LeftOut({ result: { notCovered }, rows }: { result: ConformanceResult; rows: readonly Row[] }) {
  const open = rows.filter(({ check }) => check.status === 'not-assessed');
  const variables = [...new Set(open.flatMap(({ check }) => check.variables ?? []))].sort();
  const named = variables.slice(0, MOST_VARIABLES);
  const statements = counted(byRequirement(open).length, 'statement');
  const parts = [
    open.length > 0 && (
      <>
        <a href="#not-assessed">{`${counted(open.length, 'check')} of ${statements} not assessed`}</a>
        {named.length === 0 ? null : ', on which these settings decide: '}
        <Codes names={named} />
        {variables.length > named.length ? ` and ${variables.length - named.length} more` : null}
      </>
    ),
    notCovered.length > 0 && <a href="#not-covered">{`${counted(notCovered.length, 'sentence')} that no check covers`}</a>,
  ].filter((part) => part !== false);
  return parts.length === 0 ? <>Nothing: every statement was assessed.</> : <Joined parts={parts} by=" · " />;
}

type CellState = Status | 'never-seen' | 'partly-assessed' | 'none';

/** In the order of the legend: what a cell shows, the status that it counts, and its meaning where the word alone would not do. */
const CELL: Readonly<Record<CellState, Omit<Sign, 'tone'> & { readonly counts?: Status; readonly meaning?: string }>> = {
  failed: STATUS.failed,
  waived: STATUS.waived,
  'never-seen': { symbol: NEVER_SEEN.symbol, word: NEVER_SEEN.word, counts: 'failed', meaning: 'documented, never seen' },
  'partly-assessed': { symbol: IN_PART.symbol, word: 'assessed', counts: 'passed', meaning: 'partly assessed' },
  'not-assessed': STATUS['not-assessed'],
  passed: STATUS.passed,
  none: { symbol: '–', word: 'none', meaning: 'no requirement' },
};

/** Endpoints × categories, those with failures first. Each cell shows the worst status there and the number of checks, and leads to its rows. */
export function matrix({ requirements, endpoints }: ConformanceResult, all: readonly Row[]): SectionProps | null {
  if (requirements.length === 0) return null;
  // Other credentials would be wanted, at every endpoint alike: a cell speaks of its endpoint.
  const leftOut = [...new Set(all.filter(({ check }) => cannotApply(check)).map(({ requirement }) => requirement.id))];
  const rows = all.filter(({ check }) => !cannotApply(check));
  const within = (endpoint: number | null, category: Category) =>
    rows.filter((row) => row.check.endpoint === endpoint && row.category === category);
  const whole = rows.some(({ check, category }) => check.endpoint === null && category !== null);
  const lines = [...endpoints, ...(whole ? [{ number: null, method: '', path: 'the API as a whole' }] : [])];
  const isBroken = (category: Category) => lines.some(({ number }) => ['failed', 'waived'].includes(stateOf(within(number, category))));
  const columns = [...CATEGORIES.filter(isBroken), ...CATEGORIES.filter((category) => !isBroken(category))];
  const states = new Set(lines.flatMap(({ number }) => columns.map((category) => stateOf(within(number, category)))));
  return {
    id: 'matrix',
    heading: 'Endpoints and categories',
    children: (
      <>
        <p class="key where">
          <span>Each cell: checks with this outcome / all checks.</span>
          {(Object.keys(CELL) as CellState[]).map((state) =>
            states.has(state) ? (
              <span class={state}>
                <b aria-hidden="true">{CELL[state].symbol}</b> {CELL[state].meaning ?? CELL[state].word}
              </span>
            ) : null,
          )}
        </p>
        {leftOut.length === 0 ? null : (
          <p class="lead">
            Not in the cells, since it cannot be tried with these credentials at any endpoint: <Codes names={leftOut} />.
          </p>
        )}
        <Table
          label="Matrix of endpoints and categories"
          class="matrix"
          head={['Endpoint', ...columns.map((category) => capitalised(category.replace(' and ', ', ')))]}
          rows={lines.map(({ number, method, path }) => [
            <span class="endpoint">
              <span class="number">{number ?? ''}</span> <span class="method">{method}</span>{' '}
              <span class="path">
                <Breakable text={path} />
              </span>
            </span>,
            ...columns.map((category) => <Cell endpoint={number} category={category} rows={within(number, category)} />),
          ])}
        />
      </>
    ),
  };
}

/** *1/5 failed*. It leads to its worst row, and with the script to a search that shows all. */
function Cell({ endpoint, category, rows }: { endpoint: number | null; category: Category; rows: readonly Row[] }) {
  const state = stateOf(rows);
  const { symbol, word, counts = state } = CELL[state];
  const number = rows.filter(({ check }) => check.status === counts).length;
  const label = (
    <>
      <b aria-hidden="true">{symbol}</b>
      {rows.length === 0 ? null : <span>{`${number}/${rows.length}`}</span>}
      <small>{word}</small>
    </>
  );
  if (rows[0] === undefined) return <span class={`cell ${state}`}>{label}</span>;
  return (
    <a class={`cell ${state}`} href={`#${rows[0].id}`} data-filter={`ep:${endpoint ?? 'none'} cat:${tokenOf(category)}`}>
      {label}
    </a>
  );
}

/** A failure outranks what was not assessed, which outranks a pass. */
function stateOf(rows: readonly Row[]): CellState {
  const has = (status: string) => rows.some((row) => row.check.status === status);
  if (rows.length === 0) return 'none';
  if (has('failed')) return rows.every(({ requirement }) => requirement.level === 'completeness') ? 'never-seen' : 'failed';
  if (has('waived')) return 'waived';
  if (has('not-assessed')) return has('passed') ? 'partly-assessed' : 'not-assessed';
  return 'passed';
}
