/** @jsxImportSource preact */
import { type KnownFault, knownFaults } from '../known-faults.ts';
import { Prose } from './prose.tsx';
import { count, numberRanges } from './words.ts';

/**
 * Bugs that the statement is known to catch, folded: what a pass is worth, and what a failure may be. Those of one kind share a line.
 * Once a statement: where its worst check stands.
 */
export function KnownFaults(props: { id: string }) {
  const faults = knownFaults(props.id);
  if (faults.length === 0) return null;
  return (
    <details class="fold known">
      <summary>{`known to catch ${count(faults.length, 'fault')}`}</summary>
      <ul>
        {[...byDescription(faults)].map(([description, endpoints]) => (
          <li key={description}>
            <Prose text={description} />
            <span class="where">{` · ${numberRanges(endpoints)}`}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function byDescription(faults: readonly KnownFault[]): Map<string, number[]> {
  const kinds = new Map<string, number[]>();
  for (const { description, endpoints } of faults) kinds.set(description, [...(kinds.get(description) ?? []), ...endpoints]);
  return kinds;
}
