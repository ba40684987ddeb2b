import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CARDS } from '../../client/api/cards.ts';
import { jsonOf } from '../../http/body.ts';
import { type Exchange, writeOutcome } from '../../http/exchange.ts';
import { clip } from '../../http/text.ts';
import { MARKER_MEMBER } from '../../settings/parsing/event-data.ts';
import { type EndpointName, endpoint } from '../../specification/endpoints.ts';

const LONGEST_NAME = 200;

interface Noted {
  count: number;
  unanswered: number;
  examples: Set<string>;
}

interface Options {
  readonly redact: (text: string) => string;
  /** Lists every record, after those of earlier runs; null for no list. */
  readonly file: string | null;
  /** Customers that the list names already. */
  readonly listed: Set<string>;
  /** The run's id, by which its lines are found. */
  readonly run: string;
}

/** Notes what requests leave at the target, for the next piece of evidence: the API cannot delete, so people have to know what stays. */
export class LeftBehindNotes {
  #noted = new Map<EndpointName, Noted>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The list of every record; null for none. */
  get file(): string | null {
    return this.#options.file;
  }

  note(name: EndpointName | null, exchange: Exchange): void {
    if (name === null || kindOfRemains(name) === null) return;
    const fate = writeOutcome(exchange);
    if (fate === 'refused') return;
    const noted = this.#noted.get(name) ?? { count: 0, unanswered: 0, examples: new Set() };
    this.#noted.set(name, noted);
    if (CARDS[name].changes) {
      if (fate === 'done') this.#updated(name, noted, exchange);
      return;
    }
    if (fate === 'done') noted.count += 1;
    else noted.unanswered += 1;
    const identity = this.#identityOf(exchange);
    const example = identity.id ?? identity.name;
    if (fate === 'done' && example !== undefined && noted.examples.size < MOST_EXAMPLES) noted.examples.add(example);
    this.#list(name, exchange, { ...identity, ...(fate === 'unknown' && { unanswered: true }) });
  }

  /** All that was noted since the last call. */
  drain(): Remains[] {
    const remains = [...this.#noted].map(([endpoint, { count, unanswered, examples }]) => ({
      endpoint,
      count,
      unanswered,
      examples: [...examples],
    }));
    this.#noted = new Map();
    return remains;
  }

  /** Adds what another session noted. It is listed already. */
  add(pieces: readonly Remains[]): void {
    for (const { endpoint, count, unanswered, examples } of pieces) {
      const before = this.#noted.get(endpoint);
      const both = new Set([...(before?.examples ?? []), ...examples]);
      this.#noted.set(endpoint, {
        count: CARDS[endpoint].changes ? both.size : count + (before?.count ?? 0),
        unanswered: unanswered + (before?.unanswered ?? 0),
        examples: both,
      });
    }
  }

  #updated(endpoint: EndpointName, noted: Noted, exchange: Exchange): void {
    for (const customer of updatedCustomers(exchange)) {
      const id = this.#shown(customer);
      noted.examples.add(id);
      noted.count = noted.examples.size;
      if (this.#options.listed.has(id)) continue;
      this.#options.listed.add(id);
      this.#list(endpoint, exchange, { id });
    }
  }

  /** The answered id, and a name by which people can find the record: the one sent or answered, or an event's marker. */
  #identityOf({ request, answer }: Exchange): { id?: string; name?: string } {
    const sent = membersOf(parsed(request.body ?? ''));
    const answered = answer === null ? {} : membersOf(bodyOf(answer));
    const marker = membersOf(sent.data)[MARKER_MEMBER];
    const name = [marker, sent.name, answered.name].find((candidate) => typeof candidate === 'string');
    return {
      ...(typeof answered.id === 'string' && { id: this.#shown(answered.id) }),
      ...(typeof name === 'string' && { name: this.#shown(name) }),
    };
  }

  #list(name: EndpointName, { startedAt, request }: Exchange, identity: object): void {
    const { file, redact, run } = this.#options;
    if (file === null) return;
    const row = {
      at: new Date(startedAt).toISOString(),
      run,
      endpoint: endpoint(name).number,
      kind: kindOfRemains(name),
      ...identity,
      url: redact(request.url),
    };
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }

  #shown(text: string): string {
    return clip(this.#options.redact(text), LONGEST_NAME);
  }
}

/** The customers that a request named. Where the answer lists customers, only those of them that it lists. */
function updatedCustomers({ request, answer }: Exchange): string[] {
  const asked = idsIn(parsed(request.body ?? ''));
  const answered = new Set(answer === null ? [] : idsIn(bodyOf(answer)));
  return answered.size === 0 ? asked : asked.filter((id) => answered.has(id));
}

function idsIn(body: unknown): string[] {
  const { customers } = membersOf(body);
  const ids = (Array.isArray(customers) ? customers : []).map((customer) => membersOf(customer).id);
  return ids.filter((id) => typeof id === 'string');
}

function bodyOf(answer: NonNullable<Exchange['answer']>): unknown {
  const json = jsonOf(answer);
  return 'value' in json ? json.value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A hostile body may be no JSON; a record that it created has no name.
    return null;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export const MOST_EXAMPLES = 100;

/** What was created or changed at one endpoint, as evidence. */
export interface Remains {
  readonly endpoint: EndpointName;
  readonly count: number;
  /** Further requests whose answer was lost or is a 5xx: each may have created one. */
  readonly unanswered: number;
  /** Ids, or names where no id came; at most 100. All updated customers are named, because they are counted once over all tests. */
  readonly examples: readonly string[];
}

/** What people call so many of the records that requests to an endpoint leave behind: several, if no number is given; null where they leave none. */
export function kindOfRemains(endpoint: EndpointName, count?: number): string | null {
  const { creates, changes } = CARDS[endpoint];
  const words = creates ?? changes ?? null;
  return words && (count === 1 ? words.one : words.many);
}

/** The list of what an operator has to clean up, beside the reports: one JSON object a line, written as the answers come, run after run. */
export const LEFT_BEHIND_FILE = 'left-behind.jsonl';
/** Where the list goes that has grown too long. It replaces an earlier one. */
export const EARLIER_FILE = 'left-behind-earlier.jsonl';

/** Some sixty whole runs. */
const MOST_BYTES = 16 * 2 ** 20;

/** To be called before a run: puts a list aside that has grown too long, so that both together stay bounded. */
export function boundList(file: string, mostBytes = MOST_BYTES): void {
  if (sizeOf(file) > mostBytes) renameSync(file, join(dirname(file), EARLIER_FILE));
}

/** In bytes; 0 where there is no list. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
