import { join } from 'node:path';
import { toComment } from '../report/comment.ts';
import { readResult } from '../result/compare/read-result.ts';
import { loadEnvironment } from '../settings/environment.ts';
import type { Arguments } from './command.ts';

/** Prints the last result, or that of a file, as Markdown for a pull request. */
export function main({ words: [file] }: Arguments): number {
  const { CES_REPORT_DIR: reports = '' } = loadEnvironment(process.cwd(), process.env).environment;
  process.stdout.write(toComment(readResult(file ?? join(reports === '' ? 'reports' : reports, 'conformance.json'))));
  return 0;
}
