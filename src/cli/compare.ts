import { toText } from '../report/comparison-text.ts';
import { renderComparison } from '../report/html/compare.tsx';
import { compare } from '../result/compare/compare.ts';
import { readResult } from '../result/compare/read-result.ts';
import { UnusableResult } from '../settings/files/stored-result.ts';
import type { Arguments } from './command.ts';
import { writePage } from './write-page.ts';

/** Writes `compare.html` and `compare.json`, and prints the differences in brief. */
export function main({ words: files, values: { label: labels = [], out } }: Arguments): number {
  const fault = labelFault(labels, files);
  if (fault !== null) throw new UnusableResult('--label', fault, 'The labels name the results, in their order.');
  const comparison = compare(
    files.map((file, index) => ({ file, result: readResult(file), ...(labels[index] !== undefined && { label: labels[index] }) })),
  );
  const json = `${JSON.stringify(comparison, null, 2)}\n`;
  writePage(out?.at(-1), { 'compare.html': renderComparison(comparison), 'compare.json': json }, toText(comparison));
  return 0;
}

function labelFault(labels: readonly string[], files: readonly string[]): string | null {
  if (labels.length > 0 && labels.length !== files.length)
    return `one for each result is needed, ${labels.length} given for ${files.length}`;
  return new Set(labels).size < labels.length || labels.some((label) => label.trim() === '') ? 'each needs a name of its own' : null;
}
