import { wasLookedFor } from '../looked-for.ts';
import type { FormerFinding } from '../result.ts';
import type { Sight, TrackedFinding } from './history.ts';
import type { RecordedFinding, ResultRecord } from './record.ts';

interface Track {
  readonly finding: FormerFinding;
  readonly shownBy: RecordedFinding['shownBy'][number][];
}

/**
 * Follows each finding through all runs (oldest first), by its id, and where that changed, by what shows it: a statement at a place and endpoint.
 * What was folded into another finding in a run was there all the same. A run that did not look for it says nothing.
 */
export function trackFindings(records: readonly ResultRecord[]): TrackedFinding[] {
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
