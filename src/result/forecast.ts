import { readAsset } from '../installation/files.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import type { StatementId } from '../specification/register.ts';

/**
 * By what a run lacks, the statements that it cannot assess. A key with a plus holds for a run that lacks all of its parts. Below each key stand, by
 * endpoint (`service` for several), the ids of the statements. `npm run needs` writes the table from runs of the suite on the reference service.
 */
export type Needs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One statement at one endpoint. */
export interface Place {
  readonly statement: StatementId;
  /** Null if its check spans several endpoints. */
  readonly endpoint: EndpointName | null;
}

const NEEDS = JSON.parse(readAsset('schemas/needs.json')) as Needs;

/** Takes the place of an endpoint's name where a check spans several. */
export const SERVICE = 'service';

/** Joins lacks that leave something open only together. */
export const AND = ' + ';

/** What a run that lacks all this leaves *not assessed*, even on a target that answers like the reference service. */
export function leftOpen(lacking: ReadonlySet<string>, needs: Needs = NEEDS): Place[] {
  const open = new Map<string, Place>();
  for (const [names, places] of Object.entries(needs)) {
    if (!names.split(AND).every((name) => lacking.has(name))) continue;
    for (const [endpoint, statements] of Object.entries(places))
      for (const statement of statements.split(' ') as StatementId[])
        open.set(`${statement} ${endpoint}`, { statement, endpoint: endpoint === SERVICE ? null : (endpoint as EndpointName) });
  }
  return [...open.values()];
}
