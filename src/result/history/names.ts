import type { Run } from './history.ts';

type Named = Pick<Run, 'startedAt' | 'file'>;

/** From short to long: the day, the minute, the second, the millisecond, and the file, which no two share. */
const NAMINGS: readonly ((run: Named) => string)[] = [
  ...[10, 16, 19, 23].map((length) => (run: Named) => run.startedAt.slice(0, length).replace('T', ' ').replace('Z', '')),
  ({ startedAt, file }) => `${startedAt.slice(0, 16).replace('T', ' ')} (${file})`,
];

/** The shortest name of each run that no other run has. */
export function namesOf(runs: readonly Named[]): string[] {
  const candidates = NAMINGS.map((naming) => runs.map(naming));
  const often = candidates.map((names) =>
    names.reduce((seen, name) => seen.set(name, (seen.get(name) ?? 0) + 1), new Map<string, number>()),
  );
  return runs.map((run, index) => {
    const level = candidates.findIndex((names, at) => often[at]?.get(names[index] ?? '') === 1);
    return candidates.at(level)?.[index] ?? run.file;
  });
}
