import type { Sight } from './history.ts';

/** How a finding fared over all runs. Runs are given by their index. */
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
  /** How many runs show it. */
  readonly seen: number;
  /** How many did not look between the first and the last of all runs. */
  readonly notAssessed: number;
  /** How often it was gone and came back. */
  readonly returns: number;
}

const isSeen = (sight: Sight) => sight === 'seen' || sight === 'waived';

/** @throws Error for a finding that no run shows */
export function courseOf(sights: readonly Sight[]): Course {
  const [first, last] = [sights.findIndex(isSeen), sights.findLastIndex(isSeen)];
  if (first < 0) throw new Error('A finding without a run that shows it.');
  const ended = sights.lastIndexOf('gone', last);
  const since = sights.findIndex((sight, index) => index > ended && isSeen(sight));
  const looked = sights.filter((sight) => sight !== 'not-assessed');
  const after = sights.slice(last + 1);
  return {
    state: last === sights.length - 1 ? 'there' : after.includes('gone') ? 'gone' : 'not-looked-for',
    waived: sights[last] === 'waived',
    first,
    last,
    since,
    began: ended >= 0,
    seen: sights.filter(isSeen).length,
    notAssessed: sights.length - looked.length,
    returns: looked.filter((sight, index) => isSeen(sight) && looked[index - 1] === 'gone').length - (looked[0] === 'gone' ? 1 : 0),
  };
}
