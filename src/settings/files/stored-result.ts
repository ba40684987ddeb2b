import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ConformanceResult } from '../../../schemas/derived/result.ts';
import { readAsset } from '../../installation/files.ts';
import { validatorOf } from './own-schema.ts';

/** A file that holds no usable result. The message says which, what is wrong with it and what to do. */
export class UnusableResult extends Error {
  readonly file: string;
  readonly problem: string;

  constructor(file: string, problem: string, advice: string) {
    super(`${file}: ${problem}. ${advice}`);
    this.name = 'UnusableResult';
    this.file = file;
    this.problem = problem;
  }
}

/** What a result has to say of itself before anybody reads the rest. `ConformanceResult` has all its members. */
export interface StoredResult extends Pick<ConformanceResult, 'format' | 'verdict' | 'startedAt' | 'target' | 'interrupted' | 'partial'> {
  /** Absent where nobody has checked the file against the schema yet. */
  readonly requirements?: readonly { readonly status: string }[];
  /** Those that ran. Absent before format 1.3. */
  readonly tests?: readonly unknown[];
}

const SCHEMA: object = JSON.parse(readAsset('schemas/conformance-result.schema.json'));
const MAJOR = '1';
/** Thirty times the result of a target that fails everywhere (2 MB). More could fill the memory. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * The result in a file, as its published schema describes it.
 * @throws UnusableResult if there is none, or one of another format
 */
export function readStoredResult(file: string): StoredResult {
  return storedResult(file, readJson(file));
}

/** As `readStoredResult`, of a JSON value that was read from the file. */
export function storedResult(file: string, value: unknown): StoredResult {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (typeof format !== 'string')
    throw new UnusableResult(file, 'no conformance result: it has no "format"', 'Give the conformance.json of a run.');
  if (format.split('.')[0] !== MAJOR) {
    throw new UnusableResult(
      file,
      `format ${format}, and this version reads ${MAJOR}.x`,
      'Run the suite again with this version, or read it with the version that wrote it.',
    );
  }
  isResult ??= validatorOf<StoredResult>(SCHEMA);
  if (isResult(value)) return value;
  const [first] = isResult.errors ?? [];
  throw new UnusableResult(
    file,
    `not as its format ${format} asks: ${first?.instancePath || 'the whole'} ${first?.message}`,
    'It was changed after the run; give it as the run wrote it.',
  );
}

let isResult: ValidateFunction<StoredResult> | undefined;

/**
 * The JSON value in a file.
 * @throws UnusableResult if there is none
 */
export function readJson(file: string): unknown {
  const content = contentOf(file);
  if (content.trim() === '') throw new UnusableResult(file, 'empty', 'Did the run come to its end? Run it again.');
  try {
    return JSON.parse(content);
  } catch (error) {
    const cut = content.trimEnd().endsWith('}') ? '' : ' and seems to be cut';
    throw new UnusableResult(
      file,
      `not JSON${cut} (${error instanceof Error ? error.message : error})`,
      'Copy it again, or run the suite again.',
    );
  }
}

function contentOf(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > MOST_BYTES)
      throw new UnusableResult(file, `${Math.round(size / 2 ** 20)} MiB, and no run writes so much`, 'Give the conformance.json of a run.');
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof UnusableResult) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : error;
    const problem = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'a folder' : `cannot be read (${code})`;
    throw new UnusableResult(file, problem, 'Give the path of a conformance.json.');
  }
}

/** The JSON files of a folder, at any depth, in the order of their names. */
export function jsonFilesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(folder, name));
}

/** Other JSON files stand beside a result in a folder of reports. Only a result that is taken has to be right in every member. */
export function looksLikeResult(value: unknown): value is StoredResult {
  const { format, verdict, startedAt, target } = (value ?? {}) as Partial<Record<keyof StoredResult, unknown>>;
  return [format, verdict, startedAt].every((member) => typeof member === 'string') && typeof target === 'object' && target !== null;
}
