/** @jsxImportSource preact */

import type { Column, ComparedRequirement, Outcome } from '../../result/compare/comparison.ts';
import { holdsInPart } from '../../result/roll-up.ts';
import { Cell, SideBySide } from './compare-table.tsx';
import { Prose } from './prose.tsx';
import { count, endpointNumbers, IN_PART, LEVEL, LEVELS, STATUS } from './words.ts';

/** Statements by result: open where a failure differs between results, folded otherwise. */
export function ComparedRequirements(props: { columns: readonly Column[]; requirements: readonly ComparedRequirement[] }) {
  const { columns } = props;
  const requirements = LEVELS.flatMap((level) => props.requirements.filter((requirement) => requirement.level === level));
  const different = requirements.filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment);
  const open = requirements.filter(({ onlyInAssessment }) => onlyInAssessment);
  const same = requirements.filter(({ differs }) => !differs);
  return (
    <section id="requirements" aria-labelledby="requirements-heading">
      <h2 id="requirements-heading">
        Statements that differ <span class="tally">{`${different.length} of ${requirements.length}`}</span>
      </h2>
      {different.length === 0 ? (
        <p class="empty">No statement that the files share fails in one and not in the same way in another.</p>
      ) : (
        <Table label="Table of statements that differ" columns={columns} requirements={different} />
      )}
      {open.length === 0 ? null : (
        <details class="fold">
          <summary>{`${count(open.length, 'statement')} assessed in some results only, or in part`}</summary>
          <Table label="Table of statements assessed in some results only, or in part" columns={columns} requirements={open} />
        </details>
      )}
      {same.length === 0 ? null : (
        <details class="fold">
          <summary>{`${count(same.length, 'statement')} with the same outcome everywhere`}</summary>
          <Table label="Table of statements that agree" columns={columns} requirements={same} />
        </details>
      )}
    </section>
  );
}

function Table(props: { label: string; columns: readonly Column[]; requirements: readonly ComparedRequirement[] }) {
  const { label, columns, requirements } = props;
  return (
    <SideBySide label={label} subject="Statement" columns={columns}>
      {requirements.map(({ id, level, text, source, outcomes }) => (
        <tr key={id} id={`requirement-${id.replace(/[^A-Za-z0-9._-]/g, '-')}`}>
          <th scope="row">
            <span class="text">
              <Prose text={text} />
            </span>
            <span class="where">
              <code>{id}</code>
              {` · ${LEVEL[level].name} · ${source}`}
            </span>
          </th>
          {outcomes.map((outcome, index) => (
            <Cell key={columns[index]?.name} column={columns[index]} class={holdsInPart(outcome) ? IN_PART.tone : outcome.status}>
              <OutcomeText outcome={outcome} />
            </Cell>
          ))}
        </tr>
      ))}
    </SideBySide>
  );
}

function OutcomeText(props: { outcome: Outcome }) {
  const { status, checks, failed, found } = props.outcome;
  const { symbol, word } = holdsInPart(props.outcome) ? IN_PART : STATUS[status];
  return (
    <>
      <span class="outcome">{`${symbol} ${word}`}</span>
      {failed.length === 0 ? null : <span class="where">{`${failed.length} of ${count(checks, 'check')}${places(failed)}`}</span>}
      {found === undefined ? null : <span class="found">{found}</span>}
    </>
  );
}

function places(failed: Outcome['failed']): string {
  const numbers = [...new Set(failed.flatMap(({ endpoint }) => (endpoint === null ? [] : [endpoint])))];
  return numbers.length === 0 ? '' : `, ${endpointNumbers(numbers)}`;
}
