import { invocation } from '../installation/invocation.ts';
import { readSettings } from '../settings/settings.ts';
import { withoutDiscovered } from './discovered.ts';
import { WRITING } from './lacks.ts';
import { openChecks, openRequirements } from './left-open.ts';
import { type Gain, gainWords, prospectsOf } from './prospects.ts';
import type { CheckResult, ConformanceResult } from './result.ts';

const MOST = 3;

/** *CES_A, CES_B, CES_C; `npm run doctor` shows …*: what to set first to assess more. Null where nothing is missing, or was meant to be. */
export function wouldAddSentence(result: ConformanceResult): string | null {
  if (result.target.embedded || result.partial === true || result.interrupted) return null;
  const gains = wouldAdd(result);
  return gains.length === 0 ? null : `${gains.map(gainWords).join(', ')}; ${invocation('doctor')} shows what each missing setting adds`;
}

/** In the doctor's order, what is missing and would change a requirement. What is part of another stands there only. */
function wouldAdd(result: ConformanceResult): Gain[] {
  const { endpoints, settings } = result;
  // A write is left open for want of its fixture even where nothing may be written.
  const [readOnly = ''] = settings.flatMap(({ name, value }) => (name === 'CES_READ_ONLY' ? [value] : []));
  const isSent = ({ endpoint }: CheckResult) =>
    !readSettings({ CES_READ_ONLY: readOnly }).run.readOnly ||
    endpoints.some(({ number, method }) => number === endpoint && method === 'GET');
  const wanted = openRequirements(result).flatMap(({ checks }) =>
    openChecks(checks)
      .filter(isSent)
      .flatMap(({ variables = [] }) => variables),
  );
  const chosen: Gain[] = [];
  for (const gain of prospectsOf(withoutDiscovered(settings), []).gains) {
    const isPart = chosen.some(({ lacking }) => gain.lacking.every((name) => lacking.includes(name)));
    if (isPart || gain.lacking.includes(WRITING) || !gain.lacking.some((name) => wanted.includes(name))) continue;
    chosen.push(gain);
  }
  return chosen.slice(0, MOST);
}
