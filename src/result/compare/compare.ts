import type { ConformanceResult } from '../result.ts';
import { columnsOf } from './columns.ts';
import type { Comparison, NamedResult } from './comparison.ts';
import { compareObservations } from './observations.ts';
import { compareRequirements } from './requirements.ts';

/** Puts results side by side, in the order in which they are given. Pure. */
export function compare(sources: readonly NamedResult<ConformanceResult>[]): Comparison {
  const results = sources.map(({ result }) => result);
  const { compared, notCompared } = compareRequirements(results);
  const observations = compareObservations(results);
  const open = compared.filter(({ onlyInAssessment }) => onlyInAssessment).length;
  const different = compared.filter(({ differs }) => differs).length - open;
  const drifted = new Set(observations.filter(({ differs }) => differs).map(({ id }) => id)).size;
  const questions = new Set(observations.map(({ id }) => id)).size;
  const assessed = open === 0 ? '' : `, ${open} more were assessed in some only, or in part`;
  const rest = notCompared.length === 0 ? '' : `, ${notCompared.length} not comparable`;
  return {
    format: '1.3.0',
    sentence: `${results.length} results: ${different} of ${compared.length} statements differ${assessed}, ${drifted} of ${questions} observations differ${rest}`,
    columns: columnsOf(sources),
    requirements: compared,
    observations,
    notCompared,
  };
}
