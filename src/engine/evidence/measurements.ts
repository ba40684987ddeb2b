import type { Exchange } from '../../http/exchange.ts';
import { endpoint } from '../../specification/endpoints.ts';
import { seenFields } from '../../specification/fields.ts';
import type { Evidence, PropertyEvidence, Timeline } from './evidence.ts';

/** Enough for a p95 that means something; a run of 10,000 inputs must not grow the evidence. */
const LARGEST_SAMPLE = 200;

interface Times {
  count: number;
  maxMs: number;
  sample: number[];
}

type Drained = Pick<Evidence, 'answeredResources' | 'seenFields' | 'timelines' | 'properties' | 'latencies' | 'waits'>;

/** What is noted between two pieces of evidence: times, documented fields seen, timelines, shares of accepted input. */
export class Measurements {
  timelines: Timeline[] = [];
  properties: PropertyEvidence[] = [];
  #times = new Map<number, Times>();
  #resources = new Set<string>();
  #fields = new Map<string, Evidence['seenFields'][number]>();
  #waits = 0;

  note(number: number | null, exchange: Exchange): void {
    this.#waits += exchange.waits.length;
    if (number === null || exchange.answer === null) return;
    const times = this.#times.get(number) ?? { count: 0, maxMs: 0, sample: [] };
    this.#times.set(number, times);
    // Every place of the sample is taken anew in turn, so that a long run is sampled over all its length.
    times.sample[times.count % LARGEST_SAMPLE] = exchange.durationMs;
    times.count += 1;
    times.maxMs = Math.max(times.maxMs, exchange.durationMs);
  }

  /** An answer of success, for the list of documented fields that were seen. */
  saw(number: number, value: unknown): void {
    const { response, resources } = endpoint(number);
    if (response === null) return;
    for (const resource of resources) this.#resources.add(resource);
    for (const field of seenFields(response, value)) {
      const key = `${field.resource} ${field.pointer} ${number}`;
      if (!field.onlyNull || !this.#fields.has(key)) this.#fields.set(key, { ...field, endpoint: number });
    }
  }

  /** All that was noted since the last call. */
  drain(): Drained {
    const drained: Drained = {
      answeredResources: [...this.#resources],
      seenFields: [...this.#fields.values()],
      timelines: this.timelines,
      properties: this.properties,
      latencies: Object.fromEntries(this.#times),
      waits: this.#waits,
    };
    this.timelines = [];
    this.properties = [];
    this.#times = new Map();
    this.#resources = new Set();
    this.#fields = new Map();
    this.#waits = 0;
    return drained;
  }
}
