import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Options, ValidateFunction } from 'ajv/dist/2020.js';
import type formats from 'ajv-formats';
import { type Problem, SettingsError } from '../settings-error.ts';

/** Why a file of the user cannot be read, in words, and the system's error code, if any. */
type Unreadable = { readonly problem: string; readonly code?: string };

/** Thirty times the result of a target that fails everywhere (2 MB). More could fill the memory. */
const MOST_BYTES = 64 * 2 ** 20;
const OF_CODE: Readonly<Record<string, string>> = { ENOENT: 'no such file', EISDIR: 'a folder' };

/** The text of a file in UTF-8, without a byte order mark. */
export function readTextFile(path: string): { readonly text: string } | Unreadable {
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES) return { problem: `${Math.round(size / 2 ** 20)} MiB, which is too large` };
    bytes = readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { code, problem: OF_CODE[code] ?? `cannot be read (${code})` };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'not in UTF-8' };
  }
}

/** The JSON value in a file. */
export function readJsonFile(path: string): { readonly value: unknown } | Unreadable {
  const read = readTextFile(path);
  if ('problem' in read) return read;
  const { text } = read;
  if (text.trim() === '') return { problem: 'empty' };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    const cut = /[}\]]$/.test(text.trimEnd()) ? '' : ' and seems to be cut';
    return { problem: `not JSON${cut}${position === undefined ? '' : ` (line ${text.slice(0, Number(position)).split('\n').length})`}` };
  }
}

/** The problem of a setting whose file is not as it should be. `file` is the path as the person wrote it. */
export function fileProblem(variable: string, file: string, problem: string, expected = 'a file that can be read'): Problem {
  return { variable, expected, found: `${JSON.stringify(file)}, ${problem}` };
}

const load = createRequire(import.meta.url);

/** A validator for a schema of our own files. It loads ajv only now: that takes a tenth of a second, and most runs read no such file. */
export function validatorOf<T>(schema: object, options: Options = {}): ValidateFunction<T> {
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const { default: addFormats } = load('ajv-formats') as typeof formats;
  const ajv = new Ajv2020({ strict: true, ...options });
  addFormats(ajv);
  return ajv.compile<T>(schema);
}

/** Throws a SettingsError unless reports can be written there: creates the directory if need be, and writes and removes a file in it. */
export function checkReportDir(directory: string, variable = 'CES_REPORT_DIR'): void {
  try {
    mkdirSync(directory, { recursive: true });
    const probe = mkdtempSync(join(directory, '.probe-'));
    try {
      writeFileSync(join(probe, 'probe'), 'probe');
    } finally {
      rmSync(probe, { recursive: true, force: true });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const found = `${JSON.stringify(resolve(directory))} (${reason})`;
    throw new SettingsError([{ variable, found, expected: 'a directory that exists or can be created, and takes files' }]);
  }
}
