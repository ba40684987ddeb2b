import { plain, type Row, type Section } from './document.ts';
import type { Place, Problems } from './problems.ts';

/** A row of a table whose columns are known, by the columns' names. */
export interface Entry<Column extends string> {
  readonly place: Place & { readonly row: Row };
  /** The cells as Markdown. */
  readonly cell: Readonly<Record<Column, string>>;
  /** The cells without the marks of code. */
  readonly plain: Readonly<Record<Column, string>>;
}

/** The rows of a section's only table. A section without a table, with several, or with other columns is a problem and has no rows. */
export function entries<const Columns extends readonly string[]>(
  section: Section,
  columns: Columns,
  problems: Problems,
): Entry<Columns[number]>[] {
  const { heading } = section;
  const [table, ...more] = section.tables;
  if (!table || more.length > 0) {
    problems.add({ heading }, `one table with the columns ${columns.join(', ')} was expected, ${section.tables.length} were found`);
    return [];
  }
  const missing = columns.filter((column) => !table.columns.includes(column));
  if (missing.length > 0) {
    problems.add(
      { heading },
      `the column ${missing.join(', ')} is missing: the columns are ${table.columns.join(', ')}, they must be ${columns.join(', ')}`,
    );
    return [];
  }
  if (table.columns.length !== columns.length) {
    problems.add({ heading }, `there are columns too many: ${table.columns.join(', ')}; they must be ${columns.join(', ')}`);
    return [];
  }
  return table.rows.map((row) => {
    const named = (text: (cell: string) => string) =>
      Object.fromEntries(columns.map((column) => [column, text(row.cells[table.columns.indexOf(column)] ?? '')]));
    return {
      place: { heading, row },
      cell: named((cell) => cell) as Record<Columns[number], string>,
      plain: named(plain) as Record<Columns[number], string>,
    };
  });
}
