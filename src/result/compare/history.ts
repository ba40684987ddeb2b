import { relative } from 'node:path';
import { isSameTarget, jsonFilesIn, looksLikeResult, readJson, resultIn, UnusableResult } from '../../settings/files/stored-result.ts';
import { compareRanks, grouped } from '../lists.ts';
import type { ConformanceResult, Latency } from '../result.ts';
import { compareStatements, isSeen, type Sight, type TrackedFinding, trackFindings } from './comparison.ts';
import { type Entry, entryOf, namedRuns, type Run } from './side.ts';

/** Many results of one target. Lists of one entry a run are in the order of `runs`. */
export type History = ReturnType<typeof historyOf>;

/** A finding, and how it fared over all runs. Runs are given by their index. */
export type Followed = TrackedFinding & { readonly course: Course };

export type EndpointLatencies = ConformanceResult['endpoints'][number] & {
  /** Null where a run measured none, or calls another endpoint by this number. */
  readonly latencies: readonly (Latency | null)[];
};

/** The history of the target of the newest result that knows its own, in the order of time. At least one entry is needed. */
export function historyOf(given: readonly Entry[]) {
  // Not by the reader's language: two machines make the same page.
  const place = ({ run }: Entry) => `${run.startedAt} ${run.file}`;
  const inOrder = given.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  const newest = (inOrder.findLast(({ run }) => run.baseUrl !== '') ?? inOrder.at(-1))?.run;
  if (newest === undefined) throw new Error('A history needs a result.');
  const { baseUrl, embedded } = newest;
  const [others, own] = [inOrder.filter(({ run }) => !isSameTarget(run, newest)), inOrder.filter(({ run }) => isSameTarget(run, newest))];
  // A result lies in several files where it is kept and is a baseline too.
  const twins = [...grouped(own, ({ run, runIds }) => JSON.stringify([run.startedAt, run.seed, runIds])).values()];
  const entries = twins.flatMap(([first]) => first ?? []);
  const runs = namedRuns(entries);
  const statements = compareStatements(entries);
  const rank = ({ finding, course }: Followed) => [Number(finding.level !== 'requirement'), -course.since, -course.last];
  return {
    target: { baseUrl, embedded },
    /** Oldest first; at least one. */
    runs: runs as readonly Run[],
    /** Worse levels first, then the latest. */
    findings: trackFindings(entries, statements)
      .map(({ finding, sights }) => ({ finding, sights, course: courseOf(sights) }))
      .sort((a, b) => compareRanks(rank(a), rank(b))),
    endpoints: endpointsOf(entries),
    /** Results that are no part of it. */
    leftOut: [
      ...others.map(({ run }) => ({ file: run.file, reason: `of another target: ${nameOf(run)}`, advice: OF_ITS_OWN })),
      ...twins.flatMap(([first, ...more]) =>
        more.map(({ run }) => ({ file: run.file, reason: `the same run as ${first?.run.file}`, advice: ONCE })),
      ),
    ],
    /** Statements that some runs have in other words or at another level than later ones: these runs say nothing of them. */
    notCompared: statements.flatMap(({ id, disagreement, outcomes, statuses }) => {
      const silent = runs.filter((_, index) => outcomes[index] === null && statuses[index] !== null).map(({ name }) => name);
      return disagreement === null ? [] : [{ id, reason: disagreement, runs: silent }];
    }),
  };
}

const OF_ITS_OWN = 'Give it a folder and a history of its own.';
const ONCE = 'Nothing is missing: the run counts once.';

function nameOf({ baseUrl, embedded }: ConformanceResult['target']): string {
  if (embedded) return 'the embedded reference service';
  return baseUrl === '' ? 'not known, since the run ended before' : baseUrl;
}

/** The endpoints as the newest run that has them knows them. */
function endpointsOf(entries: readonly Entry[]): EndpointLatencies[] {
  const latest = new Map(entries.flatMap(({ endpoints }) => endpoints.map((endpoint) => [endpoint.number, endpoint] as const)));
  return [...latest.values()]
    .sort((a, b) => a.number - b.number)
    .map(({ number, method, path }) => ({
      ...{ number, method, path },
      latencies: entries.map(({ endpoints, latencies }) => {
        const isSame = endpoints.some((endpoint) => endpoint.number === number && endpoint.method === method && endpoint.path === path);
        return isSame ? (latencies.find(({ endpoint }) => endpoint === number) ?? null) : null;
      }),
    }));
}

export interface Course {
  /** What is known of it in the end: it is there, it was there when a run last looked, or a run looked and it is gone. */
  readonly state: 'there' | 'not-looked-for' | 'gone';
  /** The last sight of it that counts was waived. */
  readonly waived: boolean;
  readonly first: number;
  readonly last: number;
  /** The first run of its last spell. Runs that did not look do not end a spell. */
  readonly since: number;
  /** A run before `since` looked for it and did not find it: it began there. Else it may be older. */
  readonly began: boolean;
  /** How often it was gone and came back. */
  readonly returns: number;
}

export function courseOf(sights: readonly Sight[]): Course {
  const [first, last] = [sights.findIndex(isSeen), sights.findLastIndex(isSeen)];
  const ended = sights.lastIndexOf('gone', last);
  const looked = sights.filter((sight) => sight !== 'not-assessed');
  return {
    state: last === sights.length - 1 ? 'there' : sights.includes('gone', last) ? 'gone' : 'not-looked-for',
    waived: sights[last] === 'waived',
    ...{ first, last, since: sights.findIndex((sight, index) => index > ended && isSeen(sight)), began: ended >= 0 },
    returns: looked.filter((sight, index) => isSeen(sight) && looked[index - 1] === 'gone').length - (looked[0] === 'gone' ? 1 : 0),
  };
}

/** The findings by what is known of them at the end. */
export function sortedFindings({ findings }: Pick<History, 'findings'>) {
  const real = findings.filter(({ finding }) => finding.level !== 'completeness');
  const open = real.filter(({ course }) => course.state !== 'gone' && !course.waived);
  return {
    broken: open.filter(({ course }) => course.state === 'there'),
    notLookedFor: open.filter(({ course }) => course.state === 'not-looked-for'),
    waived: real.filter(({ course }) => course.state !== 'gone' && course.waived),
    fixed: real.filter(({ course }) => course.state === 'gone').sort((a, b) => b.course.last - a.course.last),
    /** Documented fields that no answer held: nothing is broken, in the past either. */
    neverSeen: findings.filter(({ finding }) => finding.level === 'completeness'),
  };
}

/** What the history says of the verdict. A filtered run, or one without a verdict, neither begins nor ends what a verdict says. */
export function standingOf(runs: History['runs']) {
  const isWhole = ({ partial, interrupted }: Run) => !partial && !interrupted;
  const saying = runs.filter((run) => run.verdict === 'nonconformant' || (run.verdict === 'conformant' && isWhole(run)));
  const row = saying.length > 0 ? saying : runs;
  const now = row.at(-1);
  if (now === undefined) throw new Error('A history needs a run.');
  const other = row.findLastIndex(({ verdict, partly }) => verdict !== now.verdict || partly !== now.partly);
  return {
    /** The last run that can say it: one that breaks a requirement, or a whole one with a verdict; where there is none, the last. */
    now,
    /** The first of the runs up to that one whose verdict is the same. */
    since: row[other + 1] ?? now,
    /** No run that can say it had another verdict before. */
    fromTheFirst: other < 0,
    /** How many later runs say nothing. */
    later: runs.length - 1 - runs.indexOf(now),
  };
}

/** Every result in a folder, at any depth, named by its path there. Throws an `UnusableResult`, or an AggregateError with one for each bad file. */
export function readFolder(folder: string): Entry[] {
  const unusable: UnusableResult[] = [];
  const entries = filesOf(folder).flatMap((file) => {
    try {
      const value = readJson(file);
      return looksLikeResult(value) ? [entryOf(relative(folder, file), resultIn(file, value))] : [];
    } catch (error) {
      if (!(error instanceof UnusableResult)) throw error;
      unusable.push(error);
      return [];
    }
  });
  if (unusable.length > 0) throw new AggregateError(unusable);
  if (entries.length > 0) return entries;
  const advice = 'Give a folder with the conformance.json of one run or more, at any depth.';
  throw new UnusableResult(folder, 'no conformance result in it', advice);
}

const OF_CODE: Readonly<Record<string, string>> = { ENOENT: 'no such folder', ENOTDIR: 'a file' };

function filesOf(folder: string): string[] {
  try {
    return jsonFilesIn(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? `${error.code}` : `${error}`;
    throw new UnusableResult(folder, OF_CODE[code] ?? `cannot be read (${code})`, 'Give the folder that holds the results.');
  }
}
