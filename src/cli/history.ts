import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { invocation } from '../installation/invocation.ts';
import { renderHistory } from '../report/html/history.tsx';
import { historyText } from '../report/terminal-lists.ts';
import { historyOf } from '../result/history/history-of.ts';
import { readFolder } from '../result/history/read-folder.ts';
import { UnusableResult } from '../settings/files/stored-result.ts';
import type { Flags } from '../settings/flags.ts';
import type { CommandHelp } from './command-help.ts';
import { withStoredResults, writeFiles } from './stored-results.ts';

const ARGS = 'folder [--out folder]';
const USAGE = `Usage: ${invocation('history', ARGS)}`;
const PAGE = 'history.html';

const OPTIONS = { out: { type: 'string', default: 'reports' } } as const;

export function flags(): Flags {
  return OPTIONS;
}

export const help: CommandHelp = {
  command: 'history',
  args: ARGS,
  does: `Shows how one target fared over many runs: its verdict, and since when what is broken. Reads every result (conformance.json, by any name) in the folder, at any depth, and writes ${PAGE}. Of several targets, that of the newest result counts.`,
  options: [['--out folder', `where it is written; ${OPTIONS.out.default} where absent`]],
  exitCode: '0, or 2 where the folder holds no result, or a file that cannot be used.',
};

/** Writes `history.html`, and prints it in brief. Returns the exit code: 0, or 2 for unusable input. */
export function main(given: readonly string[]): number {
  return withStoredResults(() => {
    const { folder, out } = readArguments(given);
    const history = historyOf(readFolder(folder));
    writeFiles(out, { [PAGE]: renderHistory(history) });
    process.stdout.write(`${historyText(history)}\n\n${relative('', join(out, PAGE))}\n`);
  });
}

function readArguments(args: readonly string[]): { readonly folder: string; readonly out: string } {
  const { values, positionals } = parseArguments(args);
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1)
    throw new UnusableResult('arguments', `one folder is needed, ${positionals.length} given`, USAGE);
  return { folder, out: values.out };
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UnusableResult('arguments', error instanceof Error ? error.message : String(error), USAGE);
  }
}
