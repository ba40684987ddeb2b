import { ENDPOINT_NAMES } from '../src/specification/endpoints.ts';
import type { StatementId } from '../src/specification/register.ts';
import { type Fault, STATEMENTS } from './fault.ts';

/** Tag of what `npm test` plays: the rest needs `npm run test:all`. */
export const QUICK = '@quick';

/** Whether a test plays the whole suite against each fault and replays every `curl`: `npm run test:thorough`. */
export const IS_THOROUGH = process.env.THOROUGH === '1';

/** What `FAULT`, `VARIANT` or `ENVIRONMENT` names (`*`: any text); null where none is set, nothing where only another is. Throws where it names nothing. */
export function chosenBy<Named extends { readonly name: string }>(variable: string, all: readonly Named[]): readonly Named[] | null {
  const { [variable]: wanted, ...others } = process.env;
  if (wanted === undefined) return ['FAULT', 'VARIANT', 'ENVIRONMENT'].some((name) => others[name] !== undefined) ? [] : null;
  const chosen = all.filter(({ name }) => matching(wanted)(name));
  if (chosen.length === 0) throw new Error(`${variable}=${wanted}: nothing has that name. The names: npm run mutation -- --list`);
  return chosen;
}

/** Recognises names by a pattern in which `*` stands for any text. */
export function matching(pattern: string): (name: string) => boolean {
  const expression = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
  return (name) => expression.test(name);
}

/** Of the faults that are to break one statement alone, the first of each statement: the others are held to it in a thorough run. */
export function firstAlone(faults: readonly Fault[]): ReadonlySet<Fault> {
  return new Set(STATEMENTS.flatMap((id) => faults.find(({ only, breaks: [first] }) => only && first === id) ?? []));
}

/** One fault for each statement, and one for each endpoint, in the order of the register of faults. */
export function quickFaults(faults: readonly Fault[]): ReadonlySet<Fault> {
  const of = (id: StatementId) => faults.find(({ breaks: [first] }) => first === id) ?? faults.find(({ breaks }) => breaks.includes(id));
  const chosen = new Set(STATEMENTS.flatMap((id) => of(id) ?? []));
  for (const name of ENDPOINT_NAMES) {
    const alone = faults.filter(({ endpoints }) => endpoints.length === 1 && endpoints[0] === name);
    if (!alone.some((fault) => chosen.has(fault))) for (const fault of alone.slice(0, 1)) chosen.add(fault);
  }
  return chosen;
}
