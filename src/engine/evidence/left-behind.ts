import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CARDS } from '../../client/api/cards.ts';
import { customersIn } from '../../client/call.ts';
import { objectIn } from '../../http/body.ts';
import type { Exchange } from '../../http/exchange.ts';
import { writeOutcome } from '../../http/reading.ts';
import { clip } from '../../http/text.ts';
import { jsonIn, MARKER_MEMBER } from '../../settings/parsing/json.ts';
import { ENDPOINT_NAMES, type EndpointName, endpoint } from '../../specification/endpoints.ts';
import { isObject, type JsonObject } from '../../specification/json.ts';

const LONGEST_NAME = 200;

interface Options {
  readonly redact: (text: string) => string;
  /** Lists every record, after those of earlier runs; null for no list. */
  readonly file: string | null;
  readonly listed: Set<string>;
  readonly run: string;
}

/** Notes what requests leave at the target, for the next piece of evidence: the API cannot delete, so people have to know what stays. */
export class LeftBehindNotes {
  #noted: Remains[] = [];
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  get file(): string | null {
    return this.#options.file;
  }

  note(name: EndpointName | null, exchange: Exchange): void {
    // These create nothing (RFC 9110 §9.2.1), whatever answers them.
    if (name === null || kindOfRemains(name) === null || ['OPTIONS', 'HEAD'].includes(exchange.request.method)) return;
    const outcome = writeOutcome(exchange);
    if (outcome === 'refused') return;
    const isDone = outcome === 'done';
    if (CARDS[name].changes) {
      if (isDone) this.#updated(name, exchange);
      return;
    }
    const identity = this.#identityOf(exchange);
    const example = identity.id ?? identity.name;
    const examples = isDone && example !== undefined ? [example] : [];
    this.#noted.push({ endpoint: name, count: isDone ? 1 : 0, unanswered: isDone ? 0 : 1, examples });
    this.#list(name, exchange, { ...identity, ...(!isDone && { unanswered: true }) });
  }

  /** All that was noted since the last call, by endpoint. */
  drain(): Remains[] {
    return summed(this.#noted.splice(0));
  }

  /** Adds what others noted. It is listed already. */
  add(pieces: readonly Remains[]): void {
    this.#noted.push(...pieces);
  }

  #updated(endpoint: EndpointName, exchange: Exchange): void {
    const { listed } = this.#options;
    const ids = updatedCustomers(exchange).map((id) => this.#shown(id));
    this.#noted.push({ endpoint, count: ids.length, unanswered: 0, examples: ids });
    for (const id of ids.filter((each) => !listed.has(each))) {
      listed.add(id);
      this.#list(endpoint, exchange, { id });
    }
  }

  /** The answered id, and a name by which people can find the record: the one sent or answered, or an event's marker. */
  #identityOf(exchange: Exchange): { id?: string; name?: string } {
    const sent = membersOf(jsonIn(exchange.request.body ?? ''));
    const answered = membersOf(objectIn(exchange));
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

/** The customers for whom a request sends anything. Where the answer lists customers, only those of them that it lists. */
function updatedCustomers(exchange: Exchange): string[] {
  const idsIn = (items: readonly JsonObject[]) => items.flatMap(({ id }) => (typeof id === 'string' ? id : []));
  const changing = customersIn(jsonIn(exchange.request.body ?? '')).filter((item) => Object.keys(item).length > 1);
  const [asked, answered] = [idsIn(changing), idsIn(customersIn(objectIn(exchange)))];
  return answered.length === 0 ? asked : asked.filter((id) => answered.includes(id));
}

/** None of what is no object: a hostile body may be no JSON, and a record that it created has no name. */
const membersOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const MOST_EXAMPLES = 100;

export interface Remains {
  readonly endpoint: EndpointName;
  readonly count: number;
  /** Further requests whose answer was lost or is a 5xx: each may have created one. */
  readonly unanswered: number;
  /** Ids, or names where no id came; at most 100. All updated customers are named, because they are counted once over all tests. */
  readonly examples: readonly string[];
}

/** What was left at each endpoint, all in all. Who was changed twice counts once. */
export function summed(pieces: readonly Remains[]): Remains[] {
  return ENDPOINT_NAMES.flatMap((endpoint) => {
    const own = pieces.filter((piece) => piece.endpoint === endpoint);
    if (own.length === 0) return [];
    const sum = (member: 'count' | 'unanswered') => own.reduce((total, piece) => total + piece[member], 0);
    const named = [...new Set(own.flatMap(({ examples }) => examples))];
    const [count, examples] = CARDS[endpoint].changes ? [named.length, named] : [sum('count'), named.slice(0, MOST_EXAMPLES)];
    return [{ endpoint, count, unanswered: sum('unanswered'), examples }];
  });
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
const EARLIER_FILE = 'left-behind-earlier.jsonl';

/** Some sixty whole runs. */
const MOST_BYTES = 16 * 2 ** 20;

/** To be called before a run: puts a list aside that has grown too long, so that both together stay bounded. */
export function boundList(file: string, mostBytes = MOST_BYTES): void {
  if (sizeOf(file) > mostBytes) renameSync(file, join(dirname(file), EARLIER_FILE));
}

export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
