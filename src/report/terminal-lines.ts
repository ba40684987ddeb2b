import { clip } from '../http/clip.ts';
import { visible } from '../http/visible.ts';

/** The caller decides on colour: it knows whether a person is looking. */
export interface TerminalOptions {
  /** Default `false`: plain text. */
  readonly colour?: boolean;
}

const LONGEST_VALUE = 1200;
const LABEL_WIDTH = 15;

const STYLE = { bold: 1, red: 31, green: 32, yellow: 33, quiet: 2 } as const;
type Style = keyof typeof STYLE;

/** `  Label          text`, with further lines of the text below its first. */
export function labelled(label: string, text: string, paint: Painter): string {
  const indent = ' '.repeat(LABEL_WIDTH + 2);
  const body = visible(clip(text, LONGEST_VALUE)).replaceAll('\n', `\n${indent}`);
  return `  ${paint('quiet', label.padEnd(LABEL_WIDTH))}${body}`;
}

export type Painter = (style: Style, text: string) => string;

export function painter({ colour = false }: TerminalOptions): Painter {
  return colour ? (style, text) => `\u001b[${STYLE[style]}m${text}\u001b[0m` : (_, text) => text;
}
