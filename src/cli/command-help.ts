import { invocation } from '../installation/invocation.ts';
import { wrapped } from '../settings/documentation.ts';

/** What `--help` of a command prints. */
export interface CommandHelp {
  readonly command: Parameters<typeof invocation>[0];
  readonly args: string;
  readonly does: string;
  /** Each option with its words. */
  readonly options: readonly (readonly [option: string, words: string])[];
  readonly exitCode: string;
}

/** In lines of at most 100 columns, without a newline at the end. */
export function commandHelp({ command, args, does, options, exitCode }: CommandHelp): string {
  const indent = Math.max(0, ...options.map(([option]) => option.length)) + 5;
  const lines = options.map(([option, words]) => `  ${option}`.padEnd(indent) + wrapped(words, indent).trimStart());
  return [
    `Usage: ${invocation(command, args)}`,
    wrapped(does, 0),
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    wrapped(`Exit code: ${exitCode}`, 0),
  ].join('\n\n');
}
