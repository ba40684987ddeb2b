import { relative } from 'node:path';
import { jsonFilesIn, looksLikeResult, readJson, storedResult, UnusableResult } from '../../settings/files/stored-result.ts';
import { deviationKey, formerFinding, groupedFindings } from '../findings.ts';
import type { CheckResult, ConformanceResult, FormerFinding, Latency, RequirementResult } from '../result.ts';
import { judged, tally } from '../roll-up.ts';
import type { Sighting } from '../sighting.ts';
import { isPartly } from '../verdict.ts';
import type { Run } from './history.ts';

type Place = Pick<CheckResult, 'title' | 'endpoint'>;

/** What a history needs of a result: little enough to hold hundreds. */
export interface ResultRecord {
  readonly run: Omit<Run, 'name'>;
  readonly target: ConformanceResult['target'];
  readonly runIds: readonly string[];
  readonly findings: readonly RecordedFinding[];
  /** Everything that failed, what follows from a finding too: once by the key of its deviation, once by the id of the finding. */
  readonly sightings: readonly { readonly key: string; readonly requirement: string; readonly waived: boolean }[];
  readonly statements: ReadonlyMap<string, RecordedStatement>;
  readonly endpoints: ConformanceResult['endpoints'];
  readonly latencies: readonly Latency[];
}

export interface RecordedFinding {
  readonly finding: FormerFinding;
  /** Keys of the deviations of its own statement. */
  readonly keys: readonly string[];
  /** The checks that showed them. */
  readonly shownBy: readonly Place[];
}

export interface RecordedStatement {
  readonly level: RequirementResult['level'];
  readonly text: string;
  readonly checks: readonly (Place & Pick<CheckResult, 'status'>)[];
}

/** Findings are grouped anew by this version's rules, so that ids of other versions do not matter. */
export function recordOf(file: string, result: ConformanceResult): ResultRecord {
  const grouped = groupedFindings(result.requirements);
  const ownOf = ({ finding, sightings }: (typeof grouped)[number]) =>
    sightings.filter(({ requirement }) => requirement.id === finding.requirement);
  return {
    run: runOf(file, result, grouped.filter(({ finding }) => finding.level === 'robustness').length),
    target: result.target,
    runIds: result.runIds ?? [],
    findings: grouped.map((entry) => ({
      finding: formerFinding(entry.finding),
      keys: [...new Set(ownOf(entry).map(deviationKey))],
      shownBy: ownOf(entry).map(({ check: { title, endpoint } }) => ({ title, endpoint })),
    })),
    sightings: grouped.flatMap(({ finding, sightings }) => [
      { key: finding.id, requirement: finding.requirement, waived: finding.waived },
      ...sightings.map(sightingOf),
    ]),
    statements: new Map(result.requirements.map(({ id, level, text, checks }) => [id, { level, text, checks: checks.map(placeOf) }])),
    endpoints: result.endpoints,
    latencies: result.latencies,
  };
}

function runOf(file: string, result: ConformanceResult, robustness: number): Omit<Run, 'name'> {
  const statements = result.requirements.map((entry) => (entry.checks.length === 0 ? entry : judged(entry, entry.checks)));
  const { failed, waived } = tally(result.requirements.filter(({ level }) => level === 'requirement'));
  const { notAssessed, inPart } = tally(statements);
  const counts = { broken: failed + waived, robustness, notAssessed, inPart };
  return {
    file,
    startedAt: result.startedAt,
    suiteVersion: result.suite.version,
    specificationVersion: result.specification.version,
    seed: result.seed,
    verdict: result.verdict,
    partly: isPartly(result),
    sentence: result.sentence,
    partial: result.partial === true || result.interrupted,
    counts: result.verdict === 'no-verdict' ? null : counts,
    durationMs: result.durationMs,
    leftBehind: result.target.embedded || result.leftBehind === undefined ? null : result.leftBehind.map(remainsOf),
  };
}

function remainsOf({ kind, count, unanswered }: NonNullable<ConformanceResult['leftBehind']>[number]) {
  return { kind, count, ...(unanswered !== undefined && { unanswered }) };
}

function sightingOf(sighting: Sighting) {
  return { key: deviationKey(sighting), requirement: sighting.requirement.id, waived: sighting.check.status === 'waived' };
}

function placeOf({ title, endpoint, status }: CheckResult): Place & Pick<CheckResult, 'status'> {
  return { title, endpoint, status };
}

/**
 * Every result in a folder, at any depth, named by its path there. Other JSON files may stand beside them.
 * @throws AggregateError of an `UnusableResult` for each file that cannot be read as JSON, or looks like a result and is none of this version;
 * for a folder that is none, or holds no result
 */
export function readFolder(folder: string): ResultRecord[] {
  const unusable: UnusableResult[] = [];
  const records = filesOf(folder).flatMap((file) => {
    try {
      const value = readJson(file);
      // The published schema, against which the file is read, describes this type.
      return looksLikeResult(value) ? [recordOf(relative(folder, file), storedResult(file, value) as ConformanceResult)] : [];
    } catch (error) {
      if (!(error instanceof UnusableResult)) throw error;
      unusable.push(error);
      return [];
    }
  });
  if (unusable.length > 0) throw new AggregateError(unusable);
  if (records.length === 0)
    throw new UnusableResult(
      folder,
      'no conformance result in it',
      'Give a folder with the conformance.json of one run or more, at any depth.',
    );
  return records;
}

function filesOf(folder: string): string[] {
  try {
    return jsonFilesIn(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    const problem = code === 'ENOENT' ? 'no such folder' : code === 'ENOTDIR' ? 'a file' : `cannot be read (${code})`;
    throw new UnusableResult(folder, problem, 'Give the folder that holds the results.');
  }
}
