import { marked, type Tokens } from 'marked';

/** Takes what was found, what was expected and what to do, in one line. Everything is collected, so that the author sees it at once. */
export type Report = (message: string) => void;

/** The same, with the place. */
export type ReportAt = (place: string, message: string) => void;

export interface Entry<Column extends string> {
  /** Names the row. */
  readonly report: Report;
  /** The cells as Markdown, by their columns. */
  readonly cell: Readonly<Record<Column, string>>;
  /** The cells without the marks of code: `` `id` `` and `id` are one. */
  readonly plain: Readonly<Record<Column, string>>;
}

/** The content under one heading of level 2 or 3, up to the next one. */
export interface Section {
  /** The heading of level 2 that it stands under. */
  readonly chapter: string;
  /** The heading of level 3; `null` for what follows the chapter's own heading. */
  readonly title: string | null;
  /** Its title, or its chapter's; used in messages. */
  readonly heading: string;
  readonly tables: readonly Tokens.Table[];
  /** Opens with the word **Closed.** */
  readonly closed: boolean;
  /** Names its heading, and a row of its table: its number, from 1, and its first cell. */
  readonly report: (message: string, row?: readonly [number: number, first: string]) => void;
}

export function readDocument(markdown: string, report: ReportAt): Section[] {
  const sections: (Section & { tables: Tokens.Table[]; closed: boolean })[] = [];
  let chapter = '';
  for (const token of marked.lexer(markdown)) {
    const section = sections.at(-1);
    if (token.type === 'heading' && (token.depth === 2 || token.depth === 3)) {
      const heading = token.text;
      if (token.depth === 2) chapter = heading;
      const own: Section['report'] = (message, row) =>
        report(`"${heading}"${row ? `, row ${row[0]} (${row[1] || 'empty'})` : ''}`, message);
      sections.push({ chapter, title: token.depth === 2 ? null : heading, heading, tables: [], closed: false, report: own });
    } else if (section && token.type === 'table') section.tables.push(token as Tokens.Table);
    else if (section && token.type === 'paragraph' && token.raw.startsWith('**Closed.**')) section.closed = true;
  }
  return sections;
}

/** The rows of the table that follows a chapter's own heading. */
export function rowsUnder<const Columns extends readonly string[]>(sections: readonly Section[], chapter: string, columns: Columns) {
  return sections
    .filter((section) => section.chapter === chapter && section.title === null)
    .flatMap((section) => entries(section, columns));
}

/** The rows of a section's only table. Another number of tables, other columns and cells that are empty, surplus or missing are problems. */
export function entries<const Columns extends readonly string[]>({ tables, report }: Section, columns: Columns): Entry<Columns[number]>[] {
  const [table, ...more] = tables;
  const found = table?.header.map(({ text }) => text) ?? [];
  if (!table || more.length > 0) report(`one table with the columns ${columns.join(', ')} was expected, ${tables.length} were found`);
  else if (found.join() !== columns.join()) report(`the columns are ${found.join(', ')}; they must be ${columns.join(', ')}`);
  else return rowsOf(table, columns, report);
  return [];
}

function rowsOf<Column extends string>(table: Tokens.Table, columns: readonly Column[], reportOf: Section['report']): Entry<Column>[] {
  const lines = table.raw.trimEnd().split('\n').slice(2);
  return table.rows.map((row, index) => {
    const cells = row.map(({ text }) => text);
    const report: Report = (message) => reportOf(message, [index + 1, cells[0] ?? '']);
    // The Markdown parser drops surplus cells and fills in missing ones, as its rules demand. A text could be lost in silence.
    const count = (lines[index] ?? '').replaceAll('\\|', '').split('|').length - 2;
    if (count !== columns.length)
      report(`the row has ${count} cells, its table ${columns.length} columns; a vertical bar inside a cell is written \\|`);
    else for (const [at, text] of cells.entries()) if (text === '') report(`the column ${columns[at]} is empty`);
    const named = (read: (cell: string) => string) =>
      Object.fromEntries(columns.map((column, at) => [column, read(cells[at] ?? '')])) as Record<Column, string>;
    return { report, cell: named((cell) => cell), plain: named((cell) => /^`([^`]*)`$/.exec(cell)?.[1] ?? cell) };
  });
}
