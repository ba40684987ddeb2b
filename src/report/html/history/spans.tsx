/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Run } from '../../../result/history/history.ts';
import { Axis, Bar, type Shape } from './bar.tsx';

interface SpansProps {
  readonly subject: string;
  readonly runs: readonly Run[];
  readonly children: ComponentChildren;
}

/** A table of bars over the same runs: what, when in words, and the bar. */
export function Spans(props: SpansProps) {
  return (
    <table class="spans">
      <thead>
        <tr>
          <th scope="col">{props.subject}</th>
          <th scope="col">When</th>
          <th scope="col" class="course">
            <span class="unseen">Over the runs</span>
            <Axis runs={props.runs} />
          </th>
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  );
}

/** One row. `tone` is a class that sets the colour. */
export function Span(props: {
  tone: string;
  runs: readonly Run[];
  shapes: readonly Shape[];
  when: string;
  details: readonly string[];
  children: ComponentChildren;
}) {
  return (
    <tr class={props.tone}>
      <th scope="row">{props.children}</th>
      <td class="when">
        <b>
          <WholeDates text={props.when} />
        </b>
        {props.details.length === 0 ? null : (
          <span class="where">
            <WholeDates text={props.details.join(' · ')} />
          </span>
        )}
      </td>
      <td class="course">
        <Bar shapes={props.shapes} tone={props.tone} runs={props.runs} />
      </td>
    </tr>
  );
}

/** A text whose dates never break at their hyphens. */
function WholeDates(props: { text: string }) {
  const parts = props.text.split(/(\d{4}-\d{2}-\d{2})/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={`${index}`} class="date">
            {part}
          </span>
        ),
      )}
    </>
  );
}
