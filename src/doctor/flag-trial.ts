import { type FlagEncoding, flagQuery } from '../client/call.ts';
import type { Implementation } from '../client/implementation.ts';
import { objectIn } from '../http/body.ts';
import { ask, type Found, found, type Tried, unclear, untried, wrong } from './tried.ts';

/** Likely names of endpoint 14's query parameter: the specification does not show the name (Endpoints, rule 4). */
export const PARAMETERS: readonly string[] =
  'names name flags flag feature_flags feature_flag feature_flag_names feature_flag_name flag_names keys key features feature ids q'.split(
    ' ',
  );

const ENCODINGS: readonly FlagEncoding[] = ['repeat', 'comma', 'brackets', 'json'];

/** Names of the flags in the answer to a query; null if the query did not succeed. */
export type AskFlags = (query: string) => Promise<readonly string[] | null>;
type AskNames = (names: readonly string[]) => ReturnType<AskFlags>;

/**
 * Finds the query parameter, and its way to take several names, for which endpoint 14 answers exactly the requested flags: the first, the second, and
 * both. One that ignores the query never does. With only one flag given, `unknown` takes the place of the second. Null if there is none.
 */
export async function findFlagParameter(askQuery: AskFlags, flags: readonly string[], unknown: string) {
  const answers = new Map<string, ReturnType<AskFlags>>();
  const asked = (query: string) => {
    const answer = answers.get(query) ?? askQuery(query);
    answers.set(query, answer);
    return answer;
  };
  for (const parameter of PARAMETERS) {
    for (const encoding of ENCODINGS)
      if (await understands((names) => asked(flagQuery(parameter, names, encoding)), flags, unknown)) return { parameter, encoding };
  }
  return null;
}

/** Whether the answer holds exactly the requested flags; see `findFlagParameter`. */
async function understands(askNames: AskNames, [first = '', second]: readonly string[], unknown: string): Promise<boolean> {
  const exactly = async (...names: string[]) => {
    const answered = new Set(await askNames(names));
    return answered.size === names.length && names.every((name) => answered.has(name));
  };
  if (!(await exactly(first))) return false;
  if (second === undefined) return !(await askNames([unknown]))?.includes(first);
  return (await exactly(second)) && (await exactly(first, second));
}

const FLAGS = 'CES_FEATURE_FLAGS';
const PARAMETER = 'CES_FEATURE_FLAGS_PARAM';

/** Tries the settings of feature flags. Searches for the query parameter if it is missing or not understood. */
export async function tryFlags(
  implementation: Implementation,
  business: string | null,
): Promise<{ readonly tried: readonly Tried[]; readonly found: readonly Found[] }> {
  const { featureFlags: flags, featureFlagsParam: parameter, featureFlagsEncoding: encoding } = implementation.settings.fixtures;
  const given = [...(flags.length > 0 ? ([FLAGS] as const) : []), ...(parameter === null ? [] : ([PARAMETER] as const))];
  if (flags.length === 0 || business === null) {
    const why = flags.length === 0 ? `${FLAGS} is not set` : 'CES_BUSINESS_ID names no business';
    return { tried: given.length === 0 ? [] : [untried(given, why)], found: [] };
  }
  const askQuery = async (query: string): Promise<readonly string[] | null> => {
    const read = await ask(implementation.client, 'getFeatureFlagStatuses', { id: business, query });
    return typeof read === 'string' ? null : namesIn(objectIn(read.exchange)?.feature_flags);
  };
  const unknown = implementation.unique();
  const trial = parameter === null ? null : await tryGiven((names) => askQuery(flagQuery(parameter, names, encoding)), flags, unknown);
  if (trial?.every(({ outcome }) => outcome === 'found')) return { tried: trial, found: [] };
  const search = await findFlagParameter(askQuery, flags, unknown);
  if (search === null) {
    const words = 'found no parameter for which endpoint 14 answers exactly the requested flags';
    return { tried: trial ?? [{ variables: [FLAGS], ...unclear(words) }], found: [] };
  }
  return {
    tried: trial ?? [{ variables: [FLAGS], ...found('found, by a parameter that is not set') }],
    found: [
      ...(search.parameter === parameter ? [] : [{ variable: PARAMETER, value: search.parameter } as const]),
      ...(search.encoding === encoding ? [] : [{ variable: 'CES_FEATURE_FLAGS_ENCODING', value: search.encoding } as const]),
    ],
  };
}

async function tryGiven(askNames: AskNames, flags: readonly string[], unknown: string): Promise<Tried[]> {
  const names = await askNames(flags);
  const missing = flags.filter((flag) => !names?.includes(flag)).map((flag) => JSON.stringify(flag));
  const isUnderstood = await understands(askNames, flags, unknown);
  const lacking = `not answered: ${missing.join(', ')}`;
  const named = missing.length === 0 ? found(`found, all ${flags.length}`) : isUnderstood ? wrong(lacking) : unclear(lacking);
  const parameter = isUnderstood ? found('understood') : wrong('not understood: other flags are answered, or none');
  return [
    { variables: [FLAGS], ...named },
    { variables: [PARAMETER], ...parameter },
  ];
}

function namesIn(flags: unknown): string[] | null {
  if (!Array.isArray(flags)) return null;
  return flags.map((flag: unknown) => String((flag as { feature_flag_name?: unknown } | null)?.feature_flag_name));
}
