import { NO_SUCH_FORM } from '../http/authorization.ts';
import { counted } from '../specification/words.ts';
import { doctorFor, doubtedSettings } from './doubted-settings.ts';
import type { CheckResult, ConformanceResult, RequirementResult } from './result.ts';
import { holdsInPart, openChecks } from './roll-up.ts';

const MOST_NAMED = 3;

/** What people should know first of what was left open: settings that look wrong, with what that costs; else the open requirements, if they are few. */
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

/** Whether a check could be made with other credentials only: that says nothing of the endpoint. */
export function cannotApply({ status, message }: Pick<CheckResult, 'status' | 'message'>): boolean {
  return status === 'not-assessed' && message === NO_SUCH_FORM;
}

/** *CES_BUSINESS_ID=biz_nope is not found: it costs 29 requirements*; the most costly first. */
function doubtLines(result: ConformanceResult): string[] {
  return doubtedSettings(result)
    .map(({ name, value, trouble, endpoints }) => {
      const isLost = ({ endpoint, variables = [], ...check }: CheckResult) =>
        variables.includes(name) || (endpoint !== null && endpoints.includes(endpoint) && variables.length === 0 && !cannotApply(check));
      const cost = openRequirements(result).filter(({ checks }) => openChecks(checks).some(isLost)).length;
      return { cost, line: `${name}=${value} ${trouble}${cost === 0 ? '' : `: it costs ${counted(cost, 'requirement')}`}` };
    })
    .sort((a, b) => b.cost - a.cost)
    .map(({ line }) => line);
}

/** What stands above findings, since they may follow from it; null where no setting looks wrong. */
export function settingsFirst(result: ConformanceResult): string | null {
  const doubts = doubtedSettings(result);
  if (doubts.length === 0) return null;
  const isBroken = result.findings?.some(({ waived, level }) => !waived && level !== 'completeness') ?? false;
  const look = isBroken ? 'Look at the settings first, since what is broken may follow from them' : 'Look at the settings';
  return `${look}: ${doubtLines(result).join('; ')}. ${doctorFor(doubts)} tries them.`;
}
