import type { ConformanceResult } from '../result.ts';
import { columnsOf, ordered } from './columns.ts';
import type { Comparison, NamedResult } from './comparison.ts';
import { compareObservations } from './observations.ts';
import { compareRequirements } from './requirements.ts';

/** Puts results side by side. Pure: the order in which they are given does not matter. */
export function compare(given: readonly NamedResult<ConformanceResult>[]): Comparison {
  const sources = ordered(given);
  const results = sources.map(({ result }) => result);
  const { compared, notCompared } = compareRequirements(results);
  const observations = compareObservations(results);
  const different = compared.filter(({ differs }) => differs).length;
  const drifted = new Set(observations.filter(({ differs }) => differs).map(({ id }) => id)).size;
  const questions = new Set(observations.map(({ id }) => id)).size;
  const rest = notCompared.length === 0 ? '' : `, ${notCompared.length} not comparable`;
  return {
    format: '1.1.0',
    sentence: `${results.length} results: ${different} of ${compared.length} statements differ, ${drifted} of ${questions} observations differ${rest}`,
    columns: columnsOf(sources),
    requirements: compared,
    observations,
    notCompared,
  };
}
