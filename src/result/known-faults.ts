import { readJsonAsset } from '../installation/installation.ts';
import type { EndpointName } from '../specification/endpoints.ts';

/** A small bug in front of the reference service that a statement reported. */
export interface KnownFault {
  readonly name: string;
  /** What is wrong, for people: Markdown, one line. */
  readonly description: string;
  readonly endpoints: readonly EndpointName[];
}

/** Statement → faults. `npm run known-faults` writes it from the measurements of the mutation run. */
export type KnownFaults = Readonly<Record<string, readonly KnownFault[]>>;

const FAULTS = new Map(Object.entries(readJsonAsset<KnownFaults>('schemas/known-faults.json')));
const BY_NAME = new Map([...FAULTS.values()].flat().map((fault) => [fault.name, fault]));

/** The fault of that name; null where no statement is known to catch one. */
export const knownFault = (name: string): KnownFault | null => BY_NAME.get(name) ?? null;

/** How many known faults lie where a run looked: at an endpoint of the fault, at a statement that is known to catch it. */
export function countKnownFaults(wasJudged: (statement: string, endpoint: EndpointName) => boolean): number {
  const seen = new Set<string>();
  for (const [statement, faults] of FAULTS)
    for (const { name, endpoints } of faults) if (endpoints.some((endpoint) => wasJudged(statement, endpoint))) seen.add(name);
  return seen.size;
}
