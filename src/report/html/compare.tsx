/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { ComparedObservation } from '../../result/compare/comparison.ts';
import type { Outcome } from '../../result/compare/side.ts';
import type { Row, SideBySide } from '../../result/compare/side-by-side.ts';
import { holdsInPart } from '../../result/roll-up.ts';
import { LEVELS } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { endpointNumbers, IN_PART, LEVEL, STATUS } from '../words.ts';
import { renderDocument } from './document.tsx';
import { Answer, places } from './observations.tsx';
import { Fold, Prose, Section, Table } from './parts.tsx';
import { LeftOut, RunsTable } from './runs.tsx';

const DRIFT = 'What the targets do where the specification leaves room. None of it is right or wrong; whoever depends on it should know.';
const OTHER_SUITES = 'The files come from suites that do not ask the same here. A difference would say nothing about the targets.';

/** A comparison as one HTML file without any script: differences are open, agreement is folded. */
export function renderComparison({ sentence, columns, requirements, observations, notCompared }: SideBySide): string {
  const statements = LEVELS.flatMap((level) => requirements.filter((requirement) => requirement.level === level));
  const different = statements.filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment);
  const open = statements.filter(({ onlyInAssessment }) => onlyInAssessment);
  const same = statements.filter(({ differs }) => !differs);
  const [drifted, steady] = [observations.filter(({ differs }) => differs), observations.filter(({ differs }) => !differs)];
  const names = columns.map(({ name }) => name);
  const sideBySide = (label: string, subject: string, rows: ComponentChildren[][], fold?: string) => {
    if (rows.length === 0) return null;
    const words = names.map((_, index) => index + 1);
    const table = (
      <div class="side-by-side">
        <Table label={`Table of ${label}`} head={[subject, ...names]} words={words} rows={rows} />
      </div>
    );
    return fold === undefined ? table : <Fold summary={fold}>{table}</Fold>;
  };
  const inPart = 'assessed in some results only, or in part';
  return renderDocument(
    sentence,
    <>
      <header class="verdict comparison">
        <div class="page">
          <p class="where">Conformance results side by side</p>
          <h1>{sentence}</h1>
        </div>
      </header>
      <main class="page">
        <Section id="runs" heading="Results">
          <RunsTable label="Table of results" runs={columns} />
        </Section>
        <Section id="requirements" heading="Statements that differ" tally={`${different.length} of ${statements.length}`}>
          {different.length > 0 ? null : (
            <p class="lead">No statement that the files share fails in one and not in the same way in another.</p>
          )}
          {sideBySide('statements that differ', 'Statement', different.map(requirementRow))}
          {sideBySide(`statements ${inPart}`, 'Statement', open.map(requirementRow), `${counted(open.length, 'statement')} ${inPart}`)}
          {sideBySide(
            'statements that agree',
            'Statement',
            same.map(requirementRow),
            `${counted(same.length, 'statement')} with the same outcome everywhere`,
          )}
        </Section>
        {observations.length === 0 ? null : (
          <Section id="observations" heading="Drift: observations that differ" tally={drifted.length} lead={DRIFT}>
            {drifted.length > 0 ? null : <p class="lead">Every question that was answered more than once was answered the same.</p>}
            {sideBySide('observations that differ', 'Question', drifted.map(observationRow))}
            {sideBySide(
              'observations that agree',
              'Question',
              steady.map(observationRow),
              `${counted(steady.length, 'answer')} without a difference`,
            )}
          </Section>
        )}
        <LeftOut
          id="not-compared"
          heading="Not compared"
          lead={OTHER_SUITES}
          rows={notCompared.map(({ id, reason, statuses }) => ({
            name: id,
            reason,
            more: statuses
              .map((status, index) => `${names[index]}: ${status === null ? 'not in the file' : STATUS[status].word}`)
              .join('; '),
          }))}
        />
      </main>
    </>,
  );
}

function requirementRow({ id, level, text, source, outcomes }: Row): ComponentChildren[] {
  return [subject(id, text, ` · ${LEVEL[level].name} · ${source}`), ...outcomes.map(outcomeText)];
}

function subject(id: string, text: string, more: string) {
  return (
    <>
      <Prose text={text} />
      <span class="where">
        <code>{id}</code>
        {more}
      </span>
    </>
  );
}

function outcomeText(outcome: Outcome) {
  const { status, checks, failed, found } = outcome;
  const { symbol, word, tone } = holdsInPart(outcome) ? IN_PART : STATUS[status];
  const places = [...new Set(failed.flatMap(({ endpoint }) => endpoint ?? []))];
  const where = places.length === 0 ? '' : `, ${endpointNumbers(places)}`;
  return (
    <span class={tone}>
      <b class="outcome">{`${symbol} ${word}`}</b>
      {failed.length === 0 ? null : <span class="where">{`${failed.length} of ${counted(checks, 'check')}${where}`}</span>}
      {found}
    </span>
  );
}

function observationRow({ id, question, endpoints, answers }: ComparedObservation): ComponentChildren[] {
  const shown = (answer: unknown, index: number) => (
    <span key={`${index}`} class="answer">
      <Answer answer={answer} />
    </span>
  );
  const cell = (given: readonly unknown[]) => (given.length === 0 ? <span class="where">not asked</span> : given.map(shown));
  return [subject(id, question, places(endpoints)), ...answers.map(cell)];
}
