import { variablesRefused } from '../checks/given-ids.ts';
import { NO_SUCH_FORM } from '../http/wrong-credentials.ts';
import { findingsOf } from './findings.ts';
import type { CheckResult, ConformanceResult, RequirementResult } from './result.ts';
import { countedChecks } from './roll-up.ts';

/** More open requirements are counted; fewer are named. */
const MOST_NAMED = 3;

/**
 * What people should know first of what was left open, a line each: settings whose record is not found, with what that costs; else the open
 * requirements, where they are few, each with its reason.
 */
export function leftOpenLines(result: ConformanceResult): string[] {
  const notFound = settingsNotFound(result);
  if (notFound.length > 0 || result.partial === true || result.interrupted) return notFound;
  const open = openRequirements(result);
  if (open.length > MOST_NAMED) return [];
  return open.map(({ id, checks }) => `${id}: ${[...new Set(openChecks(checks).flatMap(({ message }) => message ?? []))].join('; ')}`);
}

/** The requirements that keep a result from being whole. */
export function openRequirements({ requirements }: Pick<ConformanceResult, 'requirements'>): RequirementResult[] {
  return requirements.filter(({ level, status }) => level === 'requirement' && status === 'not-assessed');
}

/** The checks that leave a statement open. */
export function openChecks(checks: readonly CheckResult[]): CheckResult[] {
  return countedChecks(checks).filter(({ status }) => status === 'not-assessed');
}

/** Whether a check could be made with other credentials only: that says nothing of the endpoint. */
export function cannotApply({ status, message }: Pick<CheckResult, 'status' | 'message'>): boolean {
  return status === 'not-assessed' && message === NO_SUCH_FORM;
}

/** *CES_BUSINESS_ID=biz_nope is not found: it costs 29 requirements*; the most costly first. */
function settingsNotFound(result: ConformanceResult): string[] {
  const { requirements, settings, findings = findingsOf(requirements) } = result;
  const refusals = findings.flatMap(({ actual, endpoints }) => {
    const refused = variablesRefused(actual);
    return refused === null ? [] : [{ ...refused, endpoints }];
  });
  // Where several settings may be meant, none is.
  const names = new Set(refusals.flatMap(({ variables, isNotFound }) => (isNotFound && variables.length === 1 ? variables : [])));
  return [...names]
    .map((name) => {
      const endpoints = new Set(refusals.flatMap((refusal) => (refusal.variables.includes(name) ? refusal.endpoints : [])));
      const isLost = (check: CheckResult) =>
        check.endpoint !== null && endpoints.has(check.endpoint) && (check.variables ?? []).length === 0 && !cannotApply(check);
      const cost = openRequirements(result).filter(({ checks }) => openChecks(checks).some(isLost)).length;
      return { name, value: settings.find((setting) => setting.name === name)?.value ?? '', cost };
    })
    .sort((a, b) => b.cost - a.cost)
    .map(
      ({ name, value, cost }) =>
        `${name}=${value} is not found${cost === 0 ? '' : `: it costs ${cost} requirement${cost === 1 ? '' : 's'}`}`,
    );
}
