/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { ComparedObservation, Row, SideBySide } from '../../result/compare/comparison.ts';
import type { Outcome, Run } from '../../result/compare/side.ts';
import { LEVELS } from '../../specification/categories.ts';
import { counted } from '../../specification/words.ts';
import { capitalised, duration, endpointNumbers, outcomeSign, STATUS, verdictSign } from '../words.ts';
import { Answer } from './about.tsx';
import { Fold, List, Prose, renderDocument, Section, type SectionProps, Table } from './parts.tsx';

const DRIFT = 'What the targets do where the specification leaves room. None of it is right or wrong; whoever depends on it should know.';

/** A comparison as one HTML file without any script: differences are open, agreement is folded. */
export function renderComparison({ sentence, columns, requirements, observations, notCompared }: SideBySide): string {
  const statements = LEVELS.flatMap((level) => requirements.filter((requirement) => requirement.level === level));
  const different = statements.filter(({ differs, onlyInAssessment }) => differs && !onlyInAssessment);
  const open = statements.filter(({ onlyInAssessment }) => onlyInAssessment);
  const same = statements.filter(({ differs }) => !differs);
  const drifted = observations.filter(({ differs }) => differs);
  const steady = observations.filter(({ differs }) => !differs);
  const names = columns.map(({ name }) => name);
  const shape = { head: ['Statement or question', ...names], words: names.map((_, index) => index + 1) };
  const table = (label: string, rows: ComponentChildren[][]) =>
    rows.length === 0 ? null : (
      <div class="side-by-side">
        <Table label={`Table of ${label}`} {...shape} rows={rows} />
      </div>
    );
  const folded = (label: string, rows: ComponentChildren[][]) =>
    rows.length === 0 ? null : <Fold summary={`${rows.length} ${label}`}>{table(label, rows)}</Fold>;
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
        <Section
          id="requirements"
          heading="Statements that differ"
          tally={`${different.length} of ${statements.length}`}
          lead={different.length > 0 ? null : 'No statement that the files share fails in one and not in the same way in another.'}
        >
          {table('statements that differ', different.map(requirementRow))}
          {folded('assessed in some results only, or in part', open.map(requirementRow))}
          {folded('with the same outcome everywhere', same.map(requirementRow))}
        </Section>
        {observations.length === 0 ? null : (
          <Section
            id="observations"
            heading="Drift: observations that differ"
            tally={new Set(drifted.map(({ id }) => id)).size}
            lead={DRIFT}
          >
            {table('observations that differ', drifted.map(observationRow))}
            {folded('answers without a difference, by endpoint', steady.map(observationRow))}
          </Section>
        )}
        <LeftOut
          id="not-compared"
          heading="Not compared"
          lead="The files come from suites that do not ask the same here. A difference would say nothing about the targets."
          rows={notCompared.map(({ id, reason, statuses }) => {
            const words = statuses.map((status) => (status === null ? 'not in the file' : STATUS[status].word));
            return { name: id, reason, more: words.map((word, index) => `${names[index]}: ${word}`).join('; ') };
          })}
        />
      </main>
    </>,
  );
}

function requirementRow({ id, level, text, source, outcomes }: Row): ComponentChildren[] {
  return [subject(id, text, ` · ${capitalised(level)} · ${source}`), ...outcomes.map(outcomeText)];
}

const subject = (id: string, text: string, more: string) => (
  <>
    <Prose text={text} />
    <span class="where">
      <code>{id}</code>
      {more}
    </span>
  </>
);

function outcomeText(outcome: Outcome) {
  const { checks, failed, found } = outcome;
  const { symbol, word, tone } = outcomeSign(outcome);
  const at = failed.map(({ endpoint }) => endpoint);
  return (
    <span class={tone}>
      <b class="outcome">{`${symbol} ${word}`}</b>
      {failed.length === 0 ? null : (
        <span class="where">{`${failed.length} of ${counted(checks, 'check')}${endpointNumbers(at, ', ')}`}</span>
      )}
      {found}
    </span>
  );
}

function observationRow({ id, question, endpoints, answers }: ComparedObservation): ComponentChildren[] {
  const shown = (answer: unknown) => (
    <span class="answer">
      <Answer answer={answer} />
    </span>
  );
  const cell = (given: readonly unknown[]) => (given.length === 0 ? <span class="where">not asked</span> : given.map(shown));
  return [subject(id, question, endpointNumbers(endpoints, ' ')), ...answers.map(cell)];
}

const HEAD = [
  ...['Run', 'Verdict', 'Broken', 'Robustness', 'Not assessed', 'In part', 'Created', 'Duration'],
  ...['Suite, specification, seed', 'File'],
];

export function RunsTable(props: { label: string; runs: readonly Run[] }) {
  return <Table label={props.label} head={HEAD} words={[1, 8, 9]} rows={props.runs.map(rowOf)} />;
}

function rowOf(run: Run) {
  const { counts, leftBehind, durationMs, suiteVersion, specificationVersion, seed, file } = run;
  const limits = [
    run.partial && 'part of a run: it was filtered',
    run.interrupted && 'it ended early',
    run.embedded && 'embedded reference service',
  ].filter(Boolean);
  const verdict = [`${verdictSign(run).symbol} ${run.sentence}`, ...limits].join(' · ');
  const figures = [counts?.broken, counts?.robustness, counts?.notAssessed, counts?.inPart, leftBehind].map((value) => value ?? '–');
  const versions = `${suiteVersion}, ${specificationVersion}, ${seed}`;
  return [run.name, verdict, ...figures, duration(durationMs), versions, <code>{file}</code>];
}

export function LeftOut({ rows, ...section }: SectionProps & { rows: readonly Readonly<Record<'name' | 'reason' | 'more', string>>[] }) {
  if (rows.length === 0) return null;
  return (
    <Section {...section} tally={rows.length}>
      <List
        rows={rows.map(({ name, reason, more }) => (
          <>
            <code>{name}</code>
            {`: ${reason}. `}
            <span class="where">{more}</span>
          </>
        ))}
      />
    </Section>
  );
}
