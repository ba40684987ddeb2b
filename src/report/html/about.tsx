/** @jsxImportSource preact */
import { clip } from '../../http/text.ts';
import { knownFault } from '../../result/known-faults.ts';
import { grouped } from '../../result/lists.ts';
import type { ConformanceResult, FieldResult } from '../../result/result.ts';
import { counted, readableTime } from '../../specification/words.ts';
import { baselineCaveats, baselineName, changesSince, sinceSentence } from '../comparison-words.ts';
import { Codes, Facts, FirstOf, Fold, Lines, List, Prose, type SectionProps, Table } from './parts.tsx';
import { FaultList } from './statements.tsx';

export function notCovered({ notCovered: entries }: ConformanceResult): SectionProps | null {
  if (entries.length === 0) return null;
  const rows = entries.map(({ id, text, source, reason }) => [
    <code key={id}>{id}</code>,
    <Prose key={id} text={`${text} (${source})`} />,
    reason,
  ]);
  return {
    id: 'not-covered',
    heading: 'Not covered by any check',
    tally: entries.length,
    children: (
      <Fold summary="Sentences of the specification that cannot be checked from outside, and why">
        <Table label="Table of what is not covered" head={['Id', 'Sentence', 'Why']} words={[1, 2]} rows={rows} />
      </Fold>
    ),
  };
}

export function settings({ settings: entries }: ConformanceResult): SectionProps | null {
  if (entries.length === 0) return null;
  const rows = entries.map(({ name, value, source }) => [
    <code key={name}>{name}</code>,
    value === '' ? <span class="where">not set</span> : <code>{value}</code>,
    source,
  ]);
  return {
    id: 'settings',
    heading: 'Settings',
    children: (
      <Fold summary={`${entries.length} settings as used, secrets removed`}>
        <Table label="Table of settings" head={['Variable', 'Value', 'From']} words={[1, 2]} rows={rows} />
      </Fold>
    ),
  };
}

const STATES: readonly (readonly [state: FieldResult['state'], name: string])[] = [
  ['never-seen', 'Never seen'],
  ['only-null', 'Only ever null'],
  ['not-assessed', 'Not assessed'],
  ['seen', 'Seen with a value'],
];

/** Documented fields by resource, and what the run's answers held of them. Results of format 1.0 do not have them. */
export function documentedFields({ fields = [] }: ConformanceResult): SectionProps | null {
  if (fields.length === 0) return null;
  const resources = grouped(fields, ({ resource }) => resource);
  const seenOf = (some: readonly FieldResult[]) =>
    `${some.filter(({ state }) => state === 'seen' || state === 'only-null').length} of ${some.length} seen`;
  return {
    id: 'fields',
    heading: 'Documented fields',
    tally: seenOf(fields),
    lead: 'Only ever null: seen, though nothing is known of its values. Never seen: in no answer of this run, which may be right.',
    children: (
      <Fold summary={counted(resources.size, 'resource')}>
        {[...resources].map(([name, own]) => (
          <div key={name}>
            <h3>
              {name} <span class="tally">{seenOf(own)}</span>
            </h3>
            <Facts
              class="about"
              facts={STATES.map(([state, words]) => {
                const names = own.flatMap((field) => (field.state === state ? [field.pointer] : []));
                return [words, names.length === 0 ? null : <Codes key={state} names={names} />];
              })}
            />
          </div>
        ))}
      </Fold>
    ),
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
      <Fold key={hint} summary={<Prose text={hint} />}>
        <FaultList faults={faults.map((name) => knownFault(name) ?? { description: name, endpoints: [] })} />
      </Fold>
    )),
  };
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
            <div key={heading}>
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
