/** @jsxImportSource preact */

import { Fragment } from 'preact';
import type { ConformanceResult, Level } from '../../result/result.ts';
import type { Allowance } from './budget.ts';
import { FailedCheck } from './failed-check.tsx';
import { KnownFaults } from './known-faults.tsx';
import { Prose } from './prose.tsx';
import { groupsOf, type Row, type RowGroup } from './rows.ts';
import { count, endpointNumbers, LEVEL, LEVELS } from './words.ts';

interface FailuresProps {
  readonly rows: readonly Row[];
  readonly result: ConformanceResult;
  readonly allowance: Allowance;
  /** The rows that show inputs and exchanges. */
  readonly withEvidence: ReadonlySet<Row>;
}

/** What needs attention: a section a level, worst level first, then the waived failures. */
export function Failures(props: FailuresProps) {
  const failed = groupsOf(props.rows, 'failed');
  const waived = groupsOf(props.rows, 'waived');
  return (
    <>
      <div id="attention" tabIndex={-1} />
      {failed.length === 0 && props.result.verdict !== 'no-verdict' ? <NothingFailed rows={props.rows} /> : null}
      {LEVELS.map((level) => (
        <LevelSection key={level} level={level} groups={failed.filter(({ requirement }) => requirement.level === level)} {...props} />
      ))}
      {waived.length === 0 ? null : (
        <section id="waived" data-group aria-labelledby="waived-heading">
          <h2 id="waived-heading">
            Waived <span class="tally">{waived.length}</span>
          </h2>
          <p class="lead">Known deviations. They still count in the verdict; only the exit code passes over them.</p>
          <Groups groups={waived} {...props} />
        </section>
      )}
    </>
  );
}

function NothingFailed(props: { rows: readonly Row[] }) {
  const assessed = props.rows.filter(({ check }) => check.status !== 'not-assessed').length;
  const open = props.rows.length - assessed;
  return (
    <section data-aside aria-labelledby="nothing-failed">
      <h2 id="nothing-failed">No failures</h2>
      <p class="lead">{`None of the ${count(assessed, 'assessed check')} failed${open === 0 ? '' : `; ${open} could not be assessed`}.`}</p>
    </section>
  );
}

function LevelSection(props: FailuresProps & { level: Level; groups: readonly RowGroup[] }) {
  const { level, groups } = props;
  if (groups.length === 0) return null;
  return (
    <section id={`failed-${level}`} data-group aria-labelledby={`failed-${level}-heading`}>
      <h2 id={`failed-${level}-heading`}>
        {LEVEL[level].heading} <span class="tally">{groups.length}</span>
      </h2>
      <p class="lead">{LEVEL[level].meaning}</p>
      <Groups {...props} />
    </section>
  );
}

function Groups(props: FailuresProps & { groups: readonly RowGroup[] }) {
  return (
    <>
      {props.groups.map((group) => (
        <Requirement key={group.requirement.id} group={group} {...props} />
      ))}
    </>
  );
}

function Requirement(props: FailuresProps & { group: RowGroup }) {
  const { requirement, rows } = props.group;
  const others = requirement.checks.length - rows.length;
  return (
    <section class={`requirement ${requirement.level}`} data-group data-requirement aria-labelledby={`${rows[0]?.id}-of`}>
      <header>
        <h3 id={`${rows[0]?.id}-of`}>
          <code>{requirement.id}</code> <span class="level">{LEVEL[requirement.level].name}</span>
        </h3>
        <p class="text">
          <Prose text={requirement.text} />
        </p>
        <p class="source">
          {`${requirement.source} · ${endpointNumbers(requirement.endpoints)}`}
          {others > 0 ? (
            <>
              {' · '}
              <a href={`#q=${encodeURIComponent(`req:${requirement.id}`)}`} data-filter={`req:${requirement.id}`}>
                {`all ${requirement.checks.length} checks of it`}
              </a>
            </>
          ) : null}
        </p>
      </header>
      {requirement.status === rows[0]?.check.status ? <KnownFaults id={requirement.id} /> : null}
      {alike(rows).map(([first, ...others]) => (
        <Fragment key={first?.id}>
          <Checks {...props} rows={first === undefined ? [] : [first]} />
          {others.length === 0 ? null : (
            <details class="fold alike">
              <summary>{`the same in ${count(others.length, 'further check')}`}</summary>
              <Checks {...props} rows={others} />
            </details>
          )}
        </Fragment>
      ))}
    </section>
  );
}

function Checks(props: FailuresProps) {
  return (
    <>
      {props.rows.map((row) => (
        <FailedCheck
          key={row.id}
          row={row}
          endpoints={props.result.endpoints}
          allowance={props.allowance}
          evidence={props.withEvidence.has(row)}
        />
      ))}
    </>
  );
}

/** Groups rows of a statement by expectation and place: one deviation often shows in many checks. */
function alike(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const { endpoint, findings = [], message } = row.check;
    const found = findings.length === 0 ? [message] : findings.map(({ pointer, expected }) => [pointer, expected]);
    const key = JSON.stringify([endpoint, found]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}
