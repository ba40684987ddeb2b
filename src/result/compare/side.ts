import { clip } from '../../http/text.ts';
import { deviationKey, formerFinding, groupedFindings } from '../findings.ts';
import { type CheckResult, type ConformanceResult, hasFailed, judged, type RequirementResult, type Status, tally } from '../result.ts';
import { isPartly } from '../verdict.ts';

/** What is compared of a result. It holds no exchanges, so that a history can hold hundreds. */
export type Side = ReturnType<typeof sideOf>;
export type Found = Side['found'][number];
/** One deviation of a statement at an endpoint, in one test. */
export type Shown = Found['shown'][number];

/** How a statement fared, as `compare.json` has it. */
export interface Outcome {
  readonly status: Status;
  readonly partly?: true;
  readonly checks: number;
  /** Checks that failed, waived ones too, each as endpoint and title. */
  readonly failed: readonly { readonly endpoint: number | null; readonly title: string }[];
  readonly found?: string;
}

/** The run of a result, as `compare.json` has it. */
export interface Run
  extends Pick<ConformanceResult, 'startedAt' | 'seed' | 'verdict' | 'sentence' | 'interrupted' | 'durationMs'>,
    Readonly<ConformanceResult['target']> {
  readonly name: string;
  readonly file: string;
  readonly suiteVersion: string;
  readonly specificationVersion: string;
  /** The run was filtered, so statements may be open for no reason of the target's. */
  readonly partial: boolean;
  /** The verdict speaks for a part only: people see ◐. */
  readonly partly: boolean;
  /** Null without a verdict: what such a run did not find may be there. */
  readonly counts: { readonly broken: number; readonly robustness: number; readonly notAssessed: number; readonly inPart: number } | null;
  /** Records. Null where the result does not count them, and for the embedded service, which takes them along when it ends. */
  readonly leftBehind: number | null;
}

/** A result as `compare` and `history` hold it. Its run has no name yet. */
export interface Entry extends Side, Pick<ConformanceResult, 'endpoints' | 'latencies'> {
  readonly run: Omit<Run, 'name'>;
  readonly label?: string | undefined;
  readonly runIds: readonly string[];
}

/** By this version's rules, so that neither ids nor statuses of other versions matter. */
export function sideOf({ requirements, observations }: Pick<ConformanceResult, 'requirements' | 'observations'>) {
  const found = groupedFindings(requirements).map(({ finding, sightings }) => ({
    finding: formerFinding(finding),
    waived: finding.waived,
    /** Its own deviations, and those that follow from it. */
    shown: sightings.map((sighting) => {
      const { title, endpoint, status } = sighting.check;
      return { key: deviationKey(sighting), requirement: sighting.requirement.id, title, endpoint, waived: status === 'waived' };
    }),
  }));
  return { statements: new Map(requirements.map((entry) => [entry.id, statementOf(entry)])), found, observations };
}

export function entryOf(file: string, result: ConformanceResult, label?: string): Entry {
  const { startedAt, seed, target, verdict, sentence, interrupted, durationMs, runIds = [], endpoints, latencies, leftBehind } = result;
  const side = sideOf(result);
  const { failed, waived } = tally(result.requirements.filter(({ level }) => level === 'requirement'));
  const { notAssessed, inPart } = tally([...side.statements.values()].map(({ outcome }) => outcome));
  const robustness = side.found.filter(({ finding }) => finding.level === 'robustness').length;
  const run = {
    ...{ file, ...target, startedAt, suiteVersion: result.suite.version, specificationVersion: result.specification.version },
    ...{ seed, verdict, sentence, interrupted, partial: result.partial === true, partly: isPartly(result), durationMs },
    counts: verdict === 'no-verdict' ? null : { broken: failed + waived, robustness, notAssessed, inPart },
    leftBehind: target.embedded ? null : (leftBehind?.reduce((sum, { count }) => sum + count, 0) ?? null),
  };
  return { ...side, run, label, runIds, endpoints, latencies };
}

/** The runs, each with its label, or the shortest name that no other has: its day, a time in UTC, or its file too. */
export function namedRuns(entries: readonly Entry[], prefix: (run: Entry['run']) => string = () => ''): Run[] {
  const candidates = NAMINGS.map((naming) => entries.map(({ run }) => `${prefix(run)}${naming(run)}`));
  return entries.map(({ run, label }, index) => {
    const unique = candidates.find((names) => names.filter((name) => name === names[index]).length === 1);
    return { name: label ?? unique?.[index] ?? `${run.file} (${index + 1})`, ...run };
  });
}

const inUtc = ({ startedAt }: Entry['run'], length: number) => `${startedAt.slice(0, length).replace('T', ' ')} UTC`;

const NAMINGS: readonly ((run: Entry['run']) => string)[] = [
  ({ startedAt }) => startedAt.slice(0, 10),
  ...[16, 19, 23].map((length) => (run: Entry['run']) => inUtc(run, length)),
  (run) => `${inUtc(run, 16)} (${run.file})`,
];

const LONGEST_FOUND = 300;

/** Until format 1.5, one check that was not assessed left its statement open. */
function statementOf(entry: RequirementResult) {
  const { level, text, source } = entry;
  const { status, partly, checks } = entry.checks.length === 0 ? entry : judged(entry, entry.checks);
  const failed = checks.filter(hasFailed);
  const telling = failed[0] ?? checks.find((check) => check.status === 'not-assessed');
  const found = telling && foundIn(telling);
  const outcome: Outcome = {
    status,
    ...(partly && { partly }),
    checks: checks.length,
    failed: failed
      .map(({ endpoint, title }) => ({ endpoint, title }))
      .sort((a, b) => (a.endpoint ?? 0) - (b.endpoint ?? 0) || a.title.localeCompare(b.title)),
    ...(found !== undefined && { found: clip(found, LONGEST_FOUND) }),
  };
  return { level, text, source, outcome, checks: checks.map(({ title, endpoint, status: own }) => ({ title, endpoint, status: own })) };
}

function foundIn({ findings: [finding] = [], message }: CheckResult): string | undefined {
  if (finding === undefined) return message;
  return `${finding.pointer ? `${finding.pointer}: ` : ''}expected ${finding.expected}, actual ${finding.actual}`;
}
