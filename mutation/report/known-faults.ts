import type { KnownFault, KnownFaults } from '../../src/result/known-faults.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { type Fault, STATEMENTS } from '../fault.ts';
import type { FaultOutcome } from '../judge-fault.ts';

/** What each statement catches, in the order of both registers: as these outcomes show, and as was known `before` of faults that were not run. */
export function toKnownFaults(faults: readonly Fault[], outcomes: readonly FaultOutcome[], before: KnownFaults): KnownFaults {
  const reported = new Map(outcomes.map((outcome) => [outcome.name, outcome.triggered ? outcome.reported : []]));
  const catches = (id: StatementId, name: string) =>
    reported.get(name)?.includes(id) ?? before[id]?.some((fault) => fault.name === name) ?? false;
  const caughtBy = (id: StatementId): KnownFault[] =>
    faults.filter(({ name }) => catches(id, name)).map(({ name, description, endpoints }) => ({ name, description, endpoints }));
  return Object.fromEntries(STATEMENTS.map((id) => [id, caughtBy(id)]));
}

/** As JSON, one line a fault, so that a change shows as what it is. */
export function toText(known: KnownFaults): string {
  const listed = (faults: readonly KnownFault[]) => faults.map((fault) => `    ${JSON.stringify(fault)}`).join(',\n');
  const entries = Object.entries(known).map(([id, faults]) => `  ${JSON.stringify(id)}: [\n${listed(faults)}\n  ]`);
  return `{\n${entries.join(',\n')}\n}\n`;
}
