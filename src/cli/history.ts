import { historyText } from '../report/history-text.ts';
import { renderHistory } from '../report/html/history.tsx';
import { historyOf } from '../result/history/history-of.ts';
import { readFolder } from '../result/history/record.ts';
import type { Arguments } from './command.ts';
import { writePage } from './write-page.ts';

/** Writes `history.html`, and prints it in brief. */
export function main({ words: [folder = ''], values: { out } }: Arguments): number {
  const history = historyOf(readFolder(folder));
  writePage(out?.at(-1), { 'history.html': renderHistory(history) }, historyText(history));
  return 0;
}
