import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { readJsonAsset } from '../../installation/installation.ts';
import { endpoint as endpointOf } from '../../specification/endpoints.ts';
import { REQUIREMENTS } from '../../specification/register.ts';
import { didYouMean } from '../../specification/words.ts';
import { type Problem, SettingsError } from '../settings-error.ts';
import { fileProblem, readJsonFile, validatorOf } from './user-file.ts';

/** A deviation that people accept for a while: verdict and report still show the failure. `schemas/waivers.schema.json` says what each member holds. */
export interface Waiver {
  readonly requirement: string;
  /** The only endpoint at which it holds. Without it, the waiver holds at every endpoint. */
  readonly endpoint?: number;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it holds, `YYYY-MM-DD`, UTC. */
  readonly expires: string;
  /** Part of the failure's message after its first line, with `…` for any text. Another failure of the same statement is not waived. */
  readonly message: string;
}

type Described = { readonly description: string };
type WaiversSchema = { readonly items: Described & { readonly properties: Readonly<Record<string, Described>> } };
const SCHEMA = readJsonAsset<WaiversSchema>('schemas/waivers.schema.json');
let validator: ValidateFunction<Waiver[]> | undefined;

/** The waivers of a file. Throws a SettingsError with all that is wrong. */
export function readWaivers(file: string): Waiver[] {
  const entries = readEntries(file);
  // What is wrong in the same way in many is said once.
  const places = new Map<string, string[]>();
  for (const [index, entry] of entries.entries())
    for (const { found, expected } of entryProblems(entry)) {
      const problem = JSON.stringify([found, expected]);
      places.set(problem, [...(places.get(problem) ?? []), `${index + 1}`]);
    }
  const problems = [...places].map(([problem, numbers]) => {
    const [found, expected] = JSON.parse(problem);
    return { variable: 'CES_WAIVERS', found: `${found} in entry ${numbers.join(', ')} of ${file}`, expected };
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return entries as Waiver[];
}

/** The list in a file, with unchecked entries. Throws a SettingsError if there is none. */
export function readEntries(file: string): unknown[] {
  const read = readJsonFile(file);
  if ('value' in read && Array.isArray(read.value)) return read.value;
  throw new SettingsError([
    fileProblem('CES_WAIVERS', file, 'problem' in read ? read.problem : 'which holds no list', 'a JSON list of waivers'),
  ]);
}

/** All that is wrong with one entry: one problem for each member. */
export function entryProblems(entry: unknown): Omit<Problem, 'variable'>[] {
  validator ??= validatorOf<Waiver[]>(SCHEMA, { allErrors: true, verbose: true });
  if (validator([entry])) {
    const { requirement: id, endpoint } = entry as Waiver;
    const numbers = (REQUIREMENTS.find((candidate) => candidate.id === id)?.endpoints ?? []).map((name) => endpointOf(name).number);
    const isForeign = endpoint !== undefined && !numbers.includes(endpoint);
    return isForeign ? [{ found: `endpoint ${endpoint}`, expected: `an endpoint of ${id}: ${numbers.join(', ')}` }] : [];
  }
  const errors = validator.errors ?? [];
  const place = ({ instancePath, params }: ErrorObject) => `${instancePath} ${params.missingProperty ?? params.additionalProperty ?? ''}`;
  return [...new Map(errors.map((error) => [place(error), problemOf(error)])).values()];
}

function problemOf({ instancePath, params, data }: ErrorObject): Omit<Problem, 'variable'> {
  const [, , member] = instancePath.split('/');
  const { properties, description } = SCHEMA.items;
  const { missingProperty: missing, additionalProperty: added } = params;
  if (missing !== undefined) return { found: 'none', expected: `\`${missing}\`: ${properties[missing]?.description}` };
  if (added !== undefined) return { found: `\`${added}\``, expected: `no members but ${Object.keys(properties).join(', ')}` };
  const found = JSON.stringify(data)?.slice(0, 80) ?? 'nothing';
  if (member === undefined) return { found, expected: description };
  const ids = member === 'requirement' ? REQUIREMENTS.map(({ id }) => id) : [];
  const near = didYouMean(String(data), ids).replace(/^ /, '. ');
  return { found: `the ${member} ${found}`, expected: `${properties[member]?.description}${near}` };
}
