import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UnusableResult } from '../settings/files/stored-result.ts';

/**
 * Writes files by their names into a folder, which it makes if need be. Prints the text, and the path of the first file.
 * @throws UnusableResult if they cannot be written
 */
export function writePage(folder = 'reports', files: Readonly<Record<string, string>>, text: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableResult(folder, `cannot be written (${reason})`, 'Give a folder that can: --out folder.');
  }
  process.stdout.write(`${text}\n\n${relative('', join(folder, Object.keys(files)[0] ?? ''))}\n`);
}
