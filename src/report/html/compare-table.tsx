/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Column } from '../../result/compare/comparison.ts';
import { Scroll } from './scroll.tsx';

/** One row a statement or question, one cell a result. On a narrow page the cells stack, each with its result's name. */
export function SideBySide(props: { label: string; subject: string; columns: readonly Column[]; children: ComponentChildren }) {
  return (
    <Scroll label={props.label}>
      <table class="side-by-side">
        <thead>
          <tr>
            <th scope="col">{props.subject}</th>
            {props.columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </Scroll>
  );
}

/** A cell under the column's name. */
export function Cell(props: { column: Column | undefined; class?: string; children: ComponentChildren }) {
  return (
    <td class={props.class}>
      <span class="column" aria-hidden="true">
        {props.column?.name}
      </span>
      {props.children}
    </td>
  );
}
