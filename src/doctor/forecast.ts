import { readFileSync } from 'node:fs';

/**
 * What is not assessed for want of what: by names of lacks with a plus between them, where only all of them together leave it open; then
 * by endpoint, the ids of statements. Written by `npm run needs` from runs of the suite on the reference service.
 */
export type Needs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One statement at one endpoint. */
export interface Place {
  readonly statement: string;
  /** 0 where it was to be checked over several endpoints. */
  readonly endpoint: number;
}

const NEEDS = JSON.parse(readFileSync(new URL('../../schemas/needs.json', import.meta.url), 'utf8')) as Needs;

/** Between lacks that leave something open only together. */
export const AND = ' + ';

/** What a run that lacks all this leaves not assessed, even if the target answers everything as the reference service does. */
export function leftOpen(lacking: ReadonlySet<string>, needs: Needs = NEEDS): Place[] {
  const open = new Map<string, Place>();
  for (const [names, places] of Object.entries(needs)) {
    if (!names.split(AND).every((name) => lacking.has(name))) continue;
    for (const [endpoint, statements] of Object.entries(places))
      for (const statement of statements.split(' ')) open.set(`${statement} ${endpoint}`, { statement, endpoint: Number(endpoint) });
  }
  return [...open.values()];
}
