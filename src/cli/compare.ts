import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { invocation } from '../engine/installation.ts';
import { compare } from '../report/compare/compare.ts';
import { readResult, UnusableResult } from '../report/compare/read-result.ts';
import { toText } from '../report/compare/text.ts';
import { renderComparison } from '../report/html/compare.tsx';
import type { Flags } from '../settings/flags.ts';
import type { CommandHelp } from './command-help.ts';
import { NO_RESULT } from './exit-codes.ts';

const ARGS = 'a.json b.json [c.json …] [--out folder]';
const USAGE = `Usage: ${invocation('compare', ARGS)}`;

const OPTIONS = { out: { type: 'string', default: 'reports' } } as const;

export function flags(): Flags {
  return OPTIONS;
}

export const help: CommandHelp = {
  command: 'compare',
  args: ARGS,
  does: 'Shows where several results (conformance.json) differ, in statements and in observations. Writes compare.html and compare.json.',
  options: [['--out folder', `where they are written; ${OPTIONS.out.default} where absent`]],
  exitCode: '0, or 2 for files that are no results.',
};

/** Writes `compare.html` and `compare.json`, and prints the differences in brief. Returns the exit code: 0, or 2 for unusable input. */
export function main(given: readonly string[]): number {
  try {
    const { files, out } = readArguments(given);
    const comparison = compare(files.map((file) => ({ file, result: readResult(file) })));
    writeFiles(out, { 'compare.html': renderComparison(comparison), 'compare.json': `${JSON.stringify(comparison, null, 2)}\n` });
    process.stdout.write(`${toText(comparison)}\n\n${relative('', join(out, 'compare.html'))}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof UnusableResult)) throw error;
    process.stderr.write(`${error.message}\n`);
    return NO_RESULT;
  }
}

function readArguments(args: readonly string[]): { readonly files: readonly string[]; readonly out: string } {
  const { values, positionals } = parseArguments(args);
  if (positionals.length < 2) throw new UnusableResult('arguments', `two or more results are needed, ${positionals.length} given`, USAGE);
  return { files: positionals, out: values.out };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UnusableResult('arguments', error instanceof Error ? error.message : String(error), USAGE);
  }
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableResult(folder, `cannot be written (${reason})`, 'Give a folder that can: --out folder.');
  }
}
