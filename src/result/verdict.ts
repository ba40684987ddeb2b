import { LEVELS } from '../specification/categories.ts';
import type { Level, RequirementResult, Verdict } from './result.ts';

interface VerdictOutcome {
  readonly verdict: Verdict;
  readonly complete: boolean;
  readonly noVerdictReason: string | null;
}

const FAILED = ['failed', 'waived'];

/** The reason of a run that went well but had nothing to judge. */
export const NOTHING_ASSESSED = 'No requirement was assessed.';

/**
 * Nonconformant as soon as a requirement failed, waived or not. Otherwise no verdict if the run met an obstacle, or assessed no requirement
 * at all. Otherwise conformant.
 */
export function verdictOf(requirements: readonly RequirementResult[], obstacle: string | null): VerdictOutcome {
  const binding = requirements.filter(({ level }) => level === 'requirement');
  const complete = requirements.every(({ status }) => status !== 'not-assessed');
  if (binding.some(({ status }) => FAILED.includes(status))) return { verdict: 'nonconformant', complete, noVerdictReason: null };
  const reason = obstacle ?? (binding.some(({ status }) => status === 'passed') ? null : NOTHING_ASSESSED);
  return { verdict: reason === null ? 'conformant' : 'no-verdict', complete, noVerdictReason: reason };
}

/** The verdict as people read it, always with its denominator. What is broken beside the requirements stands in the same sentence. */
export function verdictSentence(verdict: Verdict, requirements: readonly RequirementResult[], lost = false): string {
  const binding = requirements.filter(({ level }) => level === 'requirement');
  const total = binding.length;
  const open = binding.filter(({ status }) => status === 'not-assessed').length;
  const failed = binding.filter(({ status }) => FAILED.includes(status)).length;
  const rest = open === 0 ? '' : `, ${open} not assessed`;
  const frail = requirements.filter(({ level, status }) => level === 'robustness' && FAILED.includes(status)).length;
  const but = frail === 0 ? '' : `; ${frail} robustness statement${frail === 1 ? '' : 's'} broken`;
  const sentences: Record<Verdict, string> = {
    'no-verdict': `No verdict: ${total - open} of ${total} requirements assessed`,
    nonconformant: `Not conformant: ${failed} of ${total} requirements broken${rest}`,
    conformant:
      open === 0
        ? `Conformant: all ${total} requirements hold${but}`
        : `Conformant as far as assessed: ${total - open} of ${total} requirements hold${rest}${but}`,
  };
  return `${sentences[verdict]}${lost ? '; the target went away' : ''}`;
}

/** The levels whose failures fail a run, by the setting `CES_FAIL_ON`: all up to the one named. */
export function countingLevels(failOn: Level): readonly Level[] {
  return LEVELS.slice(0, LEVELS.indexOf(failOn) + 1);
}

export function countingFailures(requirements: readonly RequirementResult[], failOn: Level): RequirementResult[] {
  return requirements.filter(({ level, status }) => status === 'failed' && countingLevels(failOn).includes(level));
}
