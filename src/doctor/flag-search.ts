import { type FlagEncoding, flagQuery } from '../client/call.ts';

/** Likely names of endpoint 14's query parameter: the specification does not show the name (Endpoints, rule 4). */
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

/** Names of the flags in the answer to a query; null if the query did not succeed. */
export type AskFlags = (query: string) => Promise<readonly string[] | null>;

export interface FlagParameter {
  readonly parameter: string;
  readonly encoding: FlagEncoding;
}

/**
 * Finds the query parameter, and its way to take several names, for which endpoint 14 answers exactly the requested flags: the first, the second, and
 * both. An endpoint that ignores the query and lists all flags never does. With only one flag given, `unknown` takes the place of the second, and
 * `repeat` and `comma` are the same. Null if the endpoint understands no parameter.
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

/** Whether the answer holds exactly the requested flags; see `findFlagParameter`. */
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
