import { findingsOf } from '../../result/findings.ts';
import { lastingSteps, masked } from '../../result/lasting.ts';
import type { CheckFinding, ConformanceResult, Finding } from '../../result/result.ts';
import { idMaker, idOf, type Row } from './rows.ts';

/** A finding, and the failed checks that stand under it. */
export interface ShownFinding {
  readonly finding: Finding;
  /** Element id; the same in the next run against the same deviation. */
  readonly anchor: string;
  /** Its simplest evidence. */
  readonly lead: Row | undefined;
  /** The places in the judged answer, with indices. */
  readonly pointers: readonly string[];
  /** Failed checks of its statement. Each check stands under one finding. */
  readonly rows: readonly Row[];
  /** Failed checks of statements that fail because of it. */
  readonly following: readonly Row[];
  /** Further checks that show it and stand under another finding. */
  readonly elsewhere: readonly Row[];
}

/**
 * The findings of a result with their checks. Findings are made anew for failed checks that no finding of the result accounts for, so
 * that none is lost: the result may be of an older format.
 */
export function toShownFindings(result: ConformanceResult, rows: readonly Row[]): ShownFinding[] {
  const failed = rows.filter(({ check }) => check.status === 'failed' || check.status === 'waived');
  const given = result.findings ?? [];
  const left = new Set(failed.filter((row) => homeOf(row, given) === undefined).map(({ check }) => check));
  const others = findingsOf(
    result.requirements.map((requirement) => ({
      ...requirement,
      checks: requirement.checks.filter((check) => check.status === 'passed' || left.has(check)),
    })),
  );
  const findings = [...given, ...others];
  const homes = new Map(failed.map((row) => [row, homeOf(row, findings)]));
  const unique = idMaker();
  return findings.map((finding) => {
    const own = failed.filter((row) => homes.get(row) === finding);
    const showing = failed.filter((row) => shows(row, finding));
    const lead =
      showing.find(({ check }) => check.title === finding.title && check.endpoint === finding.endpoint) ??
      own.find(({ check }) => check.title === finding.title) ??
      own[0];
    return {
      finding,
      anchor: unique(idOf('finding', finding.id)),
      lead,
      pointers: pointersOf(finding, lead),
      rows: own.filter(({ requirement }) => requirement.id === finding.requirement),
      following: own.filter(({ requirement }) => requirement.id !== finding.requirement),
      elsewhere: showing.filter((row) => homes.get(row) !== finding),
    };
  });
}

/** What needs mending, worst level first; what nobody expects to be mended now; and what was merely not seen. */
export function sorted<T extends { readonly finding: Finding }>(shown: readonly T[]) {
  const waived = shown.filter(({ finding }) => finding.waived);
  const open = shown.filter(({ finding }) => !finding.waived);
  return {
    broken: open.filter(({ finding }) => finding.level !== 'completeness'),
    waived,
    unseen: open.filter(({ finding }) => finding.level === 'completeness'),
  };
}

/** Whether there is more to show than what was merely not seen. */
export function isBroken(shown: readonly ShownFinding[]): boolean {
  return shown.some(({ finding }) => finding.waived || finding.level !== 'completeness');
}

/** The finding under which a check stands: one that it shows, before one of its statement, before one that explains it. */
function homeOf(row: Row, findings: readonly Finding[]): Finding | undefined {
  const { requirement } = row;
  const own = findings.filter((finding) => finding.requirement === requirement.id);
  const causes = findings.filter(({ consequences }) => consequences.includes(requirement.id));
  return (
    own.find((finding) => shows(row, finding)) ??
    own.find((finding) => isAt(row, finding)) ??
    causes.find((finding) => isAt(row, finding)) ??
    own[0] ??
    causes[0]
  );
}

function isAt({ check: { endpoint } }: Row, { endpoints }: Finding): boolean {
  return endpoint === null || endpoints.includes(endpoint);
}

function shows(row: Row, finding: Finding): boolean {
  if (row.requirement.id !== finding.requirement || !isAt(row, finding)) return false;
  const { findings: items = [] } = row.check;
  return items.length === 0 || items.some((item) => isMeant(item, finding));
}

function isMeant(item: CheckFinding, finding: Finding): boolean {
  if (finding.level === 'completeness') return true;
  const alike = masked(item.expected) === masked(finding.expected);
  if (item.pointer === undefined) return alike && finding.pointer === null && masked(item.actual) === masked(finding.actual);
  const { steps, free } = lastingSteps(item.pointer, '*');
  const place = steps.map((step) => `/${step}`).join('');
  return (alike || free) && finding.pointer !== null && [finding.pointer, ...(finding.places ?? [])].includes(place);
}

function pointersOf(finding: Finding, lead: Row | undefined): string[] {
  const items = (lead?.check.findings ?? []).filter((item) => isMeant(item, finding));
  const judged = items.find(({ pointer }) => pointer === finding.at)?.exchange;
  const places = items.flatMap(({ pointer, exchange }) => (pointer === undefined || exchange !== judged ? [] : [pointer]));
  return [...new Set([...(finding.at === undefined ? [] : [finding.at]), ...places])];
}
