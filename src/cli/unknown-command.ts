import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Problem } from '../settings/settings-error.ts';
import { didYouMean } from '../specification/near-matches.ts';
import { COMMANDS } from './commands.ts';
import { CONFIG } from './suite.ts';

/**
 * The problem of a first argument that is a plain word, no command, and no part of the path of a file of tests; null for any other. Shows
 * the word only where it is near a command: any other may be a secret.
 */
export function unknownCommand(word: string): Problem | null {
  if (!/^[a-z][a-z-]*$/i.test(word) || testFiles().some((file) => file.toLowerCase().includes(word.toLowerCase()))) return null;
  const names = [...COMMANDS.keys()];
  const near = didYouMean(word, names);
  return {
    variable: 'arguments',
    found: near === '' ? 'another word (not shown: it may be a secret)' : `"${word}", which is neither`,
    expected: `a command (${names.join(', ')}) or a part of the name of a file of tests${near === '' ? '' : `.${near}`}`,
  };
}

/** Playwright looks for words in whole paths. */
function testFiles(): string[] {
  const folder = join(dirname(CONFIG), 'tests');
  return readdirSync(folder, { encoding: 'utf8' }).map((file) => join(folder, file));
}
