/** @jsxImportSource preact */
import type { Run } from '../../result/compare/side.ts';
import { duration, verdictSign } from '../words.ts';
import { List, Section, Table } from './parts.tsx';

const HEAD = [
  ...['Run', 'Verdict', 'Broken', 'Robustness', 'Not assessed', 'In part', 'Created', 'Duration'],
  ...['Suite, specification, seed', 'File'],
];

/** Runs with their verdicts and figures, for a history and a comparison. */
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
  return [run.name, verdict, ...figures, duration(durationMs), versions, <code key="file">{file}</code>];
}

/** Results or statements that are left out, each with the reason and what else there is to say. */
export function LeftOut(props: {
  id: string;
  heading: string;
  lead?: string;
  rows: readonly { name: string; reason: string; more: string }[];
}) {
  const { rows, ...section } = props;
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
