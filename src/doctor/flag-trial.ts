import { flagQuery } from '../client/call.ts';
import type { Implementation } from '../client/implementation.ts';
import { isSuccess } from '../http/outcome.ts';
import { objectIn } from './fixture-reads.ts';
import { findFlagParameter, understands } from './flag-search.ts';
import { ask, type Findings, NOTHING, type Tried, untried } from './tried.ts';

const FLAGS = 'CES_FEATURE_FLAGS';
const PARAMETER = 'CES_FEATURE_FLAGS_PARAM';

/** Tries the settings of feature flags. Searches for the query parameter if it is missing or not understood. */
export async function tryFlags(implementation: Implementation, business: string | null): Promise<Findings> {
  const { featureFlags: flags, featureFlagsParam: parameter, featureFlagsEncoding: encoding } = implementation.settings.fixtures;
  const given = [...(flags.length > 0 ? ([FLAGS] as const) : []), ...(parameter === null ? [] : ([PARAMETER] as const))];
  if (flags.length === 0 || business === null) {
    const why = flags.length === 0 ? `${FLAGS} is not set` : 'CES_BUSINESS_ID is not set';
    return given.length === 0 ? NOTHING : { ...NOTHING, tried: [untried(given, why)] };
  }
  const askQuery = async (query: string): Promise<readonly string[] | null> => {
    const read = await ask(implementation.client, 'getFeatureFlagStatuses', { id: business, query });
    return typeof read === 'string' || !isSuccess(read.exchange) ? null : namesIn(objectIn(read.exchange).feature_flags);
  };
  const unknown = implementation.unique();
  const trial = parameter === null ? null : await tryGiven((names) => askQuery(flagQuery(parameter, names, encoding)), flags, unknown);
  if (trial?.every(({ outcome }) => outcome === 'found')) return { ...NOTHING, tried: trial };
  const search = await findFlagParameter(askQuery, flags, unknown);
  if (search === null) {
    const words = 'found no parameter for which endpoint 14 answers exactly the requested flags';
    return { ...NOTHING, tried: trial ?? [{ variables: [FLAGS], outcome: 'unclear', words }] };
  }
  return {
    tried: trial ?? [{ variables: [FLAGS], outcome: 'found', words: 'found, by a parameter that is not set' }],
    found: [
      ...(search.parameter === parameter ? [] : [{ variable: PARAMETER, value: search.parameter } as const]),
      ...(search.encoding === encoding ? [] : [{ variable: 'CES_FEATURE_FLAGS_ENCODING', value: search.encoding } as const]),
    ],
  };
}

async function tryGiven(
  askNames: (names: readonly string[]) => Promise<readonly string[] | null>,
  flags: readonly string[],
  unknown: string,
) {
  const answered = await askNames(flags);
  const missing = flags.filter((flag) => !answered?.includes(flag)).map((flag) => JSON.stringify(flag));
  const isUnderstood = await understands(askNames, flags, unknown);
  const named: Tried =
    missing.length === 0
      ? { variables: [FLAGS], outcome: 'found', words: `found, all ${flags.length}` }
      : { variables: [FLAGS], outcome: isUnderstood ? 'wrong' : 'unclear', words: `not answered: ${missing.join(', ')}` };
  const parameter: Tried = isUnderstood
    ? { variables: [PARAMETER], outcome: 'found', words: 'understood' }
    : { variables: [PARAMETER], outcome: 'wrong', words: 'not understood: other flags are answered, or none' };
  return [named, parameter];
}

function namesIn(flags: unknown): string[] | null {
  if (!Array.isArray(flags)) return null;
  return flags.map((flag: unknown) => String((flag as { feature_flag_name?: unknown } | null)?.feature_flag_name));
}
