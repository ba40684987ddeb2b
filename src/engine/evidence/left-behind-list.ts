import { renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The list of what an operator has to clean up, beside the reports: one JSON object a line, written as the answers come, run after run. */
export const LEFT_BEHIND_FILE = 'left-behind.jsonl';
/** Where the list goes that has grown too long. It replaces an earlier one. */
export const EARLIER_FILE = 'left-behind-earlier.jsonl';

/** Some sixty whole runs. */
const MOST_BYTES = 16 * 2 ** 20;

/** To be called before a run: puts a list aside that has grown too long, so that both together stay bounded. */
export function boundList(file: string, mostBytes = MOST_BYTES): void {
  if (sizeOf(file) > mostBytes) renameSync(file, join(dirname(file), EARLIER_FILE));
}

/** In bytes; 0 where there is no list. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
