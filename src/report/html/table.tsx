/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { Scroll } from './scroll.tsx';

/**
 * A table of figures. The first cell of a row names it. `words` are the columns, from 0, that hold words and not figures. A row has a key of its
 * own where its first cell is no text.
 */
export function Table(props: {
  label: string;
  head: readonly string[];
  words?: readonly number[];
  rows: readonly (readonly ComponentChildren[])[];
}) {
  const { label, head, words = [], rows } = props;
  const tone = (column: number) => (words.includes(column) ? { class: 'word' } : {});
  return (
    <Scroll label={label}>
      <table class="figures">
        <thead>
          <tr>
            {head.map((name, column) => (
              <th key={name} scope="col" {...tone(column)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], row) => (
            <tr key={`${row}`}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                <td key={`${index}`} {...tone(index + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
