/** @jsxImportSource preact */

import type { ConformanceResult, Level } from '../result.ts';
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

/** What needs attention: a section a level, worst level first, then the failures that are known and waived. */
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
      {rows.map((row) => (
        <FailedCheck
          key={row.id}
          row={row}
          endpoints={props.result.endpoints}
          allowance={props.allowance}
          evidence={props.withEvidence.has(row)}
        />
      ))}
    </section>
  );
}
