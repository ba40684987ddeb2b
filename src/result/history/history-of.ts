import { isSameTarget } from '../../settings/files/baseline.ts';
import { momentOf, shortestNames } from '../compare/names.ts';
import type { FormerFinding } from '../result.ts';
import { wasLookedFor } from '../roll-up.ts';
import type { EndpointLatencies, History, LeftOut, Run, Sight, TrackedFinding } from './history.ts';
import type { RecordedFinding, RecordedStatement, ResultRecord } from './record.ts';

/** The history of the target of the newest result that knows its own, in the order of time. Pure. At least one record is needed. */
export function historyOf(given: readonly ResultRecord[]): History {
  const inOrder = given.toSorted((a, b) => compareTexts(a.run.startedAt, b.run.startedAt) || compareTexts(a.run.file, b.run.file));
  const newest = inOrder.findLast(({ target: { baseUrl } }) => baseUrl !== '') ?? inOrder.at(-1);
  if (newest === undefined) throw new Error('A history needs a result.');
  const { target } = newest;
  const leftOut: LeftOut[] = [];
  const taken = new Map<string, ResultRecord>();
  for (const record of inOrder) {
    const { file } = record.run;
    const twin = taken.get(keyOf(record));
    if (!isSameTarget(record.target, target))
      leftOut.push({ file, reason: `of another target: ${nameOf(record.target)}`, advice: 'Give it a folder and a history of its own.' });
    else if (twin !== undefined)
      leftOut.push({ file, reason: `the same run as ${twin.run.file}`, advice: 'Nothing is missing: the run counts once.' });
    else taken.set(keyOf(record), record);
  }
  const own = [...taken.values()];
  const names = shortestNames(
    own.map(({ run }) => run),
    NAMINGS,
  );
  const { records, notCompared } = withSharedStatements(own, names);
  return {
    target,
    runs: own.map(({ run }, index) => ({ ...run, name: names[index] ?? run.file })),
    findings: trackFindings(records),
    endpoints: endpointsOf(own),
    leftOut,
    notCompared,
  };
}

const NAMINGS: readonly ((run: Pick<Run, 'startedAt' | 'file'>) => string)[] = [
  ...[10, 16, 19, 23].map(
    (length) =>
      ({ startedAt }: Pick<Run, 'startedAt'>) =>
        momentOf(startedAt, length),
  ),
  ({ startedAt, file }) => `${momentOf(startedAt, 16)} (${file})`,
];

/** Not by the reader's language: two machines make the same page. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** A result lies in several files where it is kept and is a baseline too. */
function keyOf({ run, target, runIds }: ResultRecord): string {
  return JSON.stringify([target.baseUrl, run.startedAt, run.seed, runIds]);
}

function nameOf({ baseUrl, embedded }: ResultRecord['target']): string {
  if (embedded) return 'the embedded reference service';
  return baseUrl === '' ? 'not known, since the run ended before' : baseUrl;
}

/** The endpoints as the newest run that has them knows them. */
function endpointsOf(records: readonly ResultRecord[]): EndpointLatencies[] {
  const latest = new Map(records.flatMap(({ endpoints }) => endpoints.map((endpoint) => [endpoint.number, endpoint] as const)));
  return [...latest.values()]
    .sort((a, b) => a.number - b.number)
    .map(({ number, method, path }) => ({
      number,
      method,
      path,
      latencies: records.map(({ endpoints, latencies }) => {
        const isSame = endpoints.some((endpoint) => endpoint.number === number && endpoint.method === method && endpoint.path === path);
        return isSame ? (latencies.find(({ endpoint }) => endpoint === number) ?? null) : null;
      }),
    }));
}

type Compared = readonly ResultRecord[];

/**
 * The records without the statements that a later one has in other words or at another level: another wording may be another statement. Names each
 * of these with its runs (given by index).
 */
function withSharedStatements(
  records: Compared,
  names: readonly string[],
): { readonly records: Compared; readonly notCompared: History['notCompared'] } {
  const latest = new Map<string, RecordedStatement>(records.flatMap(({ statements }) => [...statements]));
  const reasonOf = (id: string, statement: RecordedStatement): string | null => {
    const last = latest.get(id);
    if (statement.level !== last?.level) return 'its level is another one in later runs';
    return statement.text === last.text ? null : 'its wording is another one in later runs';
  };
  const left = new Map<string, { id: string; reason: string; runs: string[] }>();
  const shared = records.map((record, index) => {
    const foreign = new Set<string>();
    for (const [id, statement] of record.statements) {
      const reason = reasonOf(id, statement);
      if (reason === null) continue;
      foreign.add(id);
      const entry = left.get(id) ?? { id, reason, runs: [] };
      left.set(id, { ...entry, runs: [...entry.runs, names[index] ?? record.run.file] });
    }
    return foreign.size === 0 ? record : without(record, foreign);
  });
  return { records: shared, notCompared: [...left.values()] };
}

function without(record: ResultRecord, ids: ReadonlySet<string>): ResultRecord {
  return {
    ...record,
    findings: record.findings.filter(({ finding }) => !ids.has(finding.requirement)),
    sightings: record.sightings.filter(({ requirement }) => !ids.has(requirement)),
    statements: new Map([...record.statements].filter(([id]) => !ids.has(id))),
  };
}

interface Track {
  readonly finding: FormerFinding;
  readonly shownBy: RecordedFinding['shownBy'][number][];
}

/**
 * Follows each finding through all runs (oldest first), by its id, and where that changed, by what shows it: a statement at a place and endpoint.
 * What was folded into another finding in a run was there all the same. A run that did not look for it says nothing.
 */
function trackFindings(records: readonly ResultRecord[]): TrackedFinding[] {
  const owners = new Map<string, Track>();
  const tracks: Track[] = [];
  for (const { findings } of records.toReversed()) {
    for (const { finding, keys, shownBy } of findings) {
      const names = [finding.id, ...keys];
      const known = names.flatMap((name) => owners.get(name) ?? [])[0];
      const track = known ?? { finding, shownBy: [] };
      if (known === undefined) tracks.push(track);
      track.shownBy.push(...shownBy);
      for (const name of names) if (!owners.has(name)) owners.set(name, track);
    }
  }
  const seen = records.map(({ sightings }) => seenIn(sightings, owners));
  return tracks.map((track) => ({
    finding: track.finding,
    sights: records.map((record, index) => seen[index]?.get(track) ?? unseen(track, record)),
  }));
}

/** The findings that a run shows; waived where all of it is. */
function seenIn(sightings: ResultRecord['sightings'], owners: ReadonlyMap<string, Track>): ReadonlyMap<Track, Sight> {
  const seen = new Map<Track, Sight>();
  for (const { key, waived } of sightings) {
    const track = owners.get(key);
    if (track !== undefined && seen.get(track) !== 'seen') seen.set(track, waived ? 'waived' : 'seen');
  }
  return seen;
}

function unseen({ finding, shownBy }: Track, { statements }: ResultRecord): Sight {
  return wasLookedFor(shownBy, statements.get(finding.requirement)?.checks ?? []) ? 'gone' : 'not-assessed';
}
