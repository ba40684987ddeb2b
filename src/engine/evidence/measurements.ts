import type { Exchange, FailureKind } from '../../http/exchange.ts';
import { type EndpointName, endpoint } from '../../specification/endpoints.ts';
import { seenFields } from '../../specification/fields.ts';
import type { Evidence, Fate, PropertyEvidence, Timeline } from './evidence.ts';

/** Enough for a meaningful p95. A run of 10,000 inputs must not grow the evidence. */
const LARGEST_SAMPLE = 200;

const TENTH_MS = 100;

interface Times {
  count: number;
  maxMs: number;
  sample: number[];
}

type Drained = Pick<
  Evidence,
  | 'answeredResources'
  | 'seenFields'
  | 'timelines'
  | 'properties'
  | 'latencies'
  | 'traffic'
  | 'requests'
  | 'waits'
  | 'inFlight'
  | 'brokenUnderLoad'
>;

/** What a session notes between two pieces of evidence: times, documented fields, timelines, shares of accepted input. */
export class Measurements {
  timelines: Timeline[] = [];
  properties: PropertyEvidence[] = [];
  #times = new Map<EndpointName, Times>();
  #resources = new Set<string>();
  #fields = new Map<string, Evidence['seenFields'][number]>();
  #traffic: Record<string, Partial<Record<Fate, number>>> = {};
  #requests = 0;
  #waits = 0;
  #inFlight = 1;
  #underLoad = new Map<FailureKind, number>();

  note(name: EndpointName | null, exchange: Exchange): void {
    this.#requests += 1;
    const [tenth, fate] = [Math.floor(exchange.startedAt / TENTH_MS), fateOf(exchange)];
    const column = this.#traffic[tenth] ?? {};
    this.#traffic[tenth] = { ...column, [fate]: (column[fate] ?? 0) + 1 };
    this.#waits += exchange.waits.length;
    this.#inFlight = Math.max(this.#inFlight, exchange.inFlight ?? 1);
    if (name === null || exchange.answer === null) return;
    const times = this.#times.get(name) ?? { count: 0, maxMs: 0, sample: [] };
    this.#times.set(name, times);
    // In a full sample, the newest time replaces the oldest.
    times.sample[times.count % LARGEST_SAMPLE] = exchange.durationMs;
    times.count += 1;
    times.maxMs = Math.max(times.maxMs, exchange.durationMs);
  }

  /** Notes what broke beside other requests, and not alone. */
  noteLoad({ underLoad }: Exchange): void {
    if (underLoad === undefined) return;
    const { kind } = underLoad.failure;
    this.#underLoad.set(kind, (this.#underLoad.get(kind) ?? 0) + 1);
  }

  /** Notes the documented fields in a successful answer. */
  saw(name: EndpointName, value: unknown): void {
    const { response, resources } = endpoint(name);
    if (response === null) return;
    for (const resource of resources) this.#resources.add(resource);
    for (const field of seenFields(response, value)) {
      const key = `${field.resource} ${field.pointer} ${name}`;
      if (!field.onlyNull || !this.#fields.has(key)) this.#fields.set(key, { ...field, endpoint: name });
    }
  }

  /** Everything noted since the last call. */
  drain(): Drained {
    const drained: Drained = {
      answeredResources: [...this.#resources],
      seenFields: [...this.#fields.values()],
      timelines: this.timelines,
      properties: this.properties,
      latencies: Object.fromEntries(this.#times),
      traffic: this.#traffic,
      requests: this.#requests,
      waits: this.#waits,
      inFlight: this.#inFlight,
      ...(this.#underLoad.size > 0 && { brokenUnderLoad: Object.fromEntries(this.#underLoad) }),
    };
    this.timelines = [];
    this.properties = [];
    this.#times = new Map();
    this.#resources = new Set();
    this.#fields = new Map();
    this.#traffic = {};
    this.#requests = 0;
    this.#waits = 0;
    this.#inFlight = 1;
    this.#underLoad = new Map();
    return drained;
  }
}

function fateOf({ answer }: Exchange): Fate {
  if (answer === null) return 'unanswered';
  return answer.status < 400 ? 'succeeded' : answer.status < 500 ? 'refused' : 'failed';
}
