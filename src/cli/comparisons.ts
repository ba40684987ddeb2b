import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { comparisonText, historyText } from '../report/comparison-words.ts';
import { renderComparison } from '../report/html/compare.tsx';
import { renderHistory } from '../report/html/history.tsx';
import { toMarkdown } from '../report/markdown.ts';
import { compare } from '../result/compare/comparison.ts';
import { historyOf, readFolder } from '../result/compare/history.ts';
import { entryOf } from '../result/compare/side.ts';
import { loadEnvironment } from '../settings/environment.ts';
import { readResult, UnusableResult } from '../settings/files/stored-result.ts';
import { checkReportDir } from '../settings/files/user-file.ts';
import type { Arguments } from './command.ts';

export function showComment({ words: [file] }: Arguments): number {
  const { CES_REPORT_DIR: reports = '' } = loadEnvironment(process.cwd(), process.env).environment;
  process.stdout.write(toMarkdown(readResult(file ?? join(reports === '' ? 'reports' : reports, 'conformance.json'))));
  return 0;
}

export function showHistory({ words: [folder = ''], values: { out } }: Arguments): number {
  const history = historyOf(readFolder(folder));
  return writePage(out?.at(-1), { 'history.html': renderHistory(history) }, historyText(history));
}

export function showComparison({ words: files, values: { label: labels = [], out } }: Arguments): number {
  const fault = labelFault(labels, files);
  if (fault !== null) throw new UnusableResult('--label', fault, 'The labels name the results, in their order.');
  const comparison = compare(files.map((file, index) => entryOf(file, readResult(file), labels[index])));
  const json = `${JSON.stringify(comparison, null, 2)}\n`;
  return writePage(out?.at(-1), { 'compare.html': renderComparison(comparison), 'compare.json': json }, comparisonText(comparison));
}

function labelFault(labels: readonly string[], files: readonly string[]): string | null {
  if (labels.length > 0 && labels.length !== files.length)
    return `one for each result is needed, ${labels.length} given for ${files.length}`;
  return new Set(labels).size < labels.length || labels.some((label) => label.trim() === '') ? 'each needs a name of its own' : null;
}

/** Writes files by their names into a folder, which it makes if need be. Prints the text, and the path of the first file. Returns the exit code. */
function writePage(folder = 'reports', files: Readonly<Record<string, string>>, text: string): number {
  checkReportDir(folder, '--out');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  process.stdout.write(`${text}\n\n${relative('', join(folder, Object.keys(files)[0] ?? ''))}\n`);
  return 0;
}
