import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { invocation } from '../installation/invocation.ts';
import { toComment } from '../report/comment.ts';
import { readResult } from '../result/compare/read-result.ts';
import { loadEnvironment } from '../settings/environment.ts';
import { UnusableResult } from '../settings/files/stored-result.ts';
import type { Flags } from '../settings/flags.ts';
import type { CommandHelp } from './command-help.ts';
import { withStoredResults } from './stored-results.ts';

const ARGS = '[conformance.json]';
const USAGE = `Usage: ${invocation('comment', ARGS)}`;

/** It takes no flags. */
export function flags(): Flags {
  return {};
}

export const help: CommandHelp = {
  command: 'comment',
  args: ARGS,
  does: 'Prints the last result, or that of a file, as Markdown for one comment of a pull request: the verdict, and what is new, fixed and still there.',
  options: [],
  exitCode: '0, or 2 for a file that is no result.',
};

/** Prints the last result, or that of a file, as Markdown for a pull request. Returns the exit code: 0, or 2 for an unusable file. */
export function main(args: readonly string[]): number {
  return withStoredResults(() => {
    process.stdout.write(toComment(readResult(fileIn(args))));
  });
}

function fileIn(args: readonly string[]): string {
  const { positionals } = parsed(args);
  if (positionals.length > 1) throw new UnusableResult('arguments', `one result, ${positionals.length} given`, USAGE);
  const { CES_REPORT_DIR: reports = '' } = loadEnvironment(process.cwd(), process.env).environment;
  return positionals[0] ?? join(reports === '' ? 'reports' : reports, 'conformance.json');
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: {} });
  } catch (error) {
    throw new UnusableResult('arguments', error instanceof Error ? error.message : String(error), USAGE);
  }
}
