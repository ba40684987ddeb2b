import { STATEMENT } from '../engine/evidence/failure-message.ts';
import type { Waiver } from '../settings/files/waivers.ts';
import { ANY_TEXT } from './lasting.ts';
import type { CheckResult, RequirementResult } from './result.ts';
import { judged } from './roll-up.ts';

export interface Waived {
  readonly requirements: RequirementResult[];
  /** Waivers that are no longer true, each with what to do. Any of them fails the run. */
  readonly problems: string[];
}

/**
 * Marks the failures that waivers expect. A waiver that has expired, or whose failure is gone or is another one now, waives nothing and is
 * reported. A waiver whose check was not assessed waits; in a partial run, so does every one that has not expired.
 * @param today `YYYY-MM-DD`
 */
export function waive(requirements: readonly RequirementResult[], waivers: readonly Waiver[], today: string, partial = false): Waived {
  const problems = waivers.flatMap((waiver) => problemOf(waiver, partial ? [] : requirements, today) ?? []);
  const current = waivers.filter(({ expires }) => expires >= today);
  const waived = requirements.map((entry) => {
    const checks = entry.checks.map((check) => waiveCheck(entry.id, check, current));
    return checks.length === 0 ? entry : judged(entry, checks);
  });
  return { requirements: waived, problems };
}

function waiveCheck(id: string, check: CheckResult, waivers: readonly Waiver[]): CheckResult {
  const waiver = check.status === 'failed' ? waivers.find((candidate) => covers(candidate, id, check)) : undefined;
  return waiver ? { ...check, status: 'waived', waiver: { reason: waiver.reason, owner: waiver.owner, expires: waiver.expires } } : check;
}

function problemOf(waiver: Waiver, requirements: readonly RequirementResult[], today: string): string | null {
  const { requirement: id, endpoint, expires, owner } = waiver;
  const name = `The waiver of ${id}${endpoint === undefined ? '' : ` at endpoint ${endpoint}`} (${owner})`;
  if (expires < today) return `${name} expired on ${expires}: mend the deviation, or renew the waiver.`;
  const checks = requirements.flatMap((entry) => (entry.id === id ? entry.checks : [])).filter((check) => isAbout(waiver, id, check));
  const failed = checks.filter(({ status }) => status === 'failed');
  if (failed.some((check) => isExpected(waiver, check))) return null;
  if (failed.length > 0)
    return `${name} expects ${JSON.stringify(waiver.message)}, but the failure is another one now: look at it, and correct the waiver if it is known too.`;
  if (checks.some(({ status }) => status === 'passed') && checks.every(({ status }) => status === 'passed'))
    return `${name} is stale, since the check passes: take the waiver out.`;
  return null;
}

/** Whether a waiver, valid or not, covers a check's failure. */
export function covers(waiver: Waiver, id: string, check: CheckResult): boolean {
  return isAbout(waiver, id, check) && isExpected(waiver, check);
}

function isAbout(waiver: Waiver, id: string, check: CheckResult): boolean {
  return waiver.requirement === id && (waiver.endpoint === undefined || waiver.endpoint === check.endpoint);
}

/** The first line is the statement, the same for every failure. `…` stands for any text. */
function isExpected({ message }: Waiver, check: CheckResult): boolean {
  const text = check.message ?? '';
  let from = text.startsWith(STATEMENT) ? text.indexOf('\n') + 1 : 0;
  for (const piece of message.split(ANY_TEXT)) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
