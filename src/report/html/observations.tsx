/** @jsxImportSource preact */
import { clip } from '../../http/text.ts';
import { type ComparedObservation, compareObservations } from '../../result/compare/comparison.ts';
import { grouped } from '../../result/lists.ts';
import type { ConformanceResult } from '../../result/result.ts';
import { isObject } from '../../specification/json.ts';
import { capitalised, endpointNumbers } from '../words.ts';
import { Value } from './evidence.tsx';
import { Joined, List, Prose, type SectionProps } from './parts.tsx';
import { idOf, searchable } from './rows.tsx';

const LONGEST_ANSWER = 1500;
/** Up to this length, JSON reads more easily in the line than laid out. */
const LONGEST_INLINE = 80;
/** More members are easier to read as JSON. */
const MOST_MEMBERS = 12;

/** What the implementation does where the specification is silent: each question once, with agreeing endpoints together. */
export function observations(result: ConformanceResult): SectionProps | null {
  const rows = compareObservations([result]);
  if (rows.length === 0) return null;
  const topics = grouped([...grouped(rows, ({ id }) => id)], ([id]) => topicOf(id));
  return {
    id: 'observations',
    heading: 'Observations',
    tally: result.observations.length,
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
            <Joined parts={(answers[0] ?? []).map((answer) => <Answer key={answer} answer={answer} />)} />
            <span class="where">{places(endpoints)}</span>
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
      <span key={name}>
        <span class="where">{`${nameInWords(name)}: `}</span>
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

const nameInWords = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** *endpoints 1–4, 7*, after a blank; nothing where no endpoint is meant. */
export function places(endpoints: readonly (number | null)[]): string {
  const numbers = endpoints.filter((endpoint) => endpoint !== null);
  return numbers.length === 0 ? '' : ` ${endpointNumbers(numbers)}`;
}

/** `email-template.copy-status` → `Email template`. */
const topicOf = (id: string): string => capitalised(id.split('.')[0] ?? id);
