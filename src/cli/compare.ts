import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { invocation } from '../installation/invocation.ts';
import { renderComparison } from '../report/html/compare.tsx';
import { comparisonText } from '../report/terminal-lists.ts';
import { compare } from '../result/compare/compare.ts';
import { readResult } from '../result/compare/read-result.ts';
import { UnusableResult } from '../settings/files/stored-result.ts';
import type { Flags } from '../settings/flags.ts';
import type { CommandHelp } from './command-help.ts';
import { withStoredResults, writeFiles } from './stored-results.ts';

const ARGS = 'a.json b.json [c.json …] [--label name]… [--out folder]';
const USAGE = `Usage: ${invocation('compare', ARGS)}
The labels name the results, in their order.`;

const OPTIONS = { out: { type: 'string', default: 'reports' }, label: { type: 'string', multiple: true } } as const;

export function flags(): Flags {
  return OPTIONS;
}

export const help: CommandHelp = {
  command: 'compare',
  args: ARGS,
  does: 'Shows where several results (conformance.json) differ, in statements and in observations. Writes compare.html and compare.json.',
  options: [
    ['--label name', 'names a result; the first label the first result, and so on'],
    ['--out folder', `where they are written; ${OPTIONS.out.default} where absent`],
  ],
  exitCode: '0, or 2 for files that are no results.',
};

/** Writes `compare.html` and `compare.json`, and prints the differences in brief. Returns the exit code: 0, or 2 for unusable input. */
export function main(given: readonly string[]): number {
  return withStoredResults(() => {
    const { files, labels, out } = readArguments(given);
    const comparison = compare(
      files.map((file, index) => ({ file, result: readResult(file), ...(labels[index] !== undefined && { label: labels[index] }) })),
    );
    writeFiles(out, { 'compare.html': renderComparison(comparison), 'compare.json': `${JSON.stringify(comparison, null, 2)}\n` });
    process.stdout.write(`${comparisonText(comparison)}\n\n${relative('', join(out, 'compare.html'))}\n`);
  });
}

interface Arguments {
  readonly files: readonly string[];
  /** One a file, or none. */
  readonly labels: readonly string[];
  readonly out: string;
}

function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArguments(args);
  if (positionals.length < 2) throw new UnusableResult('arguments', `two or more results are needed, ${positionals.length} given`, USAGE);
  const { label: labels = [], out } = values;
  const fault = labelFault(labels, positionals);
  if (fault !== null) throw new UnusableResult('--label', fault, USAGE);
  return { files: positionals, labels, out };
}

function labelFault(labels: readonly string[], files: readonly string[]): string | null {
  if (labels.length > 0 && labels.length !== files.length)
    return `one for each result is needed, ${labels.length} given for ${files.length}`;
  return new Set(labels).size < labels.length || labels.some((label) => label.trim() === '') ? 'each needs a name of its own' : null;
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UnusableResult('arguments', error instanceof Error ? error.message : String(error), USAGE);
  }
}
