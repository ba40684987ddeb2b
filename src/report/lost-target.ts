import type { LostTarget } from '../result/result.ts';

/** What people are told above everything else of a target that went away. */
export function lostHeading({ requests }: LostTarget): string {
  if (requests.length === 0) return 'It had answered before. No request was under way.';
  const underWay = requests.some(({ brokenOff }) => brokenOff);
  return `It had answered before. The last requests before that${underWay ? ', those under way first' : ''}, the most unusual first; send them one by one to see whether one of them stops it:`;
}

/** *GET /segments/%00 → no answer (broken off, hostile input; in 'getSegment: hostile ids')* */
export function lastRequest({ title, brokenOff, intent, test }: LostTarget['requests'][number]): string {
  const input = { hostile: 'hostile input', generated: 'generated input', typical: 'a typical request' }[intent];
  return `${title} (${brokenOff ? 'broken off' : 'answered'}, ${input}; in '${test}')`;
}
