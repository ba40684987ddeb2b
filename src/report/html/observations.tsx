/** @jsxImportSource preact */

import { clip } from '../../http/clip.ts';
import type { ObservationResult } from '../../result/result.ts';
import { Value } from './evidence.tsx';
import { inWords, type Said } from './in-words.ts';
import { Prose } from './prose.tsx';
import { endpointNumbers } from './words.ts';

const LONGEST_ANSWER = 1500;

/** Up to this length, JSON reads more easily in the line than laid out. */
const LONGEST_INLINE = 80;

interface Question {
  readonly id: string;
  readonly question: string;
  /** JSON of an answer → where it was given. */
  readonly answers: Map<string, { readonly answer: unknown; readonly endpoints: (number | null)[] }>;
}

/** What the implementation does where the specification is silent: each question once, with agreeing endpoints together. */
export function Observations(props: { observations: readonly ObservationResult[] }) {
  if (props.observations.length === 0) return null;
  return (
    <section id="observations" data-group aria-labelledby="observations-heading">
      <h2 id="observations-heading">
        Observations <span class="tally">{props.observations.length}</span>
      </h2>
      <p class="lead">Where the specification leaves room, this is what the implementation does. None of it is right or wrong.</p>
      {byTopic(props.observations).map(([topic, questions]) => (
        <section class="topic" key={topic} data-group>
          <h3>{topic}</h3>
          {questions.map((question) => (
            <Answered key={question.id} question={question} />
          ))}
        </section>
      ))}
    </section>
  );
}

function Answered(props: { question: Question }) {
  const { id, question, answers } = props.question;
  const endpoints = [...answers.values()].flatMap((group) => group.endpoints);
  return (
    <div
      class="observation"
      data-row
      id={`observation-${id.replace(/[^A-Za-z0-9._-]/g, '-')}`}
      data-s="observation"
      data-ep={endpoints.map((endpoint) => endpoint ?? 'none').join(' ')}
      data-cat="none"
      data-level="observation"
      data-req={id}
    >
      <p class="question">
        <Prose text={question} />
      </p>
      <ul class="answers">
        {[...answers].map(([key, group]) => (
          <li key={key}>
            <Answer answer={group.answer} />
            <span class="where">{places(group.endpoints)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Answer(props: { answer: unknown }) {
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
  return (
    <>
      {props.said.map((member, index) => (
        <span key={member.name}>
          {index === 0 ? null : ' · '}
          {member.name === null ? null : <span class="where">{`${member.name}: `}</span>}
          <Text said={member} />
        </span>
      ))}
    </>
  );
}

function Text({ said: { text, ofTarget } }: { said: Said }) {
  return ofTarget ? <code>{clip(text, LONGEST_ANSWER)}</code> : <span>{text}</span>;
}

function places(endpoints: readonly (number | null)[]): string {
  const numbers = endpoints.filter((endpoint) => endpoint !== null);
  return numbers.length === 0 ? '' : ` ${endpointNumbers(numbers)}`;
}

function byTopic(observations: readonly ObservationResult[]): [string, Question[]][] {
  const topics = new Map<string, Map<string, Question>>();
  for (const { id, endpoint, question, answer } of observations) {
    const topic = topicOf(id);
    const questions = topics.get(topic) ?? new Map<string, Question>();
    topics.set(topic, questions);
    const entry = questions.get(id) ?? { id, question, answers: new Map() };
    questions.set(id, entry);
    const key = JSON.stringify(answer) ?? 'undefined';
    const group = entry.answers.get(key) ?? { answer, endpoints: [] };
    entry.answers.set(key, group);
    group.endpoints.push(endpoint);
  }
  return [...topics].map(([topic, questions]) => [topic, [...questions.values()]]);
}

/** `email-template.copy-status` → `Email template`. */
function topicOf(id: string): string {
  const words = (id.split('.')[0] ?? id).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
