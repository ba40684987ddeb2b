import { STATEMENT } from '../engine/evidence/evidence.ts';
import type { Waiver } from '../settings/files/waivers.ts';
import { countingLevels, type FailOn } from './counting.ts';
import { ANY_TEXT, lastingSteps, masked } from './lasting.ts';
import type { CheckResult, RecordedDeviation, RequirementResult } from './result.ts';
import { hasFailed, judged } from './roll-up.ts';

interface Waived {
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
function covers(waiver: Waiver, id: string, check: CheckResult): boolean {
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

/** Only people know what to write here. The reader of waivers refuses it. */
export const PLACEHOLDER = 'TODO';

export interface Drafted {
  readonly waivers: readonly Waiver[];
  /** Failures without a draft, each with the reason. */
  readonly left: readonly string[];
}

/**
 * Waivers for the failures that fail a run and that no existing one covers: as few as can say what fails at which endpoint. Everything that a
 * check found is a candidate, so what many checks show has one waiver an endpoint, like the finding that people see.
 * @param expires `YYYY-MM-DD`
 */
export function draftWaivers(
  requirements: readonly RequirementResult[],
  existing: readonly Waiver[],
  failOn: FailOn,
  expires: string,
): Drafted {
  const [waivers, left]: [Waiver[], string[]] = [[], []];
  for (const { id, level, checks } of requirements) {
    if (!countingLevels(failOn).includes(level)) continue;
    const open = checks.filter((check) => hasFailed(check) && !existing.some((waiver) => covers(waiver, id, check)));
    for (const endpoint of new Set(open.map((check) => check.endpoint))) {
      const own = open.filter((check) => check.endpoint === endpoint);
      const draft = (message: string): Waiver => ({
        requirement: id,
        ...(endpoint !== null && { endpoint }),
        reason: PLACEHOLDER,
        owner: PLACEHOLDER,
        expires,
        message,
      });
      const lasting = own.filter(({ flaky }) => flaky !== true);
      waivers.push(
        ...fewest(
          lasting,
          [...new Set(lasting.flatMap(({ findings = [] }) => findings.flatMap((finding) => lastingPart(finding) ?? [])))].map(draft),
          id,
        ),
      );
      const covered = (check: CheckResult) => waivers.some((waiver) => covers(waiver, id, check));
      left.push(...own.filter((check) => !covered(check)).map((check) => `${id} (endpoint ${endpoint ?? 'none'}): ${whyNot(check)}`));
    }
  }
  return { waivers, left };
}

function whyNot({ flaky }: CheckResult): string {
  return flaky === true
    ? 'it did not fail again when it was repeated, so a waiver would be stale in the next run'
    : 'nothing in its message lasts from run to run; write the waiver by hand';
}

/** The candidate that covers most failures, then the one that covers most of the rest, and so on. */
function fewest(failures: readonly CheckResult[], candidates: readonly Waiver[], id: string): Waiver[] {
  const covered = (candidate: Waiver) => failures.filter((check) => covers(candidate, id, check));
  const [best] = candidates.toSorted((a, b) => covered(b).length - covered(a).length);
  if (best === undefined || covered(best).length === 0) return [];
  return [
    best,
    ...fewest(
      failures.filter((check) => !covers(best, id, check)),
      candidates,
      id,
    ),
  ];
}

/**
 * The lasting part of a failure's message that distinguishes it from others of its statement, as findings are told apart: the place and the
 * expectation or, without a place, the expectation and what was found. Values, ids, names and times differ from run to run. Null where nothing
 * lasts.
 */
export function lastingPart({ pointer = '', expected, actual }: RecordedDeviation): string | null {
  const { steps, free } = lastingSteps(pointer, ANY_TEXT);
  const where = `At /${steps.join('/')}`;
  if (free) return where;
  // Beside a place, an expectation is kept only if it is words alone.
  if (pointer !== '') return `${where}\nExpected:${masked(expected) === expected ? ` ${expected}` : ''}`;
  const lines = [`Expected: ${masked(expected)}`, `Actual: ${masked(actual)}`].filter((line) => !/: …?$/.test(line));
  return lines.length === 0 ? null : lines.join('\n').replace(/[\s…]+$/, '');
}
