import { NO_SUCH_FORM } from '../http/authorization.ts';
import { doubtedSettings } from './doubted-settings.ts';
import type { CheckResult, ConformanceResult, RequirementResult } from './result.ts';
import { holdsInPart } from './roll-up.ts';

/** More open requirements are counted; fewer are named. */
const MOST_NAMED = 3;

/**
 * What people should know first of what was left open, a line each: settings that look wrong, with what that costs; else the open
 * requirements, where they are few, each with its reason.
 */
export function leftOpenLines(result: ConformanceResult): string[] {
  const doubts = doubtLines(result);
  if (doubts.length > 0 || result.partial === true || result.interrupted) return doubts;
  const open = openRequirements(result);
  if (open.length > MOST_NAMED) return [];
  return open.map((entry) => {
    const reasons = new Set(openChecks(entry.checks).flatMap(({ message }) => message ?? []));
    return `${entry.id}${holdsInPart(entry) ? ' (in part)' : ''}: ${[...reasons].join('; ')}`;
  });
}

/** The requirements that keep a result from being whole. */
export function openRequirements({ requirements }: Pick<ConformanceResult, 'requirements'>): RequirementResult[] {
  return requirements.filter((entry) => entry.level === 'requirement' && (entry.status === 'not-assessed' || holdsInPart(entry)));
}

/** The checks that leave a statement open, or judged in part. */
export function openChecks(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter(({ status }) => status === 'not-assessed');
}

/** Whether a check could be made with other credentials only: that says nothing of the endpoint. */
export function cannotApply({ status, message }: Pick<CheckResult, 'status' | 'message'>): boolean {
  return status === 'not-assessed' && message === NO_SUCH_FORM;
}

/** *CES_BUSINESS_ID=biz_nope is not found: it costs 29 requirements*; the most costly first. */
function doubtLines(result: ConformanceResult): string[] {
  return doubtedSettings(result)
    .map(({ name, value, trouble, endpoints }) => {
      const isLost = (check: CheckResult) =>
        check.endpoint !== null && endpoints.includes(check.endpoint) && (check.variables ?? []).length === 0 && !cannotApply(check);
      const cost = openRequirements(result).filter(({ checks }) => openChecks(checks).some(isLost)).length;
      return { cost, line: `${name}=${value} ${trouble}${cost === 0 ? '' : `: it costs ${cost} requirement${cost === 1 ? '' : 's'}`}` };
    })
    .sort((a, b) => b.cost - a.cost)
    .map(({ line }) => line);
}
