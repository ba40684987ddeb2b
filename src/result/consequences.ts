import type { StatementId } from '../specification/register.ts';
import type { Finding } from './finding.ts';
import type { Grouped } from './sighting.ts';

const ALL_BUT_MISSING: readonly StatementId[] = [
  'authentication.rejects-empty',
  'authentication.rejects-wrong-user',
  'authentication.rejects-password-case',
  'authentication.rejects-password-prefix',
  'authentication.rejects-password-extension',
  'authentication.rejects-other-scheme',
  'authentication.rejects-not-base64',
  'authentication.rejects-no-colon',
  'authentication.rejection-does-nothing',
];

/** Statements that fail at an endpoint because another one does: what is not there cannot be right, and who is let in may write. */
const EFFECTS: Readonly<Partial<Record<StatementId, readonly StatementId[]>>> = {
  'authentication.rejects-missing': ['authentication.rejects-wrong-password', ...ALL_BUT_MISSING],
  'authentication.rejects-wrong-password': ALL_BUT_MISSING,
  'authentication.rejects-empty': ['authentication.rejection-does-nothing'],
  'authentication.rejects-wrong-user': ['authentication.rejection-does-nothing'],
  'authentication.rejects-password-case': ['authentication.rejection-does-nothing'],
  'authentication.rejects-password-prefix': ['authentication.rejection-does-nothing'],
  'authentication.rejects-password-extension': ['authentication.rejection-does-nothing'],
  'authentication.rejects-other-scheme': ['authentication.rejection-does-nothing'],
  'authentication.rejects-not-base64': ['authentication.rejection-does-nothing'],
  'authentication.rejects-no-colon': ['authentication.rejection-does-nothing'],
};

/** Folds each finding that follows from an earlier one into that one. The most telling stand first. */
export function foldConsequences(grouped: readonly Grouped[]): Grouped[] {
  const kept: { finding: Finding; sightings: Grouped['sightings'] }[] = [];
  const ordered = grouped.toSorted((a, b) => Number(isEffectOf(b.finding, a.finding)) - Number(isEffectOf(a.finding, b.finding)));
  for (const entry of ordered) {
    const cause = kept.find(({ finding }) => follows(entry.finding, finding));
    if (cause === undefined) kept.push({ ...entry });
    else
      cause.finding = {
        ...cause.finding,
        consequences: [...new Set([...cause.finding.consequences, entry.finding.requirement, ...entry.finding.consequences])].filter(
          (id) => id !== cause.finding.requirement,
        ),
      };
  }
  return kept;
}

function follows(later: Finding, earlier: Finding): boolean {
  if (!later.endpoints.every((endpoint) => earlier.endpoints.includes(endpoint))) return false;
  return isEffectOf(later, earlier) || isSamePlace(later, earlier) || isSameAnswer(later, earlier);
}

function isEffectOf(effect: Finding, cause: Finding): boolean {
  return (EFFECTS[cause.requirement as StatementId] ?? []).includes(effect.requirement as StatementId);
}

/** Two statements about one place: a member of the wrong type does not come back either. */
function isSamePlace(later: Finding, earlier: Finding): boolean {
  return later.pointer !== null && later.pointer !== '' && later.pointer === earlier.pointer;
}

/** One disorderly answer breaks every statement about answers in order. */
function isSameAnswer(later: Finding, earlier: Finding): boolean {
  return later.level === 'robustness' && later.pointer === null && earlier.pointer === null && later.actual === earlier.actual;
}
