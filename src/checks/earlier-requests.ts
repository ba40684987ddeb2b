import type { Call } from '../client/call.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { isObject } from '../specification/json-object.ts';
import { type Finding, show } from './finding.ts';

type Json = Readonly<Record<string, unknown>>;

/** Members that a creation may leave out, and that no service has a reason to fill with what another request sent. */
const OPTIONAL_MEMBERS: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  createBusiness: ['external_id', 'metadata', 'website'],
  createCampaign: ['metadata'],
};

/** A name that the suite made up, in this run or in an earlier one. */
const MADE_UP = /conformance-[\da-z-]+-\d{5}/g;

/** The members of a new record that hold what only an earlier request sent: this one left them out. */
export function earlierFindings(name: EndpointName, body: unknown, record: Json): Finding[] {
  if (!isObject(body)) return [];
  const sent = madeUpIn(body);
  const unsent = (OPTIONAL_MEMBERS[name] ?? []).filter((member) => !Object.hasOwn(body, member));
  return unsent.flatMap((member) => {
    const borrowed = madeUpIn(record[member]).some((made) => !sent.includes(made));
    return borrowed
      ? [
          {
            pointer: `/${member}`,
            expected: 'nothing that this request did not send',
            actual: `${show(record[member])}, of an earlier request`,
          },
        ]
      : [];
  });
}

function madeUpIn(value: unknown): string[] {
  return JSON.stringify(value ?? null).match(MADE_UP) ?? [];
}

/** Endpoints each of whose successes makes a record of its own. An embed may be renewed under its id. */
const MAKES_NEW: readonly EndpointName[] = ['createCampaign', 'createBusiness', 'copyProjectEmailTemplate', 'copyEmailTemplate'];

/** What each new record was asked for with, over the whole run. */
export class NewRecords {
  readonly #asked = new Map<string, unknown>();

  /**
   * Notes a new record. Finds that its id is that of an earlier one, which was asked for otherwise: what is asked for twice, or under the outside id
   * of another, may be the record that is there.
   */
  findings(name: EndpointName, { id: source, body }: Call, { id }: Json): Finding[] {
    // A copy that has the id of its source breaks another statement.
    if (!MAKES_NEW.includes(name) || typeof id !== 'string' || id === source) return [];
    const key = `${name} ${id}`;
    const earlier = this.#asked.get(key);
    const isRepeated = this.#asked.has(key) && !mayBeSame(name, earlier, body);
    this.#asked.set(key, body);
    return isRepeated
      ? [{ pointer: '/id', expected: 'an id that no other record has', actual: `${show(id)}, as of an earlier record` }]
      : [];
  }
}

function mayBeSame(name: EndpointName, earlier: unknown, body: unknown): boolean {
  // Each copy is a new record, though all are asked for alike.
  if (name !== 'createBusiness' && name !== 'createCampaign') return false;
  const outside = (sent: unknown) => (isObject(sent) ? sent.external_id : undefined);
  return JSON.stringify(earlier) === JSON.stringify(body) || (outside(body) !== undefined && outside(earlier) === outside(body));
}
