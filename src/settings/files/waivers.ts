import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { readAsset } from '../../installation/files.ts';
import { endpoint as endpointOf } from '../../specification/endpoints.ts';
import { didYouMean } from '../../specification/near-matches.ts';
import { REQUIREMENTS } from '../../specification/register.ts';
import { type Problem, SettingsError } from '../settings-error.ts';
import { validatorOf } from './own-schema.ts';

/** A deviation that people know and accept for a while. Changes only the exit code: verdict and report still show the failure. */
export interface Waiver {
  /** Id of the statement that fails. */
  readonly requirement: string;
  /** Number of the only endpoint at which it holds. Without it, the waiver holds at every endpoint. */
  readonly endpoint?: number;
  readonly reason: string;
  /** Who answers for it: a person, a team, or a ticket. */
  readonly owner: string;
  /** The last day on which it holds, `YYYY-MM-DD`, UTC. */
  readonly expires: string;
  /** Part of the failure's message after its first line, with `…` for any text. Another failure of the same statement is not waived. */
  readonly message: string;
}

interface MemberSchema {
  readonly description: string;
}

interface WaiversSchema {
  readonly items: MemberSchema & { readonly properties: Readonly<Record<string, MemberSchema>> };
}

const SCHEMA = JSON.parse(readAsset('schemas/waivers.schema.json')) as WaiversSchema;
let validator: ValidateFunction<Waiver[]> | undefined;

/**
 * The waivers of a file: a JSON list of objects, as `schemas/waivers.schema.json` describes them.
 * @throws SettingsError with all that is wrong
 */
export function readWaivers(file: string): Waiver[] {
  const entries = readEntries(file);
  const problems = entries.flatMap((entry, index) =>
    entryProblems(entry).map((problem) => ({
      variable: 'CES_WAIVERS',
      ...problem,
      found: `${problem.found} in entry ${index + 1} of ${file}`,
    })),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return entries as Waiver[];
}

/**
 * The list in a file, with unchecked entries.
 * @throws SettingsError if there is none
 */
export function readEntries(file: string): unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError([
      { variable: 'CES_WAIVERS', found: error instanceof Error ? error.message : String(error), expected: 'a JSON file that can be read' },
    ]);
  }
  if (!Array.isArray(content))
    throw new SettingsError([{ variable: 'CES_WAIVERS', found: `something else in ${file}`, expected: 'a JSON list of waivers' }]);
  return content;
}

/** All that is wrong with one entry: one problem for each member. */
export function entryProblems(entry: unknown): Omit<Problem, 'variable'>[] {
  validator ??= validatorOf<Waiver[]>(SCHEMA, { allErrors: true, verbose: true });
  const errors = validator([entry]) ? [] : (validator.errors ?? []);
  const problems = errors.map((error) => [memberOf(error), problemOf(error)] as const);
  return [...new Map(problems).values(), ...(errors.length === 0 ? foreignEndpoint(entry as Waiver) : [])];
}

function memberOf({ instancePath, params }: ErrorObject): string {
  return `${instancePath} ${params.missingProperty ?? params.additionalProperty ?? ''}`;
}

function problemOf({ instancePath, keyword, params, data }: ErrorObject): Omit<Problem, 'variable'> {
  const [, , member] = instancePath.split('/');
  const { properties, description } = SCHEMA.items;
  if (keyword === 'required')
    return { found: 'none', expected: `\`${params.missingProperty}\`: ${properties[params.missingProperty]?.description}` };
  if (keyword === 'additionalProperties')
    return { found: `\`${params.additionalProperty}\``, expected: `no members but ${Object.keys(properties).join(', ')}` };
  const found = JSON.stringify(data)?.slice(0, 80) ?? 'nothing';
  if (member === undefined) return { found, expected: description };
  const near =
    member === 'requirement'
      ? didYouMean(
          String(data),
          REQUIREMENTS.map(({ id }) => id),
        )
      : '';
  return { found: `the ${member} ${found}`, expected: `${properties[member]?.description}${near === '' ? '' : `.${near}`}` };
}

function foreignEndpoint({ requirement: id, endpoint }: Waiver): Omit<Problem, 'variable'>[] {
  const numbers = (REQUIREMENTS.find((candidate) => candidate.id === id)?.endpoints ?? []).map((name) => endpointOf(name).number);
  if (endpoint === undefined || numbers.includes(endpoint)) return [];
  return [{ found: `endpoint ${endpoint}`, expected: `an endpoint of ${id}: ${numbers.join(', ')}` }];
}
