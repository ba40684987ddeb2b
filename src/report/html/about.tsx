/** @jsxImportSource preact */
import { clip } from '../../http/text.ts';
import { type ComparedObservation, compareObservations } from '../../result/compare/comparison.ts';
import { knownFault } from '../../result/known-faults.ts';
import { grouped } from '../../result/lists.ts';
import type { ConformanceResult, FieldResult } from '../../result/result.ts';
import { isObject } from '../../specification/json.ts';
import { counted, readableTime } from '../../specification/words.ts';
import { baselineCaveats, baselineName, changesSince, sinceSentence } from '../comparison-words.ts';
import { capitalised, endpointNumbers } from '../words.ts';
import { Value } from './evidence.tsx';
import { Codes, Facts, FirstOf, Fold, Joined, Lines, List, Prose, type SectionProps, Table } from './parts.tsx';
import { FaultList, idOf, searchable } from './rows.tsx';

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
    fold: counted(resources.size, 'resource'),
    children: [...resources].map(([name, own]) => (
      <div>
        <h3>
          {name} <span class="tally">{seenOf(own)}</span>
        </h3>
        <Facts
          class="about"
          facts={STATES.map(([state, words]) => {
            const names = own.flatMap((field) => (field.state === state ? [field.pointer] : []));
            return [words, names.length > 0 && <Codes names={names} />];
          })}
        />
      </div>
    )),
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
/** Up to this length, JSON reads more easily in the line than laid out. */
const LONGEST_INLINE = 80;
/** More members are easier to read as JSON. */
const MOST_MEMBERS = 12;

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
  const at = rows.flatMap(({ endpoints }) =>
    endpoints.map((endpoint) => ({ check: { endpoint, title: id, status: 'passed' as const }, category: null })),
  );
  return (
    <div class="observation" id={idOf('observation', id)} {...searchable('observation', 'observation', [id], at)}>
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

/** An observed answer: in words where it is flat, one value without its name and several with theirs; else as JSON. */
export function Answer({ answer }: { answer: unknown }) {
  const single = inWords(answer);
  if (single !== null) return single;
  const members = isObject(answer) ? Object.entries(answer).map(([name, value]) => [name, inWords(value)] as const) : [];
  const [only, ...others] = members;
  if (only !== undefined && members.length <= MOST_MEMBERS && members.every(([, said]) => said !== null)) {
    if (others.length === 0 && only[0] === 'status') return only[1];
    const parts = members.map(([name, said]) => (
      <span>
        <span class="where">{`${name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: `}</span>
        {said}
      </span>
    ));
    return <Joined parts={parts} by=" · " />;
  }
  const json = JSON.stringify(answer) ?? 'undefined';
  if (json === '{}') return <>none</>;
  return json.length <= LONGEST_INLINE ? <code>{json}</code> : <Value value={answer} limit={LONGEST_ANSWER} />;
}

/** A value or a list of values, as code where the target wrote it as text; null for anything deeper. */
function inWords(value: unknown) {
  const given = [value].flat();
  if (given.some((item) => item === undefined || (typeof item === 'object' && (item !== null || Array.isArray(value))))) return null;
  if (given.length === 0) return <span>none</span>;
  if (value === '') return <span>an empty text</span>;
  const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : given.map(String).join(', ');
  return given.some((item) => typeof item === 'string') ? <code>{clip(text, LONGEST_ANSWER)}</code> : <span>{text}</span>;
}
