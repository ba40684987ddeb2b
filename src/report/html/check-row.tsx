/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { ConformanceResult } from '../../result/result.ts';
import { Mark, Prose } from './parts.tsx';
import { type Row, rowAttributes } from './rows.ts';
import { placeOf, signOf } from './words.ts';

/** One check in a list: what became of it, its statement where it is not said above, its title and its endpoint. */
export function CheckRow(props: {
  row: Row;
  endpoints: ConformanceResult['endpoints'];
  named?: boolean;
  /** What else stands in its line. */
  more?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { row, endpoints, named, more, children } = props;
  const { check, requirement } = row;
  return (
    <li data-row {...rowAttributes(row)}>
      <Mark {...signOf(check.status, requirement.level)} /> {named ? <code>{requirement.id}</code> : null} <Prose text={check.title} />
      <span class="where">
        {` · ${placeOf(endpoints, check)}`}
        {more}
      </span>
      {children}
    </li>
  );
}
