/** @jsxImportSource preact */
import { clip } from '../../http/text.ts';
import { type ComparedObservation, compareObservations } from '../../result/compare/comparison.ts';
import { type KnownFault, knownFault } from '../../result/known-faults.ts';
import { grouped } from '../../result/lists.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { endpoint } from '../../specification/endpoints.ts';
import { counted, readableTime } from '../../specification/words.ts';
import { baselineCaveats, baselineName, changesSince, sinceSentence } from '../comparison-words.ts';
import { capitalised, endpointNumbers } from '../words.ts';
import { FirstOf, Fold, Joined, Lines, List, Prose, type SectionProps, Table } from './parts.tsx';
import { idOf, searchable } from './rows.tsx';

export function notCovered({ notCovered: entries }: ConformanceResult): SectionProps | null {
  if (entries.length === 0) return null;
  const rows = entries.map(({ id, text, source, reason }) => [<code>{id}</code>, <Prose text={`${text} (${source})`} />, reason]);
  return {
    id: 'not-covered',
    heading: 'Not covered by any check',
    tally: entries.length,
    fold: 'Sentences of the specification that cannot be checked from outside, and why',
    children: <Table label="Table of what is not covered" head={['Id', 'Sentence', 'Why']} words={[1, 2]} rows={rows} />,
  };
}

export function settings({ settings: entries }: ConformanceResult): SectionProps | null {
  if (entries.length === 0) return null;
  const rows = entries.map(({ name, value, source }) => [
    <code>{name}</code>,
    value === '' ? <span class="where">not set</span> : <code>{value}</code>,
    source,
  ]);
  return {
    id: 'settings',
    heading: 'Settings',
    fold: `${entries.length} settings as used, secrets removed`,
    children: <Table label="Table of settings" head={['Variable', 'Value', 'From']} words={[1, 2]} rows={rows} />,
  };
}

/** How many possible faults a run with these settings would notice, and which settings hide the rest. */
export function sensitivity({ sensitivity: measured }: ConformanceResult): SectionProps | null {
  if (measured === undefined) return null;
  const { sentence, noticed, assessed, measuredAt, unseen } = measured;
  const missed = assessed - noticed - unseen.reduce((sum, { faults }) => sum + faults.length, 0);
  const laid = `With these settings, ${sentence}: small bugs that were laid in front of the target, one after another, on ${readableTime(measuredAt)}.`;
  return {
    id: 'sensitivity',
    heading: 'Sensitivity',
    tally: `${noticed} of ${assessed}`,
    lead: `${laid}${missed > 0 ? ` ${counted(missed, 'fault')} showed in an answer and went unnoticed: sensitivity.md names them.` : ''}`,
    children: unseen.map(({ hint, faults }) => (
      <Fold summary={<Prose text={hint} />}>
        <FaultList faults={faults.map((name) => knownFault(name) ?? { description: name, endpoints: [] })} />
      </Fold>
    )),
  };
}

function FaultList(props: { faults: readonly Pick<KnownFault, 'description' | 'endpoints'>[] }) {
  const kinds = [...grouped(props.faults, ({ description }) => description)].map(
    ([description, faults]) => [description, faults.flatMap(({ endpoints }) => endpoints.map((name) => endpoint(name).number))] as const,
  );
  return (
    <ul class="faults">
      {kinds.map(([description, endpoints]) => (
        <li>
          <Prose text={description} />
          {endpoints.length === 0 ? null : <span class="where">{` · ${endpointNumbers(endpoints)}`}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Of each list. More stand in a fold. */
const MOST = 12;
const LONGEST_TEXT = 600;

/** What changed since the earlier result that the run was given. What is new is marked among the findings. */
export function since(result: ConformanceResult): SectionProps | null {
  const { baseline } = result;
  if (baseline === undefined) return null;
  return {
    id: 'since',
    heading: 'Since the baseline',
    lead: (
      <>
        <strong>{sinceSentence(result)}</strong>
        {` (${baselineName(baseline)}: ${baseline.sentence})`}
      </>
    ),
    children: (
      <>
        <Lines class="where" lines={baselineCaveats(result)} />
        {Object.entries(changesSince(result)).map(([heading, changes]) =>
          changes.length === 0 || heading === 'New' ? null : (
            <div>
              <h3>{heading}</h3>
              <FirstOf all={changes} most={MOST}>
                {(some) => (
                  <List
                    rows={some.map(({ id, text }) => (
                      <>
                        <code>{id}</code> <Prose text={clip(text, LONGEST_TEXT)} />
                      </>
                    ))}
                  />
                )}
              </FirstOf>
            </div>
          ),
        )}
      </>
    ),
  };
}

const LONGEST_ANSWER = 1500;

/** What the implementation does where the specification is silent: each question once, with agreeing endpoints together. */
export function observations(result: ConformanceResult): SectionProps | null {
  const rows = compareObservations([result]);
  if (rows.length === 0) return null;
  const topics = grouped([...grouped(rows, ({ id }) => id)], ([id]) => capitalised(id.split('.')[0] ?? id));
  return {
    id: 'observations',
    heading: 'Observations',
    tally: result.observations.length,
    lead: 'Where the specification leaves room, this is what the implementation does. None of it is right or wrong.',
    children: [...topics].map(([topic, questions]) => (
      <section data-group>
        <h3>{topic}</h3>
        {questions.map(([id, own]) => (
          <Answered id={id} rows={own} />
        ))}
      </section>
    )),
  };
}

function Answered({ id, rows }: { id: string; rows: readonly ComparedObservation[] }) {
  const at = rows.flatMap(({ endpoints }) => endpoints);
  return (
    <div class="observation" id={idOf('observation', id)} {...searchable('observation', at)}>
      <p>
        <Prose text={rows[0]?.question ?? id} />
      </p>
      <List
        rows={rows.map(({ answers, endpoints }) => (
          <>
            <Joined parts={(answers[0] ?? []).map((answer) => <Answer answer={answer} />)} />
            <span class="where">{endpointNumbers(endpoints, ' ')}</span>
          </>
        ))}
      />
    </div>
  );
}

export const Answer = ({ answer }: { answer: unknown }) => <code>{clip(JSON.stringify(answer) ?? 'undefined', LONGEST_ANSWER)}</code>;
