/** @jsxImportSource preact */

import { clip } from '../../http/clip.ts';
import type { Column, ComparedObservation } from '../../result/compare/comparison.ts';
import { Cell, SideBySide } from './compare-table.tsx';
import { Prose } from './prose.tsx';
import { count, endpointNumbers } from './words.ts';

const LONGEST_ANSWER = 600;

/** Questions by result: different answers open, equal ones folded. */
export function ComparedObservations(props: { columns: readonly Column[]; observations: readonly ComparedObservation[] }) {
  const { columns, observations } = props;
  if (observations.length === 0) return null;
  const different = observations.filter(({ differs }) => differs);
  const same = observations.filter(({ differs }) => !differs);
  return (
    <section id="observations" aria-labelledby="observations-heading">
      <h2 id="observations-heading">
        Drift: observations that differ <span class="tally">{different.length}</span>
      </h2>
      <p class="lead">
        What the targets do where the specification leaves room. None of it is right or wrong; whoever depends on it should know.
      </p>
      {different.length === 0 ? (
        <p class="empty">Every question that was answered more than once was answered the same.</p>
      ) : (
        <Table label="Table of observations that differ" columns={columns} observations={different} />
      )}
      {same.length === 0 ? null : (
        <details class="fold">
          <summary>{`${count(same.length, 'answer')} without a difference`}</summary>
          <Table label="Table of observations that agree" columns={columns} observations={same} />
        </details>
      )}
    </section>
  );
}

function Table(props: { label: string; columns: readonly Column[]; observations: readonly ComparedObservation[] }) {
  const { label, columns, observations } = props;
  return (
    <SideBySide label={label} subject="Question" columns={columns}>
      {observations.map(({ id, question, endpoints, answers }) => (
        <tr key={`${id} ${endpoints.join(' ')}`}>
          <th scope="row">
            <span class="text">
              <Prose text={question} />
            </span>
            <span class="where">
              <code>{id}</code>
              {places(endpoints)}
            </span>
          </th>
          {answers.map((given, index) => (
            <Cell key={columns[index]?.name} column={columns[index]}>
              {given.length === 0 ? <span class="where">not asked</span> : given.map((answer) => <Answer key={answer} answer={answer} />)}
            </Cell>
          ))}
        </tr>
      ))}
    </SideBySide>
  );
}

function Answer(props: { answer: unknown }) {
  const { answer } = props;
  return <code class="answer">{clip(typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? 'undefined'), LONGEST_ANSWER)}</code>;
}

function places(endpoints: readonly (number | null)[]): string {
  const numbers = endpoints.filter((endpoint) => endpoint !== null);
  return numbers.length === 0 ? '' : ` · ${endpointNumbers(numbers)}`;
}
