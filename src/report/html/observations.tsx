/** @jsxImportSource preact */

import { clip } from '../../http/text.ts';
import { type ComparedObservation, compareObservations } from '../../result/compare/comparison.ts';
import { grouped } from '../../result/lists.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { Value } from './evidence.tsx';
import { Joined, Prose, type SectionProps } from './parts.tsx';
import { idOf } from './rows.ts';
import { endpointNumbers } from './words.ts';

const LONGEST_ANSWER = 1500;

/** Up to this length, JSON reads more easily in the line than laid out. */
const LONGEST_INLINE = 80;

/** What the implementation does where the specification is silent: each question once, with agreeing endpoints together. */
export function observations(result: ConformanceResult): SectionProps | null {
  const rows = compareObservations([result]);
  if (rows.length === 0) return null;
  const topics = grouped([...grouped(rows, ({ id }) => id)], ([id]) => topicOf(id));
  return {
    id: 'observations',
    heading: 'Observations',
    tally: result.observations.length,
    filtered: 'by rows',
    lead: 'Where the specification leaves room, this is what the implementation does. None of it is right or wrong.',
    children: [...topics].map(([topic, questions]) => (
      <section key={topic} data-group>
        <h3>{topic}</h3>
        {questions.map(([id, own]) => (
          <Answered key={id} id={id} rows={own} />
        ))}
      </section>
    )),
  };
}

function Answered(props: { id: string; rows: readonly ComparedObservation[] }) {
  const { id, rows } = props;
  const endpoints = rows.flatMap((row) => row.endpoints);
  return (
    <div
      class="observation"
      data-row
      id={idOf('observation', id)}
      data-s="observation"
      data-ep={endpoints.map((endpoint) => endpoint ?? 'none').join(' ')}
      data-cat="none"
      data-level="observation"
      data-req={id}
    >
      <p>
        <Prose text={rows[0]?.question ?? id} />
      </p>
      <ul class="answers">
        {rows.map((row, index) => (
          <li key={`${index}`}>
            <Joined parts={(row.answers[0] ?? []).map((answer) => <Answer key={answer} answer={answer} />)} />
            <span class="where">{places(row.endpoints)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** An observed answer: in words where it is flat, else as JSON. */
export function Answer(props: { answer: unknown }) {
  const { answer } = props;
  const said = inWords(answer);
  if (said !== null) return <AnswerInWords said={said} />;
  const json = JSON.stringify(answer) ?? 'undefined';
  return json.length <= LONGEST_INLINE ? <code>{json}</code> : <Value value={answer} limit={LONGEST_ANSWER} />;
}

/** One value without its name, several with theirs. */
function AnswerInWords(props: { said: readonly Said[] }) {
  const [only, ...others] = props.said;
  if (only === undefined) return <>none</>;
  if (others.length === 0 && (only.name === null || only.name === 'status')) return <Text said={only} />;
  const parts = props.said.map((member) => (
    <span key={member.name}>
      {member.name === null ? null : <span class="where">{`${member.name}: `}</span>}
      <Text said={member} />
    </span>
  ));
  return <Joined parts={parts} by=" · " />;
}

function Text({ said: { text, ofTarget } }: { said: Said }) {
  return ofTarget ? <code>{clip(text, LONGEST_ANSWER)}</code> : <span>{text}</span>;
}

/** *endpoints 1–4, 7*, after a blank; nothing where no endpoint is meant. */
export function places(endpoints: readonly (number | null)[]): string {
  const numbers = endpoints.filter((endpoint) => endpoint !== null);
  return numbers.length === 0 ? '' : ` ${endpointNumbers(numbers)}`;
}

/** `email-template.copy-status` → `Email template`. */
function topicOf(id: string): string {
  const words = (id.split('.')[0] ?? id).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One member of an answer to a question, for people. */
interface Said {
  /** Null where the answer is a single value. */
  readonly name: string | null;
  readonly text: string;
  /** A text as the target wrote it, rather than a word of ours. */
  readonly ofTarget: boolean;
}

/** More members are easier to read as JSON. */
const MOST_MEMBERS = 12;

/** An observed answer in words: a value, a list of values, or a flat object. Null for anything deeper. */
function inWords(answer: unknown): Said[] | null {
  const single = valueInWords(answer);
  if (single !== null) return [{ name: null, ...single }];
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const entries = Object.entries(answer);
  const said = entries.flatMap(([name, value]) => {
    const words = valueInWords(value);
    return words === null ? [] : [{ name: nameInWords(name), ...words }];
  });
  return said.length === entries.length && said.length <= MOST_MEMBERS ? said : null;
}

function valueInWords(value: unknown): Omit<Said, 'name'> | null {
  switch (typeof value) {
    case 'string':
      return value === '' ? { text: 'an empty text', ofTarget: false } : { text: value, ofTarget: true };
    case 'number':
      return { text: `${value}`, ofTarget: false };
    case 'boolean':
      return { text: value ? 'yes' : 'no', ofTarget: false };
    default:
      return value === null ? { text: 'null', ofTarget: false } : listInWords(value);
  }
}

function listInWords(value: unknown): Omit<Said, 'name'> | null {
  if (!Array.isArray(value) || value.some((item) => typeof item === 'object')) return null;
  return value.length === 0
    ? { text: 'none', ofTarget: false }
    : { text: value.join(', '), ofTarget: value.some((item) => typeof item === 'string') };
}

/** `mediaType` → `media type`. */
function nameInWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
