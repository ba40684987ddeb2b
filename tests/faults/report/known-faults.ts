import type { KnownFault, KnownFaults } from '../../../src/report/known-faults.ts';
import type { Fault } from '../interposition.ts';
import type { FaultOutcome } from '../judge-fault.ts';
import { STATEMENTS } from './tally.ts';

/**
 * What each statement is known to catch: faults that it reported in a run of the bench and that the register of faults still has,
 * described as there. Statements in the order of their register, faults in the order of theirs.
 */
export function toKnownFaults(faults: readonly Fault[], outcomes: readonly FaultOutcome[]): KnownFaults {
  const reported = new Map(outcomes.map((outcome) => [outcome.name, outcome.triggered ? outcome.reported : []]));
  const caughtBy = (id: string): KnownFault[] =>
    faults
      .filter(({ name }) => reported.get(name)?.includes(id))
      .map(({ name, description, endpoints }) => ({ name, description, endpoints }));
  return Object.fromEntries(STATEMENTS.map((id) => [id, caughtBy(id)]));
}

/** As JSON, one line a fault, so that a change shows as what it is. */
export function toText(known: KnownFaults): string {
  const entries = Object.entries(known).map(
    ([id, faults]) => `  ${JSON.stringify(id)}: [\n${faults.map((fault) => `    ${JSON.stringify(fault)}`).join(',\n')}\n  ]`,
  );
  return `{\n${entries.join(',\n')}\n}\n`;
}
