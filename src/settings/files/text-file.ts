import { readFileSync } from 'node:fs';
import type { Problem } from '../settings-error.ts';

/** Why a file cannot be read as text: as a setting's problem, and the system's error code, if any. */
export interface Unreadable {
  readonly problem: Omit<Problem, 'variable'>;
  readonly code: string | null;
}

/** The text of a file in UTF-8, without a byte order mark. `name` is the path as the person wrote it. */
export function readTextFile(path: string, name: string): { readonly text: string } | Unreadable {
  const shown = JSON.stringify(name);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { code, problem: { found: `${shown} (${code})`, expected: 'a file that can be read' } };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { code: null, problem: { found: `${shown} in another encoding`, expected: 'a file in UTF-8' } };
  }
}
