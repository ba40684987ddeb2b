import type { ConformanceResult } from './result.ts';

/** Settings with which a run does less than a whole one, though all its tests run. */
const LEAVING_OUT: readonly { readonly name: string; readonly values: readonly string[]; readonly words: string }[] = [
  { name: 'CES_READ_ONLY', values: ['1', 'true'], words: 'only GET requests were sent' },
  { name: 'CES_PROPERTY_RUNS', values: ['0'], words: 'random input was left out' },
];

/** What the settings of a run left out, in clauses for people; empty where nothing. */
export function leftOut(settings: ConformanceResult['settings']): string[] {
  return LEAVING_OUT.filter((entry) => settings.some(({ name, value }) => name === entry.name && entry.values.includes(value))).map(
    ({ words }) => words,
  );
}
