/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { clip } from '../../http/clip.ts';
import type { Column, ComparedObservation, ComparedRequirement, Comparison, Outcome } from '../../result/compare/comparison.ts';
import { holdsInPart } from '../../result/roll-up.ts';
import { renderDocument } from './document.tsx';
import { Fold, Prose, Section, Table } from './parts.tsx';
import { count, endpointNumbers, IN_PART, LEVEL, LEVELS, STATUS, verdictSign } from './words.ts';

const LONGEST_ANSWER = 600;

/** A comparison as one HTML file without any script: differences are open, agreement is folded. */
export function renderComparison(comparison: Comparison): string {
  return renderDocument(
    comparison.sentence,
    <>
      <header class="verdict comparison">
        <div class="page">
          <p class="kicker">Conformance results side by side</p>
          <h1>{comparison.sentence}</h1>
        </div>
      </header>
      <main>
        <div class="page">
          <Results comparison={comparison} />
          <Requirements comparison={comparison} />
          <Observations comparison={comparison} />
          <NotCompared comparison={comparison} />
        </div>
      </main>
    </>,
  );
}

function Results(props: { comparison: Comparison }) {
  return (
    <Section id="results" heading="Results">
      <ol class="results">
        {props.comparison.columns.map((column) => (
          <li key={column.name} class={verdictSign(column).tone}>
            <h3>{column.name}</h3>
            <p>
              <b class="mark" aria-hidden="true">
                {verdictSign(column).symbol}
              </b>{' '}
              {column.sentence}
              {column.partial ? '; part of a run: it was filtered' : ''}
              {column.interrupted ? '; the run was interrupted' : ''}
            </p>
            <p class="where">
              {`Suite ${column.suiteVersion}, specification ${column.specificationVersion}, seed ${column.seed}${column.embedded ? ', embedded reference service' : ''}, `}
              <code>{column.file}</code>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** One row a statement or question, one cell a result; folded under `fold`, where there is one. */
function SideBySide(props: {
  label: string;
  subject: string;
  columns: readonly Column[];
  rows: readonly (readonly ComponentChildren[])[];
  fold?: string;
}) {
  const { label, subject, columns, rows, fold } = props;
  if (rows.length === 0) return null;
  const head = [subject, ...columns.map(({ name }) => name)];
  const table = (
    <div class="side-by-side">
      <Table label={`Table of ${label}`} head={head} words={columns.map((_, index) => index + 1)} rows={rows} />
    </div>
  );
  return fold === undefined ? table : <Fold summary={fold}>{table}</Fold>;
}

/** Statements by result: open where a failure differs between results, folded otherwise. */
function Requirements(props: { comparison: Comparison }) {
  const { columns, requirements: all } = props.comparison;
  const requirements = LEVELS.flatMap((level) => all.filter((requirement) => requirement.level === level));
  const different = requirements.filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment);
  const open = requirements.filter(({ onlyInAssessment }) => onlyInAssessment);
  const same = requirements.filter(({ differs }) => !differs);
  const shared = { subject: 'Statement', columns };
  return (
    <Section id="requirements" heading="Statements that differ" tally={`${different.length} of ${requirements.length}`}>
      {different.length > 0 ? null : (
        <p class="empty">No statement that the files share fails in one and not in the same way in another.</p>
      )}
      <SideBySide {...shared} label="statements that differ" rows={different.map(requirementRow)} />
      <SideBySide
        {...shared}
        label="statements assessed in some results only, or in part"
        rows={open.map(requirementRow)}
        fold={`${count(open.length, 'statement')} assessed in some results only, or in part`}
      />
      <SideBySide
        {...shared}
        label="statements that agree"
        rows={same.map(requirementRow)}
        fold={`${count(same.length, 'statement')} with the same outcome everywhere`}
      />
    </Section>
  );
}

function requirementRow({ id, level, text, source, outcomes }: ComparedRequirement): ComponentChildren[] {
  return [
    <Subject key={id} id={id} text={text} more={` · ${LEVEL[level].name} · ${source}`} />,
    ...outcomes.map((outcome, index) => <OutcomeText key={`${index}`} outcome={outcome} />),
  ];
}

function Subject(props: { id: string; text: string; more: string }) {
  const { id, text, more } = props;
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

function OutcomeText(props: { outcome: Outcome }) {
  const { status, checks, failed, found } = props.outcome;
  const { symbol, word } = holdsInPart(props.outcome) ? IN_PART : STATUS[status];
  const places = [...new Set(failed.flatMap(({ endpoint }) => endpoint ?? []))];
  const where = places.length === 0 ? '' : `, ${endpointNumbers(places)}`;
  return (
    <span class={holdsInPart(props.outcome) ? IN_PART.tone : status}>
      <b class="outcome">{`${symbol} ${word}`}</b>
      {failed.length === 0 ? null : <span class="where">{`${failed.length} of ${count(checks, 'check')}${where}`}</span>}
      {found}
    </span>
  );
}

const DRIFT = 'What the targets do where the specification leaves room. None of it is right or wrong; whoever depends on it should know.';

/** Questions by result: different answers open, equal ones folded. */
function Observations(props: { comparison: Comparison }) {
  const { columns, observations } = props.comparison;
  if (observations.length === 0) return null;
  const different = observations.filter(({ differs }) => differs);
  const same = observations.filter(({ differs }) => !differs);
  const shared = { subject: 'Question', columns };
  return (
    <Section id="observations" heading="Drift: observations that differ" tally={different.length} lead={DRIFT}>
      {different.length > 0 ? null : <p class="empty">Every question that was answered more than once was answered the same.</p>}
      <SideBySide {...shared} label="observations that differ" rows={different.map(observationRow)} />
      <SideBySide
        {...shared}
        label="observations that agree"
        rows={same.map(observationRow)}
        fold={`${count(same.length, 'answer')} without a difference`}
      />
    </Section>
  );
}

function observationRow({ id, question, endpoints, answers }: ComparedObservation): ComponentChildren[] {
  const numbers = endpoints.filter((endpoint) => endpoint !== null);
  const more = numbers.length === 0 ? '' : ` · ${endpointNumbers(numbers)}`;
  const cell = (given: readonly unknown[]) => (given.length === 0 ? <span class="where">not asked</span> : given.map(Answer));
  return [<Subject key={id} id={id} text={question} more={more} />, ...answers.map(cell)];
}

function Answer(answer: unknown) {
  const text = typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? 'undefined');
  return (
    <code key={text} class="answer">
      {clip(text, LONGEST_ANSWER)}
    </code>
  );
}

const OTHER_SUITES = 'The files come from suites that do not ask the same here. A difference would say nothing about the targets.';

function NotCompared(props: { comparison: Comparison }) {
  const { columns, notCompared } = props.comparison;
  if (notCompared.length === 0) return null;
  return (
    <Section id="not-compared" heading="Not compared" tally={notCompared.length} lead={OTHER_SUITES}>
      <Table
        label="Table of what was not compared"
        head={['Statement', 'Why not', ...columns.map(({ name }) => name)]}
        words={[1, ...columns.map((_, index) => index + 2)]}
        rows={notCompared.map(({ id, reason, statuses }) => [
          <code key={id}>{id}</code>,
          reason,
          ...statuses.map((status) => (status === null ? 'not in the file' : `${STATUS[status].symbol} ${STATUS[status].word}`)),
        ])}
      />
    </Section>
  );
}
