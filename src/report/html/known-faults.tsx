/** @jsxImportSource preact */
import { type KnownFault, knownFaults } from '../../result/known-faults.ts';
import { endpoint } from '../../specification/endpoints.ts';
import { Prose } from './prose.tsx';
import { count, endpointNumbers } from './words.ts';

/**
 * Bugs that the statement is known to catch, folded. They show what a pass is worth, and what a failure may be. Shown once a statement, at
 * its worst check.
 */
export function KnownFaults(props: { id: string }) {
  const faults = knownFaults(props.id);
  if (faults.length === 0) return null;
  return (
    <details class="fold">
      <summary>{`known to catch ${count(faults.length, 'fault')}`}</summary>
      <FaultList faults={faults} />
    </details>
  );
}

/** Faults of one kind share a line, with the endpoints at which they show. */
export function FaultList(props: { faults: readonly Pick<KnownFault, 'description' | 'endpoints'>[] }) {
  const kinds = new Map<string, number[]>();
  for (const { description, endpoints } of props.faults)
    kinds.set(description, [...(kinds.get(description) ?? []), ...endpoints.map((name) => endpoint(name).number)]);
  return (
    <ul class="faults">
      {[...kinds].map(([description, endpoints]) => (
        <li key={description}>
          <Prose text={description} />
          {endpoints.length === 0 ? null : <span class="where">{` · ${endpointNumbers(endpoints)}`}</span>}
        </li>
      ))}
    </ul>
  );
}
