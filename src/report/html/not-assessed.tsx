/** @jsxImportSource preact */
import { leftOpenLines } from '../../result/left-open.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { holdsInPart } from '../../result/roll-up.ts';
import { InPart } from './in-part.tsx';
import { KnownFaults } from './known-faults.tsx';
import { Prose } from './prose.tsx';
import { groupsOf, type Row, rowAttributes } from './rows.ts';
import { count, LEVEL, placeOf } from './words.ts';

/** Most rows that are open at once. With more, a reader needs the variables first. */
const MOST_OPEN = 12;

/** What was not assessed, grouped by the variables that would change it: the largest group first, the group without variables last. */
export function NotAssessed(props: { result: ConformanceResult; rows: readonly Row[] }) {
  const { endpoints } = props.result;
  const rows = props.rows.filter(({ check }) => check.status === 'not-assessed');
  if (rows.length === 0) return null;
  return (
    <section id="not-assessed" data-group aria-labelledby="not-assessed-heading">
      <h2 id="not-assessed-heading">
        Not assessed <span class="tally">{count(rows.length, 'check')}</span>
      </h2>
      <p class="lead">
        These checks say nothing about the implementation, good or bad. Most need a record that the API cannot create itself.
      </p>
      {leftOpenLines(props.result).map((line) => (
        <p key={line} class="lead">
          <strong>{line}</strong>
        </p>
      ))}
      {byVariables(rows).map(([variables, group]) => (
        <section class="variables" key={variables} data-group data-requirement>
          <header data-context>
            <h3>{variables === '' ? 'No setting would change these' : <code>{variables}</code>}</h3>
          </header>
          <details class="fold" open={rows.length <= MOST_OPEN}>
            <summary>{variables === '' ? count(group.length, 'check') : `would allow ${count(group.length, 'more check')}`}</summary>
            <ul class="rows">
              {group.map((row) => (
                <li key={row.id} data-row {...rowAttributes(row)}>
                  <span class="status not-assessed">○ not assessed</span> <code>{row.requirement.id}</code> <Prose text={row.check.title} />
                  <span class="where">{` · ${placeOf(endpoints, row.check)}`}</span>
                  {row.check.message === undefined ? null : <span class="reason">{row.check.message}</span>}
                </li>
              ))}
            </ul>
          </details>
        </section>
      ))}
      <Statements rows={rows} />
    </section>
  );
}

/** Each open statement once, however many variables it needs. Statements that failed elsewhere stand among the failures. */
function Statements(props: { rows: readonly Row[] }) {
  const statements = groupsOf(props.rows, 'not-assessed').filter(
    ({ requirement }) => requirement.status === 'not-assessed' || holdsInPart(requirement),
  );
  if (statements.length === 0) return null;
  return (
    <section class="variables" data-aside aria-labelledby="left-open">
      <h3 id="left-open">What is left open, whole or in part</h3>
      <details class="fold">
        <summary>{`${count(statements.length, 'statement')} in words`}</summary>
        <dl class="reasons">
          {statements.map(({ requirement }) => (
            <div key={requirement.id}>
              <dt>
                <code>{requirement.id}</code> <span class="level">{LEVEL[requirement.level].name}</span>
                <InPart requirement={requirement} />
              </dt>
              <dd>
                <Prose text={requirement.text} /> {`(${requirement.source})`}
                {requirement.status === 'not-assessed' ? <KnownFaults id={requirement.id} /> : null}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

function byVariables(rows: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = [...(row.check.variables ?? [])].sort().join(', ');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].sort(([a, rowsA], [b, rowsB]) => Number(a === '') - Number(b === '') || rowsB.length - rowsA.length);
}
