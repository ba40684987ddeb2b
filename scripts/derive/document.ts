import { marked, type Token, type Tokens } from 'marked';
import type { Problems } from './problems.ts';

export interface Row {
  /** From 1. */
  readonly number: number;
  /** The Markdown of each cell. */
  readonly cells: readonly string[];
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** The content under one heading of level 2 or 3, up to the next one. */
export interface Section {
  /** The heading of level 2 that it stands under. */
  readonly chapter: string;
  /** The heading of level 3; `null` for what follows the chapter's own heading. */
  readonly title: string | null;
  /** Its title, or its chapter's; used in messages. */
  readonly heading: string;
  readonly tables: readonly Table[];
  /** Opens with the word **Closed.** */
  readonly closed: boolean;
}

/** Splits a Markdown document into its sections. Rows that have too many or too few cells are problems. */
export function readDocument(markdown: string, problems: Problems): Section[] {
  const sections: (Section & { tables: Table[]; closed: boolean })[] = [];
  let chapter = '';
  for (const token of marked.lexer(markdown)) {
    const section = sections.at(-1);
    if (isHeading(token) && token.depth === 2) {
      chapter = token.text;
      sections.push({ chapter, title: null, heading: chapter, tables: [], closed: false });
    } else if (isHeading(token) && token.depth === 3) {
      sections.push({ chapter, title: token.text, heading: token.text, tables: [], closed: false });
    } else if (section && isTable(token)) {
      section.tables.push(toTable(token, section.heading, problems));
    } else if (section && token.type === 'paragraph' && token.raw.startsWith('**Closed.**')) {
      section.closed = true;
    }
  }
  return sections;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function toTable(token: Tokens.Table, heading: string, problems: Problems): Table {
  const columns = token.header.map((cell) => cell.text);
  const rows = token.rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell.text) }));
  // The Markdown parser drops surplus cells and fills in missing ones, as its rules demand. A text could be lost in silence.
  const lines = token.raw.trimEnd().split('\n').slice(2);
  for (const [index, line] of lines.entries()) {
    const bars = line.replaceAll('\\|', '').split('|').length - 1;
    const row = rows[index];
    if (row && bars !== columns.length + 1) {
      problems.add(
        { heading, row },
        `the row has ${bars - 1} cells, its table ${columns.length} columns; a vertical bar inside a cell is written \\|`,
      );
    }
  }
  return { columns, rows };
}

/** The text of a cell, with or without marks of code: `` `id` `` and `id` are one. */
export function plain(cell: string): string {
  return /^`([^`]*)`$/.exec(cell)?.[1] ?? cell;
}

/** What follows a chapter's own heading. */
export function untitled(sections: readonly Section[], chapter: string): Section[] {
  return sections.filter((section) => section.chapter === chapter && section.title === null);
}
