import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableResult } from '../settings/files/stored-result.ts';
import { NO_RESULT } from './exit-codes.ts';

/** Runs a command that reads stored results. Returns 0; or 2 for unusable input, which it names on stderr, each file in a line. */
export function withStoredResults(command: () => void): number {
  try {
    command();
    return 0;
  } catch (error) {
    const all: unknown[] = error instanceof AggregateError ? error.errors : [error];
    const unusable = all.filter((each) => each instanceof UnusableResult);
    if (unusable.length < all.length) throw error;
    process.stderr.write(unusable.map(({ message }) => `${message}\n`).join(''));
    return NO_RESULT;
  }
}

/**
 * Writes files by their names, into a folder that it makes if need be.
 * @throws UnusableResult if that cannot be done
 */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableResult(folder, `cannot be written (${reason})`, 'Give a folder that can: --out folder.');
  }
}
