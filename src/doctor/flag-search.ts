import { type FlagEncoding, flagQuery } from '../client/feature-flags.ts';

/** Names that the query parameter of endpoint 14 may have: the specification does not show it (Endpoints, rule 4). */
export const PARAMETERS: readonly string[] = [
  'names',
  'name',
  'flags',
  'flag',
  'feature_flags',
  'feature_flag',
  'feature_flag_names',
  'feature_flag_name',
  'flag_names',
  'keys',
  'key',
  'features',
  'feature',
  'ids',
  'q',
];

const ENCODINGS: readonly FlagEncoding[] = ['repeat', 'comma', 'brackets', 'json'];

/** Names of the flags that were answered to a query; null where it did not succeed. */
export type AskFlags = (query: string) => Promise<readonly string[] | null>;

export interface FlagParameter {
  readonly parameter: string;
  readonly encoding: FlagEncoding;
}

/**
 * The parameter, and how it takes several names, by which endpoint 14 answers exactly the flags that are asked for: the one, the other,
 * and both. Who ignores the query and lists all flags answers none of these. With a single flag known, `unknown` is asked for in place of
 * the other, and `repeat` stands for `comma` too. Null where nothing is understood.
 */
export async function findFlagParameter(ask: AskFlags, flags: readonly string[], unknown: string): Promise<FlagParameter | null> {
  const answers = new Map<string, ReturnType<AskFlags>>();
  const asked = (query: string) => {
    const answer = answers.get(query) ?? ask(query);
    answers.set(query, answer);
    return answer;
  };
  for (const parameter of PARAMETERS) {
    for (const encoding of ENCODINGS) {
      if (await understands((names) => asked(flagQuery(parameter, names, encoding)), flags, unknown)) return { parameter, encoding };
    }
  }
  return null;
}

/** Whether just the flags that are asked for are answered; see `findFlagParameter`. */
export async function understands(
  ask: (names: readonly string[]) => Promise<readonly string[] | null>,
  [first = '', second]: readonly string[],
  unknown: string,
): Promise<boolean> {
  const exactly = async (...names: string[]) => isSame(await ask(names), names);
  if (!(await exactly(first))) return false;
  if (second === undefined) return !(await ask([unknown]))?.includes(first);
  return (await exactly(second)) && (await exactly(first, second));
}

function isSame(answered: readonly string[] | null, names: readonly string[]): boolean {
  return answered !== null && new Set(answered).size === names.length && names.every((name) => answered.includes(name));
}
