import { ENDPOINTS, type EndpointName } from '../specification/endpoints.ts';
import { countKnownFaults } from './known-faults.ts';
import type { ConformanceResult, RequirementResult } from './result.ts';
import { tally } from './roll-up.ts';

/** Settings that leave checks out, each with what its value allows. */
const LIMITS: Readonly<Record<string, (value: string) => string>> = {
  CES_DEPTH: (value) => `the depth ${value}`,
  CES_MAX_REQUESTS: (value) => `${value} requests`,
  CES_WRITE_BUDGET: (value) => `${value} records`,
  CES_MAX_MINUTES: (value) => `${value} min`,
  CES_PROPERTY_RUNS: (value) => `${value} random inputs`,
};

/** Less than this is no difference worth a figure: which checks see a fault is an estimate. */
const WORTH_TELLING = 1.1;

/**
 * What the limits of a run left out: *With 300 requests (CES_MAX_REQUESTS): 108 of 117 requirements judged, 31 of them in part; a full run
 * sees some 1.6 times as many known faults*. Null where no check was left out because of one.
 */
export function limitSentence(requirements: readonly RequirementResult[], settings: ConformanceResult['settings']): string | null {
  const checks = requirements.flatMap((entry) => entry.checks);
  const reached = new Set(checks.flatMap(({ status, variables = [] }) => (status === 'not-assessed' ? variables : [])));
  const limits = Object.entries(LIMITS).flatMap(([name, words]) => {
    const value = settings.find((setting) => setting.name === name)?.value ?? '';
    return reached.has(name) ? [value === '' ? name : `${words(value)} (${name})`] : [];
  });
  if (limits.length === 0) return null;
  const { all, notAssessed, inPart } = tally(requirements.filter(({ level }) => level === 'requirement'));
  const partly = inPart === 0 ? '' : `, ${inPart} of them in part`;
  return `With ${limits.join(' and ')}: ${all - notAssessed} of ${all} requirements judged${partly}; a full run sees ${more(requirements)}.`;
}

function more(requirements: readonly RequirementResult[]): string {
  const nameOf = (wanted: number | null) => ENDPOINTS.find(({ number }) => number === wanted)?.name ?? null;
  const judgedAt = new Map(
    requirements.map(({ id, checks }) => [
      id,
      new Set(checks.flatMap(({ status, endpoint }): (EndpointName | null)[] => (status === 'not-assessed' ? [] : [nameOf(endpoint)]))),
    ]),
  );
  const { seen, all } = countKnownFaults((statement, endpoint) => judgedAt.get(statement)?.has(endpoint) ?? false);
  const times = all / seen;
  return seen === 0 || times < WORTH_TELLING ? 'more' : `some ${times.toFixed(1)} times as many known faults`;
}
