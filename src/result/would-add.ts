import { invocation } from '../engine/installation.ts';
import { FIXTURE_NAMES } from '../settings/fixtures/fixture-values.ts';
import { readSettings } from '../settings/settings.ts';
import type { CheckResult, ConformanceResult } from './result.ts';

const MOST = 3;

/** *CES_A, CES_B, CES_C; `npm run doctor` shows …*: what to set first to assess more. Null where nothing is missing, or was meant to be. */
export function wouldAddSentence(result: ConformanceResult): string | null {
  if (result.target.embedded || result.partial === true || result.interrupted) return null;
  const names = wouldAdd(result);
  return names.length === 0 ? null : `${names.join(', ')}; ${invocation('doctor')} shows what each missing setting adds`;
}

/** The settings without which most checks were left open: each counts what those before it leave. */
function wouldAdd({ requirements, endpoints, settings }: ConformanceResult): string[] {
  // A write is left open for want of its fixture even where nothing may be written.
  const [readOnly = ''] = settings.flatMap(({ name, value }) => (name === 'CES_READ_ONLY' ? [value] : []));
  const isSent = ({ endpoint }: CheckResult) =>
    !readSettings({ CES_READ_ONLY: readOnly }).run.readOnly ||
    endpoints.some(({ number, method }) => number === endpoint && method === 'GET');
  let open = requirements
    .flatMap(({ checks }) => checks)
    .filter((check) => check.status === 'not-assessed' && isSent(check))
    .map(({ variables = [] }) => variables);
  const chosen: string[] = [];
  while (chosen.length < MOST) {
    const counts = FIXTURE_NAMES.map((name) => ({ name, count: open.filter((variables) => variables.includes(name)).length }));
    const [first] = counts.sort((a, b) => b.count - a.count);
    if (first === undefined || first.count === 0) break;
    chosen.push(first.name);
    open = open.filter((variables) => !variables.includes(first.name));
  }
  return chosen;
}
