import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ConformanceResult } from '../../../schemas/derived/result.ts';
import { readJsonAsset } from '../../installation/files.ts';
import { isObject } from '../../specification/json-object.ts';
import { readJsonFile, validatorOf } from './user-file.ts';

/** A file that holds no usable result. The message says which, what is wrong with it and what to do. */
export class UnusableResult extends Error {
  override readonly name = 'UnusableResult';
  readonly file: string;
  readonly problem: string;

  constructor(file: string, problem: string, advice = 'Give the conformance.json of a run, as the run wrote it.') {
    super(`${file}: ${problem}. ${advice}`);
    this.file = file;
    this.problem = problem;
  }
}

/** What a result has to say of itself before anybody checks the rest against the schema. */
export type StoredResult = Pick<ConformanceResult, 'format' | 'verdict' | 'startedAt' | 'target' | 'interrupted' | 'partial'> &
  Partial<Pick<ConformanceResult, 'requirements' | 'tests'>>;

const MAJOR = '1';
let isResult: ValidateFunction<ConformanceResult> | undefined;

/** The result in a file, as its published schema describes it. Throws an UnusableResult for anything else. */
export function readResult(file: string): ConformanceResult {
  return resultIn(file, readJson(file));
}

/** As `readResult`, of a JSON value that was read from the file. */
export function resultIn(file: string, value: unknown): ConformanceResult {
  const format = isObject(value) ? value.format : undefined;
  if (typeof format !== 'string') throw new UnusableResult(file, 'no conformance result: it has no "format"');
  if (format.split('.')[0] !== MAJOR) {
    const advice = 'Run the suite again with this version, or read it with the version that wrote it.';
    throw new UnusableResult(file, `format ${format}, and this version reads ${MAJOR}.x`, advice);
  }
  isResult ??= validatorOf<ConformanceResult>(readJsonAsset('schemas/conformance-result.schema.json'));
  if (isResult(value)) return value;
  const [first] = isResult.errors ?? [];
  throw new UnusableResult(file, `not as its format ${format} asks: ${first?.instancePath || 'the whole'} ${first?.message}`);
}

/** The JSON value in a file. Throws an UnusableResult if there is none. */
export function readJson(file: string): unknown {
  const read = readJsonFile(file);
  if ('problem' in read) throw new UnusableResult(file, read.problem);
  return read.value;
}

/** The JSON files of a folder, at any depth, in the order of their names. */
export function jsonFilesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(folder, name));
}

/** Other JSON files stand beside a result in a folder of reports. Only a result that is taken has to be right in every member. */
export function looksLikeResult(value: unknown): value is StoredResult {
  if (!isObject(value)) return false;
  return ['format', 'verdict', 'startedAt'].every((member) => typeof value[member] === 'string') && isObject(value.target);
}
