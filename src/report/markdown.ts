import { clip, visible, visibleLine } from '../http/text.ts';
import { firstOf } from '../result/lists.ts';

const LONGEST_VALUE = 1200;

/** What acts inside a line of GitHub's Markdown, and whole spans of code, in which nothing does. */
const ACTING = /(?<!`)`[^`]+`(?!`)|[\\`*[\]<>|~$@]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|#(?=\s|\d|$)|:(?=\/\/)|(?<=\bwww)\./gi;
/** What makes a line more than text where it begins it: a list, a heading, a rule. */
const BEGINNING = /^(?:[-+=#]|(\d+)(?=[.)]))/;

/** Prose in one line in which no character has a meaning in Markdown or HTML, but spans of code stay. Readable where nobody renders it, too. */
export function prose(text: string, longest = LONGEST_VALUE): string {
  return visibleLine(clip(text, longest))
    .trim()
    .replace(ACTING, (match) => (match.length > 1 ? match : `\\${match}`))
    .replace(BEGINNING, (start, number) => (number === undefined ? `\\${start}` : `${number}\\`));
}

/** A value as code in one line: nothing in it acts, and nothing in it has to be escaped. */
export function code(text: string, longest = LONGEST_VALUE): string {
  const shown = visibleLine(clip(text, longest));
  if (shown.trim() === '') return `\`${JSON.stringify(shown)}\``;
  const fence = '`'.repeat(longestRun(shown) + 1);
  const padding = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${padding}${shown}${padding}${fence}`;
}

export function codeBlock(text: string, language: string, lines: number): string {
  const all = visible(text).split('\n');
  const shown = all.length <= lines ? all : [...all.slice(0, lines - 1), `… (${all.length - lines + 1} more lines)`];
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, ...shown, fence].join('\n');
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** The items of a list. The report has those beyond `most`. */
export function items(lines: readonly string[], most: number): string {
  return firstOf(lines, most, (rest) => `… and ${rest} more in the report`)
    .map((line) => `- ${line}`)
    .join('\n');
}

export const pageOf = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`;
