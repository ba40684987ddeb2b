import { GOOD } from '../../http/authorization.ts';
import { isPage } from '../../http/body.ts';
import type { Exchange } from '../../http/exchange.ts';
import { readingOf } from '../../http/reading.ts';
import { type EndpointName, endpoint } from '../../specification/endpoints.ts';
import { seenFields } from '../../specification/schemas.ts';
import type { Evidence, Fate, PropertyEvidence, Timeline } from './evidence.ts';

/** Enough for a meaningful p95. A run of 10,000 inputs must not grow the evidence. */
const LARGEST_SAMPLE = 200;

const TENTH_MS = 100;

interface Times {
  count: number;
  maxMs: number;
  readonly sample: number[];
}

const nothing = () => ({
  timelines: [] as Timeline[],
  properties: [] as PropertyEvidence[],
  latencies: {} as Partial<Record<EndpointName, Times>>,
  traffic: {} as Record<string, Partial<Record<Fate, number>>>,
  requests: 0,
  waits: 0,
  waitStatuses: [] as number[],
  pages: {} as Record<string, number>,
  mostAged: 0,
  inFlight: 1,
  resources: new Set<string>(),
  fields: new Map<string, Evidence['seenFields'][number]>(),
  underLoad: {} as Record<string, number>,
});

/** What a session notes between two pieces of evidence: times, documented fields, timelines, shares of accepted input. */
export class Measurements {
  #noted = nothing();

  get timelines(): Timeline[] {
    return this.#noted.timelines;
  }

  get properties(): PropertyEvidence[] {
    return this.#noted.properties;
  }

  note(name: EndpointName | null, exchange: Exchange): void {
    const noted = this.#noted;
    noted.requests += 1;
    const [tenth, fate] = [Math.floor(exchange.startedAt / TENTH_MS), fateOf(exchange)];
    const column = noted.traffic[tenth] ?? {};
    noted.traffic[tenth] = { ...column, [fate]: (column[fate] ?? 0) + 1 };
    noted.waits += exchange.waits.length;
    for (const { status } of exchange.waits) if (!noted.waitStatuses.includes(status)) noted.waitStatuses.push(status);
    if (isPageOfWall(exchange)) this.#notePage(exchange);
    noted.mostAged = Math.max(noted.mostAged, ageOf(exchange));
    noted.inFlight = Math.max(noted.inFlight, exchange.inFlight ?? 1);
    const { authorization } = exchange.request;
    // Some guards take their time for wrong ones.
    const isGuess = authorization.value !== null && authorization.shown !== GOOD;
    if (name === null || exchange.answer === null || isGuess) return;
    const times = noted.latencies[name] ?? { count: 0, maxMs: 0, sample: [] };
    noted.latencies[name] = times;
    // In a full sample, the newest time replaces the oldest.
    times.sample[times.count % LARGEST_SAMPLE] = exchange.durationMs;
    times.count += 1;
    times.maxMs = Math.max(times.maxMs, exchange.durationMs);
  }

  /** Notes what broke beside other requests, and not alone, and what a firewall answered. */
  noteSurroundings(exchange: Exchange): void {
    const { underLoad, isBlocked } = exchange;
    if (isBlocked) this.#notePage(exchange);
    if (underLoad === undefined) return;
    const { how } = underLoad;
    this.#noted.underLoad[how] = (this.#noted.underLoad[how] ?? 0) + 1;
  }

  #notePage({ answer }: Exchange): void {
    const { pages } = this.#noted;
    const status = String(answer?.status);
    pages[status] = (pages[status] ?? 0) + 1;
  }

  saw(name: EndpointName, value: unknown): void {
    const { response, resources } = endpoint(name);
    if (response === null) return;
    for (const resource of resources) this.#noted.resources.add(resource);
    for (const field of seenFields(response, value)) {
      const key = `${field.resource} ${field.pointer} ${name}`;
      if (!field.onlyNull || !this.#noted.fields.has(key)) this.#noted.fields.set(key, { ...field, endpoint: name });
    }
  }

  drain() {
    const { resources, fields, underLoad, ...noted } = this.#noted;
    this.#noted = nothing();
    return {
      ...noted,
      answeredResources: [...resources],
      seenFields: [...fields.values()],
      ...(Object.keys(underLoad).length > 0 && { brokenUnderLoad: underLoad }),
    };
  }
}

/** Good credentials are answered with a page where the service speaks JSON: as a firewall answers what it does not like. */
function isPageOfWall(exchange: Exchange): boolean {
  const isGood = exchange.request.authorization.shown === GOOD;
  // A limit of requests is no wall.
  const isPutOff = readingOf(exchange, { credentials: 'good' }) === 'put-off';
  return isGood && WALLED.includes(exchange.answer?.status ?? 0) && isPage(exchange) && !isPutOff;
}

const WALLED = [403, 406, 413];

function ageOf({ answer }: Exchange): number {
  const { age = '' } = answer?.headers ?? {};
  return /^\d{1,6}$/.test(age) ? Number(age) : 0;
}

function fateOf({ answer }: Exchange): Fate {
  if (answer === null) return 'unanswered';
  return answer.status < 400 ? 'succeeded' : answer.status < 500 ? 'refused' : 'failed';
}
