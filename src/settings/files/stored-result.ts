import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ConformanceResult } from '../../../schemas/derived/result.ts';
import { readJsonAsset } from '../../installation/installation.ts';
import { isObject } from '../../specification/json.ts';
import { readableTime } from '../../specification/words.ts';
import { SettingsError } from '../settings-error.ts';
import { baseUrl } from '../urls.ts';
import { fileProblem, readJsonFile, validatorOf } from './user-file.ts';

export interface Earlier {
  readonly file: string;
  readonly result: ConformanceResult;
}

/** Or why a folder holds none that can be compared, in sentences for people: a first run has nothing behind it. */
export type Baseline = Earlier | { readonly missing: string };

/** The result that `CES_BASELINE` names, or the newest of its folder, at any depth, that is whole and of the same target. @throws SettingsError where something cannot be read */
export function findBaseline(path: string, target: StoredResult['target']): Baseline {
  try {
    const found = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? newestIn(path, target) : { file: path };
    return 'file' in found ? { ...found, result: readResult(found.file) } : found;
  } catch (error) {
    const expected = 'the conformance.json of an earlier run, or a folder of them';
    if (error instanceof UnusableResult) throw new SettingsError([fileProblem('CES_BASELINE', error.file, error.problem, expected)]);
    // The system does not open it (`EACCES`).
    if (error instanceof Error && 'code' in error) throw new SettingsError([fileProblem('CES_BASELINE', path, error.message, expected)]);
    throw error;
  }
}

function newestIn(folder: string, target: StoredResult['target']): Pick<Earlier, 'file'> | { readonly missing: string } {
  const results = jsonFilesIn(folder).flatMap((file) => {
    const result = readJson(file);
    return looksLikeResult(result) ? [{ file, result, unfit: whyUnfit(result, target) }] : [];
  });
  results.sort((a, b) => b.result.startedAt.localeCompare(a.result.startedAt));
  const fit = results.find(({ unfit }) => unfit === null);
  if (fit !== undefined) return { file: fit.file };
  const newest = results.find(({ result }) => isSameTarget(result.target, target)) ?? results[0];
  const found = newest === undefined ? '' : ` ${newest.file} is ${newest.unfit} (${readableTime(newest.result.startedAt)}).`;
  return { missing: `CES_BASELINE=${folder} holds no whole result of this target, so nothing is compared.${found} ${ADVICE}` };
}

const ADVICE = 'Name the conformance.json of a whole run against this target, or keep one in this folder for the next run.';

/** Why nothing is compared with a result unless a person names its very file; null where nothing is in the way. */
function whyUnfit(result: StoredResult, target: StoredResult['target']): string | null {
  if (!isSameTarget(result.target, target)) return `of another target, ${result.target.baseUrl}`;
  if (result.partial === true) return 'of a part of a run';
  if (result.interrupted) return 'of a run that ended early';
  return result.verdict === 'no-verdict' ? 'of a run without a verdict' : null;
}

/** The target of a run that is about to begin. */
export function targetOf({ CES_BASE_URL: given = '' }: NodeJS.ProcessEnv): StoredResult['target'] {
  const reading = baseUrl(given);
  return { baseUrl: 'value' in reading ? reading.value : '', embedded: given === '' };
}

/** Whether a result speaks for a whole run that could judge its target. */
export const isWhole = (result: StoredResult): boolean => whyUnfit(result, result.target) === null;

/** Two results are about one target. The embedded service has another port in each run. */
export const isSameTarget = (one: StoredResult['target'], other: StoredResult['target']): boolean =>
  one.embedded ? other.embedded : !other.embedded && one.baseUrl === other.baseUrl;

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
export const readResult = (file: string): ConformanceResult => resultIn(file, readJson(file));

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
