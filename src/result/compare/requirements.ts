import { clip } from '../../http/clip.ts';
import type { CheckResult, ConformanceResult, RequirementResult } from '../result.ts';
import { judged } from '../roll-up.ts';
import type { ComparedRequirement, NotCompared, Outcome } from './comparison.ts';

const LONGEST_FOUND = 300;

/**
 * Compares the statements that every result has in the same words and at the same level, and gives a reason for each of the others. Another
 * wording may be another statement: suites of different versions are compared only where they ask the same.
 */
export function compareRequirements(results: readonly Pick<ConformanceResult, 'requirements'>[]): {
  readonly compared: ComparedRequirement[];
  readonly notCompared: NotCompared[];
} {
  const compared: ComparedRequirement[] = [];
  const notCompared: NotCompared[] = [];
  const byId = results.map(({ requirements }) => new Map(requirements.map((requirement) => [requirement.id, requirement])));
  for (const id of new Set(results.flatMap(({ requirements }) => requirements.map((requirement) => requirement.id)))) {
    const entries = byId.map((requirements) => requirements.get(id));
    const present = entries.filter((entry) => entry !== undefined);
    const reason = present.length < entries.length ? 'not in every file' : disagreement(present);
    if (reason === null) compared.push(comparedOf(present));
    else notCompared.push({ id, reason, statuses: entries.map((entry) => entry?.status ?? null) });
  }
  return { compared, notCompared };
}

function disagreement([first, ...others]: readonly RequirementResult[]): string | null {
  if (others.some(({ level }) => level !== first?.level)) return 'its level is not the same in all files';
  return others.some(({ text }) => text !== first?.text) ? 'its wording is not the same in all files' : null;
}

function comparedOf(entries: readonly RequirementResult[]): ComparedRequirement {
  const [first] = entries;
  if (first === undefined) throw new Error('A statement is compared only where a result has it.');
  const outcomes = entries.map(outcomeOf);
  const differs = new Set(outcomes.map(({ status, partly, failed }) => JSON.stringify([status, partly, failed]))).size > 1;
  const onlyInAssessment = differs && outcomes.every(({ failed }) => failed.length === 0);
  return { id: first.id, level: first.level, text: first.text, source: first.source, differs, onlyInAssessment, outcomes };
}

/** By this version's rules: until format 1.5, one check that was not assessed left its statement open. */
function outcomeOf(entry: RequirementResult): Outcome {
  const { status, partly, checks } = entry.checks.length === 0 ? entry : judged(entry, entry.checks);

  const failed = checks.filter((check) => check.status === 'failed' || check.status === 'waived');
  const telling = failed[0] ?? checks.find((check) => check.status === 'not-assessed');
  const found = telling === undefined ? undefined : foundIn(telling);
  return {
    status,
    ...(partly && { partly }),
    checks: checks.length,
    failed: failed
      .map(({ endpoint, title }) => ({ endpoint, title }))
      .sort((a, b) => (a.endpoint ?? 0) - (b.endpoint ?? 0) || a.title.localeCompare(b.title)),
    ...(found !== undefined && { found: clip(found, LONGEST_FOUND) }),
  };
}

function foundIn({ findings, message }: CheckResult): string | undefined {
  const [finding] = findings ?? [];
  if (finding === undefined) return message;
  const place = finding.pointer === undefined || finding.pointer === '' ? '' : `${finding.pointer}: `;
  return `${place}expected ${finding.expected}, actual ${finding.actual}`;
}
