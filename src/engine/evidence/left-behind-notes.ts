import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fateOf } from '../../client/creations.ts';
import { jsonOf } from '../../http/body.ts';
import { clip } from '../../http/clip.ts';
import type { Exchange } from '../../http/exchange.ts';
import { KINDS, MOST_EXAMPLES, type Remains, UPDATE } from './remains.ts';

const LONGEST_NAME = 200;

interface Noted {
  count: number;
  unanswered: number;
  examples: Set<string>;
}

interface Options {
  readonly redact: (text: string) => string;
  /** Where every record is listed; null for nowhere. */
  readonly file: string | null;
}

/** Notes what requests leave at the target between two pieces of evidence: the API cannot delete, so whoever runs the suite has to know. */
export class LeftBehindNotes {
  #noted = new Map<number, Noted>();
  readonly #listed = new Set<string>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  note(number: number | null, exchange: Exchange): void {
    if (number === null || KINDS[number] === undefined) return;
    const fate = fateOf(exchange);
    if (fate === 'refused') return;
    const noted = this.#noted.get(number) ?? { count: 0, unanswered: 0, examples: new Set() };
    this.#noted.set(number, noted);
    if (number === UPDATE) {
      if (fate === 'done') this.#updated(noted, exchange);
      return;
    }
    if (fate === 'done') noted.count += 1;
    else noted.unanswered += 1;
    const { id, name } = this.#identityOf(exchange);
    const example = id ?? name;
    if (fate === 'done' && example !== undefined && noted.examples.size < MOST_EXAMPLES) noted.examples.add(example);
    this.#list(number, exchange, { id, name, ...(fate === 'unknown' && { unanswered: true }) });
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

  /** Leaves what was noted for whoever takes it over: the preflight has no evidence of its own. */
  handOver(file: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(this.drain()));
  }

  /** Takes over what was left there, if nobody did before: of several processes the one whose renaming succeeds. */
  takeOver(file: string): void {
    if (!existsSync(file)) return;
    const own = `${file}.${process.pid}`;
    try {
      renameSync(file, own);
    } catch {
      return;
    }
    for (const { endpoint, count, unanswered, examples } of JSON.parse(readFileSync(own, 'utf8')) as Remains[])
      this.#noted.set(endpoint, { count, unanswered, examples: new Set(examples) });
  }

  #updated(noted: Noted, exchange: Exchange): void {
    for (const customer of updatedCustomers(exchange)) {
      const id = this.#shown(customer);
      noted.examples.add(id);
      noted.count = noted.examples.size;
      if (this.#listed.has(id)) continue;
      this.#listed.add(id);
      this.#list(UPDATE, exchange, { id });
    }
  }

  /** The answer's id, and the name by which the record can be found: the one sent or answered, or an event's marker. */
  #identityOf({ request, answer }: Exchange): { id?: string; name?: string } {
    const sent = membersOf(parsed(request.body ?? ''));
    const answered = answer === null ? {} : membersOf(bodyOf(answer));
    const marker = membersOf(sent.data).conformance_marker;
    const name = [marker, sent.name, answered.name].find((candidate) => typeof candidate === 'string');
    return {
      ...(typeof answered.id === 'string' && { id: this.#shown(answered.id) }),
      ...(typeof name === 'string' && { name: this.#shown(name) }),
    };
  }

  #list(endpoint: number, { startedAt, request }: Exchange, identity: object): void {
    const { file, redact } = this.#options;
    if (file === null) return;
    const row = { at: new Date(startedAt).toISOString(), endpoint, kind: KINDS[endpoint], ...identity, url: redact(request.url) };
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }

  #shown(text: string): string {
    return clip(this.#options.redact(text), LONGEST_NAME);
  }
}

/** The customers that a request named, and of these the ones that its answer lists, where it lists any. */
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
    // Hostile bodies are no JSON: what they may have created has no name.
    return null;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
