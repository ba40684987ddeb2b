/** @jsxImportSource preact */
import { leftOpenLines } from '../../result/left-open.ts';
import { grouped } from '../../result/lists.ts';
import type { ConformanceResult, RequirementResult } from '../../result/result.ts';
import { holdsInPart, inPartWords } from '../../result/roll-up.ts';
import { counted } from '../../specification/words.ts';
import { KnownFaults } from './known-faults.tsx';
import { Fold, Prose, type SectionProps } from './parts.tsx';
import { CheckRow, groupsOf, type Row } from './rows.tsx';
import { IN_PART, LEVEL } from './words.ts';

/** Most rows that are open at once. With more, a reader needs the variables first. */
const MOST_OPEN = 12;

/** What was not assessed, grouped by the variables that would change it: the largest group first, the group without variables last. */
export function notAssessed(result: ConformanceResult, all: readonly Row[]): SectionProps | null {
  const rows = all.filter(({ check }) => check.status === 'not-assessed');
  if (rows.length === 0) return null;
  return {
    id: 'not-assessed',
    heading: 'Not assessed',
    tally: counted(rows.length, 'check'),
    filtered: 'by rows',
    lead: 'These checks say nothing about the implementation, good or bad. Most need a record that the API cannot create itself.',
    children: (
      <>
        {leftOpenLines(result).map((line) => (
          <p key={line} class="lead">
            <strong>{line}</strong>
          </p>
        ))}
        {byVariables(rows).map(([variables, group]) => (
          <section key={variables} data-group data-requirement>
            <header data-context>
              <h3>{variables === '' ? 'No setting would change these' : <code>{variables}</code>}</h3>
            </header>
            <Fold
              open={rows.length <= MOST_OPEN}
              summary={variables === '' ? counted(group.length, 'check') : `would allow ${counted(group.length, 'more check')}`}
            >
              <ul class="rows">
                {group.map((row) => (
                  <CheckRow key={row.id} row={row} endpoints={result.endpoints} named>
                    {row.check.message === undefined ? null : <span class="where reason">{row.check.message}</span>}
                  </CheckRow>
                ))}
              </ul>
            </Fold>
          </section>
        ))}
        <Statements rows={rows} />
      </>
    ),
  };
}

/** *◐ passed in part, judged at 3 of 5 endpoints*; nothing for a statement that was judged whole. */
function InPart(props: { requirement: RequirementResult }) {
  if (!holdsInPart(props.requirement)) return null;
  return <span class={`status ${IN_PART.tone}`}>{` ${IN_PART.symbol} ${IN_PART.word}, ${inPartWords(props.requirement.checks)}`}</span>;
}

/** Each open statement once, however many variables it needs. Statements that failed elsewhere stand among the failures. */
function Statements(props: { rows: readonly Row[] }) {
  const statements = groupsOf(props.rows, 'not-assessed').filter(
    ({ requirement }) => requirement.status === 'not-assessed' || holdsInPart(requirement),
  );
  if (statements.length === 0) return null;
  return (
    <section data-aside aria-labelledby="left-open">
      <h3 id="left-open">What is left open, whole or in part</h3>
      <Fold summary={`${counted(statements.length, 'statement')} in words`}>
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
      </Fold>
    </section>
  );
}

function byVariables(rows: readonly Row[]): [string, Row[]][] {
  const groups = grouped(rows, ({ check: { variables = [] } }) => variables.toSorted().join(', '));
  return [...groups].sort(([a, rowsA], [b, rowsB]) => Number(a === '') - Number(b === '') || rowsB.length - rowsA.length);
}

/** What passed, folded: one row a check, under its requirement. */
export function passed({ endpoints }: ConformanceResult, all: readonly Row[]): SectionProps | null {
  const groups = groupsOf(all, 'passed');
  if (groups.length === 0) return null;
  const checks = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return {
    id: 'passed',
    heading: 'Passed',
    tally: counted(checks, 'check'),
    filtered: 'by rows',
    children: (
      <Fold summary={`${checks} passed checks, by requirement`}>
        {groups.map(({ requirement, rows }) => (
          <section class="passed-requirement" key={requirement.id} data-group data-requirement>
            <header data-context>
              <h3>
                <code>{requirement.id}</code>
                {requirement.level === 'requirement' ? null : <span class="level">{LEVEL[requirement.level].name}</span>}
                <InPart requirement={requirement} />
              </h3>
              <p class="where">
                <Prose text={requirement.text} /> {`(${requirement.source})`}
              </p>
            </header>
            {requirement.status === 'passed' ? <KnownFaults id={requirement.id} /> : null}
            <ul class="rows">
              {rows.map((row) => (
                <CheckRow key={row.id} row={row} endpoints={endpoints} />
              ))}
            </ul>
          </section>
        ))}
      </Fold>
    ),
  };
}
