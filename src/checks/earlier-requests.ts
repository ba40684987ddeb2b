import type { Call } from '../client/call.ts';
import type { Exchange } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { isObject } from '../specification/json-object.ts';
import { type Breach, show } from './deviation.ts';

type Json = Readonly<Record<string, unknown>>;

/** Members that no service has a reason to fill with what another request sent, where this one leaves them out. No request sends `statistics`. */
const OWN_MEMBERS: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  createBusiness: ['external_id', 'metadata', 'website'],
  createCampaign: ['metadata', 'steps', 'statistics'],
};

/** A name that the suite made up, in this run or in an earlier one. */
const MADE_UP = /conformance-[\da-z-]+-\d{5}/g;

/** Endpoints each of whose successes makes a record of its own. An embed may be renewed under its id. */
const MAKES_NEW: readonly EndpointName[] = ['createCampaign', 'createBusiness', 'copyProjectEmailTemplate', 'copyEmailTemplate'];

interface Made {
  /** What was asked for. */
  readonly body: unknown;
  readonly exchange: Exchange;
  /** Counts all new records of the run. */
  readonly number: number;
}

/** What an answer holds of an earlier request, and that request. */
type Borrowed = Omit<Breach, 'requirement'>;

/** The new records of a whole run, and the names that were made up for them. */
export class NewRecords {
  /** By endpoint and id. */
  readonly #made = new Map<string, Made>();
  #count = 0;
  /** By name: the first request that sent it. */
  readonly #sent = new Map<string, Exchange>();

  /** The members of a new record that hold what only an earlier request sent: this one left them out. */
  borrowed(name: EndpointName, body: unknown, exchange: Exchange, record: Json): Borrowed {
    if (!isObject(body)) return { deviations: [] };
    const sent = madeUpIn(body);
    for (const made of sent) if (!this.#sent.has(made)) this.#sent.set(made, exchange);
    const unsent = (OWN_MEMBERS[name] ?? []).filter((member) => !Object.hasOwn(body, member));
    const foreign = unsent.flatMap((member) => madeUpIn(record[member]).filter((made) => !sent.includes(made)));
    const earlier = foreign.flatMap((made) => this.#sent.get(made) ?? [])[0];
    const deviations = unsent.flatMap((member) =>
      madeUpIn(record[member])
        .filter((made) => foreign.includes(made))
        .slice(0, 1)
        .map((made) => ({
          pointer: `/${member}`,
          expected: 'nothing that this request did not send',
          actual: `${show(made)}, which ${earlier ? `the request ${secondsBetween(earlier, exchange)} s before` : 'an earlier request'} sent`,
        })),
    );
    return { deviations, ...(earlier && { earlier }) };
  }

  /** The latest request that made a record with this outside id. */
  withOutsideId(id: string): Exchange | undefined {
    return [...this.#made.values()].findLast(({ body }) => outsideIdOf(body) === id)?.exchange;
  }

  /** Whether an earlier request at this endpoint was answered with this record. */
  has(name: EndpointName, { id }: Json): boolean {
    return this.#made.has(`${name} ${String(id)}`);
  }

  /**
   * Notes a new record. Finds that its id is that of an earlier one, which was asked for otherwise: what is asked for twice, or under the outside id
   * of another, may be the record that is there.
   */
  sameId(name: EndpointName, { id: source, body }: Call, exchange: Exchange, { id }: Json): Borrowed {
    // A copy that has the id of its source breaks another statement.
    if (!MAKES_NEW.includes(name) || typeof id !== 'string' || id === source) return { deviations: [] };
    const key = `${name} ${id}`;
    const made = this.#made.get(key);
    this.#count += 1;
    const number = this.#count;
    this.#made.set(key, { body, exchange, number });
    if (made === undefined || mayBeSame(name, made.body, body)) return { deviations: [] };
    const before = `${number - made.number} records and ${secondsBetween(made.exchange, exchange)} s before`;
    const deviation = {
      pointer: '/id',
      expected: 'an id that no other record has',
      actual: `${show(id)}, as of the record made ${before}`,
    };
    return { deviations: [deviation], earlier: made.exchange };
  }
}

function madeUpIn(value: unknown): string[] {
  return JSON.stringify(value ?? null).match(MADE_UP) ?? [];
}

function secondsBetween(earlier: Exchange, later: Exchange): string {
  return (Math.max(0, later.startedAt - earlier.startedAt) / 1000).toFixed(1);
}

function mayBeSame(name: EndpointName, earlier: unknown, body: unknown): boolean {
  // Each copy is a new record, though all are asked for alike.
  if (name !== 'createBusiness' && name !== 'createCampaign') return false;
  const outside = outsideIdOf(body);
  return JSON.stringify(earlier) === JSON.stringify(body) || (outside !== undefined && outsideIdOf(earlier) === outside);
}

const outsideIdOf = (sent: unknown): unknown => (isObject(sent) ? sent.external_id : undefined);
