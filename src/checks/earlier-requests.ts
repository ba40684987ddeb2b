import { CARDS } from '../client/api/cards.ts';
import type { Call } from '../client/call.ts';
import { type Exchange, endOf } from '../http/exchange.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { parseIso8601 } from '../specification/formats.ts';
import { isObject, type JsonObject } from '../specification/json.ts';
import { counted } from '../specification/words.ts';
import { type Breach, show } from './deviation.ts';
import { ID_OF_ITS_OWN } from './identity.ts';
import { differences } from './json-equality.ts';
import { otherIdsBetween } from './run-history.ts';

/** Members that no service has a reason to fill with what another request sent, where this one leaves them out. */
const OWN_MEMBERS: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  createBusiness: ['external_id', 'metadata', 'website'],
  createCampaign: ['metadata', 'steps', 'scheduled_at', 'enrolled_customers', 'segment', 'phone_number', 'statistics'],
};

/** What tells whose a value is, where it holds no made-up name. */
const TELLING: Readonly<Record<string, (value: unknown) => readonly unknown[]>> = {
  scheduled_at: (value) => (typeof value === 'string' ? [parseIso8601(value)?.instantMs ?? value] : []),
  segment: idIn,
  phone_number: idIn,
  enrolled_customers: (value) => (Array.isArray(value) && value.length > 0 ? [value.toSorted()] : []),
};

/** What is named may be the default: only what changes while the same members are sent is another request's. */
const MAY_BE_DEFAULT: readonly string[] = ['enrolled_customers', 'segment', 'phone_number'];
/** Members that decide by their values who is enrolled where nobody is named. */
const ENROLLING: readonly string[] = ['segment', 'excluded_customers'];

/** A name that the suite made up, in this run or in an earlier one. */
const MADE_UP = /conformance-[\da-z-]+-\d{5}/g;

const OF_RUN = /^conformance-[\da-z]+-/;

/** Who sent what came back for another request. */
export const AT_THE_SAME_TIME = 'a request under way at the same time';

interface Made {
  readonly body: unknown;
  readonly source: string | undefined;
  readonly exchange: Exchange;
  readonly number: number;
}

type Borrowed = Omit<Breach, 'requirement'>;

/** The new records of a whole run, and the names that were made up for them. */
export class NewRecords {
  /** By endpoint and id. */
  readonly #made = new Map<string, Made>();
  readonly #repeated = new WeakSet<Exchange>();
  /** By endpoint: how many were made, and the latest request that was refused. */
  readonly #counts = new Map<EndpointName, number>();
  readonly #refused = new Map<EndpointName, Exchange>();
  /** By name: the first request that sent it. */
  readonly #sent = new Map<string, Exchange>();
  /** By member, URL and the members that were sent: what is answered where the member is left out. */
  readonly #unsent = new Map<string, Set<string>>();

  /** Notes the latest request of the endpoint that was refused. */
  refused(name: EndpointName, exchange: Exchange): void {
    this.#refused.set(name, exchange);
  }

  /** The members of a new record that hold what only an earlier request sent: this one left them out. */
  borrowed(name: EndpointName, body: unknown, exchange: Exchange, record: JsonObject): Borrowed {
    if (!isObject(body)) return { deviations: [] };
    const sent = [...madeUpIn(body), ...Object.keys(TELLING).flatMap((member) => tellingIn(member, body[member]))];
    for (const made of sent) if (!this.#sent.has(made)) this.#sent.set(made, exchange);
    const unsent = (OWN_MEMBERS[name] ?? []).filter((member) => !Object.hasOwn(body, member));
    const found = unsent.flatMap((member) => {
      const isDefault = MAY_BE_DEFAULT.includes(member) && !this.#varies(member, body, exchange, record[member]);
      const foreign = tellingIn(member, record[member]).filter((made) => !sent.includes(made));
      const known = foreign.find((made) => this.#sent.has(made));
      const [made = known] = TELLING[member] ? [known] : foreign;
      if (made === undefined || isDefault) return [];
      return [{ member, made, earlier: this.#sent.get(made) }];
    });
    const known = found.find((each) => each.earlier !== undefined);
    const isBeside =
      known === undefined ? found.some(({ made }) => isOfRun(made, sent)) : endOf(known.earlier as Exchange) > exchange.startedAt;
    const earlier = isBeside ? undefined : known?.earlier;
    const sender = earlier
      ? `the request ${secondsBetween(earlier, exchange)} s before`
      : isBeside
        ? AT_THE_SAME_TIME
        : 'an earlier request';
    const deviations = found.map(({ member, made }) => ({
      pointer: `/${member}`,
      expected: 'nothing that this request did not send',
      actual: `${TELLING[member] ? show(record[member]) : show(made)}, which ${sender} sent`,
    }));
    const beside = () => {
      const other = found.map(({ made }) => this.#sent.get(made)).find((one) => one !== undefined);
      return other && { exchange: other, words: 'the request that sent it' };
    };
    return { deviations, ...(earlier && { earlier }), ...(isBeside && { beside }) };
  }

  /** Notes what is answered by default. Whether that is not always the same, in whatever order. */
  #varies(member: string, body: JsonObject, { request: { url } }: Exchange, value: unknown): boolean {
    if (member === 'enrolled_customers' && ENROLLING.some((other) => Object.hasOwn(body, other))) return false;
    const key = [member, url, ...Object.keys(body).sort()].join(' ');
    const all = this.#unsent.get(key) ?? new Set<string>();
    this.#unsent.set(key, all.add(JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null))));
    return all.size > 1;
  }

  /** The latest request that made a record with this outside id. */
  withOutsideId(id: string): Exchange | undefined {
    return [...this.#made.values()].findLast(({ body }) => outsideIdOf(body) === id)?.exchange;
  }

  /** Whether the answer has the id of an earlier record, which is told: what else it holds is that record's. */
  isRepeated(exchange: Exchange): boolean {
    return this.#repeated.has(exchange);
  }

  /** Whether an earlier request at this endpoint was answered with this record. */
  has(name: EndpointName, { id }: JsonObject): boolean {
    return this.#made.has(`${name} ${String(id)}`);
  }

  /** Notes a new record. Finds that it has the id of an earlier one, unless it was asked for alike, or under the same outside id. */
  sameId(name: EndpointName, { id: source, body }: Call, exchange: Exchange, { id }: JsonObject): Borrowed {
    // A copy that has the id of its source breaks another statement.
    if (CARDS[name].creates === undefined || name === 'trackEvent' || typeof id !== 'string' || id === source) return { deviations: [] };
    const key = `${name} ${id}`;
    const made = this.#made.get(key);
    const number = 1 + (this.#counts.get(name) ?? 0);
    this.#counts.set(name, number);
    this.#made.set(key, { body, source, exchange, number });
    if (made === undefined || mayBeSame(name, made, { body, source })) return { deviations: [] };
    this.#repeated.add(exchange);
    const between = number - made.number - 1;
    const before = `${counted(between + 1, 'record')} earlier, ${secondsBetween(made.exchange, exchange)} s before`;
    const actual = `${show(id)}, as of the record made ${before}`;
    const deviation = { pointer: '/id', expected: ID_OF_ITS_OWN, actual };
    const isBeside = endOf(made.exchange) > exchange.startedAt;
    const beside = () => ({ exchange: made.exchange, words: 'the request that got this id' });
    // One that makes nothing may give its id back all the same.
    const refused = this.#refused.get(name);
    const isBetween = between === 0 && refused && endOf(made.exchange) <= refused.startedAt && endOf(refused) <= exchange.startedAt;
    const contrast = alikeButFor(made.body, body) ?? (between > 0 ? otherIdsBetween(between) : null);
    return {
      deviations: [deviation],
      earlier: made.exchange,
      ...(isBetween && { since: refused }),
      ...(isBeside && { beside }),
      ...(contrast !== null && { contrast }),
    };
  }
}

/** *both were asked for with the same `name`, and another `metadata`*: who takes them for one does not look at that. Null where their names differ, or they have none. */
function alikeButFor(one: unknown, other: unknown): string | null {
  if (!isObject(one) || !isObject(other) || typeof one.name !== 'string' || one.name !== other.name) return null;
  const members = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const [alike = [], differing = []] = [true, false].map((isAlike) =>
    members.filter((member) => isAlike === (differences(one[member], other[member]).length === 0)),
  );
  const named = (some: readonly string[]) => some.map((member) => `\`${member}\``).join(', ');
  return `both were asked for with the same ${named(alike)}, and another ${named(differing)}`;
}

function idIn(value: unknown): readonly unknown[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** What in the value of a member some request has sent, and no service comes upon by itself. */
function tellingIn(member: string, value: unknown): string[] {
  return TELLING[member]?.(value).map((part) => `${member} ${JSON.stringify(part)}`) ?? madeUpIn(value);
}

/** Made up by the run that made up these. */
function isOfRun(made: string, sent: readonly string[]): boolean {
  const [run] = sent.map((name) => OF_RUN.exec(name)?.[0]).filter((prefix) => prefix !== undefined);
  return run !== undefined && made.startsWith(run);
}

const madeUpIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(MADE_UP) ?? [];

function secondsBetween(earlier: Exchange, later: Exchange): string {
  return (Math.max(0, later.startedAt - earlier.startedAt) / 1000).toFixed(1);
}

function mayBeSame(name: EndpointName, earlier: Pick<Made, 'body' | 'source'>, { body, source }: Pick<Made, 'body' | 'source'>): boolean {
  // An embed may be renewed under its id, but for its own template alone.
  if (name === 'createSmsTemplateEmbed') return earlier.source === source;
  // Each copy is a new record, though all are asked for alike.
  if (name !== 'createBusiness' && name !== 'createCampaign') return false;
  const outside = outsideIdOf(body);
  return JSON.stringify(earlier.body) === JSON.stringify(body) || (outside !== undefined && outsideIdOf(earlier.body) === outside);
}

const outsideIdOf = (sent: unknown): unknown => (isObject(sent) ? sent.external_id : undefined);
