import { readFileSync } from 'node:fs';
import type { EndpointName } from '../specification/endpoints.ts';
import type { StatementId } from '../specification/register.ts';

/**
 * What is not assessed for want of what: by names of lacks with a plus between them, where only all of them together leave it open; then
 * by endpoint, or `service` for several, the ids of statements. Written by `npm run needs` from runs of the suite on the reference service.
 */
export type Needs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One statement at one endpoint. */
export interface Place {
  readonly statement: StatementId;
  /** Null where it was to be checked over several endpoints. */
  readonly endpoint: EndpointName | null;
}

const NEEDS = JSON.parse(readFileSync(new URL('../../schemas/needs.json', import.meta.url), 'utf8')) as Needs;

/** In the place of an endpoint's name, for what is checked over several. */
export const SERVICE = 'service';

/** Between lacks that leave something open only together. */
export const AND = ' + ';

/** What a run that lacks all this leaves not assessed, even if the target answers everything as the reference service does. */
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
