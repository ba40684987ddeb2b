import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { byTime, type Time } from '../../src/client/time.ts';
import { RunState } from '../../src/engine/run-state.ts';
import { runScenario, type Scenario } from '../../src/engine/scenario.ts';
import { Session } from '../../src/engine/session.ts';
import { joined } from '../../src/http/connection.ts';
import { removeCodings } from '../../src/http/content-coding.ts';
import type { Answer, Exchange } from '../../src/http/exchange.ts';
import { authorised, bytesOf, cutUrl, headersOf, sentRequest, type TransportRequest, targetOf } from '../../src/http/request.ts';
import { PLAIN_ROUTE } from '../../src/http/routes.ts';
import { Transport, type TransportOptions } from '../../src/http/transport.ts';
import type { TestOutcome } from '../../src/result/assemble.ts';
import { LimitReached } from '../../src/settings/not-assessed.ts';
import type { Settings } from '../../src/settings/settings.ts';
import type { Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';
import { recognise } from '../proxy/passing-request.ts';
import { failuresIn } from '../run-parts.ts';
import type { LaidInFront } from './laid-in-front.ts';

/** Part of the label of every session whose names a replay knows again. All its labels have the same length. */
export const LABEL = 'sensitivity';
const NAME = new RegExp(`conformance-[a-z0-9]+-${LABEL}-\\d-\\d-\\d{5}|\\+1[2-9]\\d{2}555\\d{4}`, 'g');

interface Recorded {
  readonly scenario: string | null;
  readonly names: readonly string[];
  readonly exchange: Exchange;
}

/** What one run asked and was answered, by what was asked. */
export class Recording {
  /** The scenario whose request this is: several play side by side. */
  readonly scenario = new AsyncLocalStorage<string>();
  readonly byKey = new Map<string, Recorded[]>();
  readonly #begun = new Map<string, number>();

  /** When the scenario sent its first request; now where it sent none. */
  begunAt(scenario: string): number {
    return this.#begun.get(scenario) ?? Date.now();
  }

  /** The transport, which takes note of all that it sends. */
  noting(transport: Transport): Transport {
    const send = transport.send.bind(transport);
    transport.send = async (request) => {
      const exchange = await send(request);
      const { key, names } = keyOf(request);
      const scenario = this.scenario.getStore() ?? null;
      this.byKey.set(key, [...(this.byKey.get(key) ?? []), { scenario, names, exchange }]);
      if (scenario !== null) this.#begun.set(scenario, Math.min(this.begunAt(scenario), exchange.startedAt));
      return exchange;
    };
    return transport;
  }
}

interface Replaying {
  readonly recording: Recording;
  readonly front: LaidInFront;
  /** The path of the base URL. */
  readonly prefix: string;
  /** Called with what a scenario was answered itself. */
  readonly answered: (exchange: Exchange) => void;
}

/** Answers from a recording, with a fault laid in front. Nothing leaves the process. */
class ReplayTransport extends Transport {
  /** Requests that the recording does not answer. */
  beyond = 0;
  readonly #from: Replaying;
  readonly #used = new Set<Recorded>();
  readonly #last = new Map<string, Recorded>();
  /** Names as they were recorded, by those of the replay. */
  readonly #names = new Map<string, string>();

  constructor(options: TransportOptions, from: Replaying) {
    super(options);
    this.#from = from;
  }

  override async send(request: TransportRequest): Promise<Exchange> {
    const { recording, front, prefix, answered } = this.#from;
    const { scenario, exchange } = this.#find(request);
    const { answer, startedAt, durationMs } = exchange;
    const headers = headersOf(request, {});
    const body = bytesOf(request.body);
    const base = { request: sentRequest(request, headers, body, PLAIN_ROUTE), startedAt, durationMs, waits: [] };
    if (scenario === recording.scenario.getStore()) answered(exchange);
    if (answer === null) return { ...base, answer, failure: exchange.failure };
    const sound = this.#inOwnNames(answer);
    const { 'content-encoding': _coding, 'content-length': _length, 'transfer-encoding': _chunks, ...others } = sound.headers;
    const plain: PassingAnswer = { ...sound, headers: others };
    const target = targetOf(cutUrl(request.url).path, request.authorization).slice(prefix.length);
    const passing: PassingRequest = {
      method: request.method,
      target,
      headers: authorised(headers, request.authorization) as Record<string, string>,
      body: body ?? new Uint8Array(),
      connection: 1,
      inCapitals: request.inCapitals ?? false,
      ...recognise(request.method, target),
    };
    const outcome = await front.interposition(passing, async () => plain);
    if (outcome === plain) return { ...base, answer: sound, failure: null };
    if ('misbehaviour' in outcome) return { ...base, answer: null, failure: this.#failureOf(outcome) };
    const fields = joined(outcome.headers as Record<string, string | string[]>);
    const content = await removeCodings(Buffer.from(outcome.body), fields['content-encoding'], { maxBytes: 2 ** 26 }).catch(() => null);
    if (content === null) throw this.#unanswered('The content coding is for the wire');
    return { ...base, answer: { status: outcome.status, headers: fields, body: content }, failure: null };
  }

  #failureOf({ misbehaviour }: Misbehaviour): NonNullable<Exchange['failure']> {
    if (misbehaviour === 'raw') throw this.#unanswered('Raw bytes are for the wire');
    return misbehaviour === 'hang'
      ? { kind: 'timeout', message: 'no answer in time', status: null }
      : { kind: 'reset', message: 'the connection broke', status: null };
  }

  #unanswered(reason: string): LimitReached {
    this.beyond += 1;
    return new LimitReached(reason);
  }

  /** The scenario's own answers in their order, the last one of a read again and again; then those that it shares with others. */
  #find(request: TransportRequest): Recorded {
    const { key, names } = keyOf(request);
    const { recording } = this.#from;
    const scenario = recording.scenario.getStore() ?? null;
    const place = `${scenario} ${key} ${names}`;
    const fitting = (recording.byKey.get(key) ?? []).filter((one) => this.#agrees(names, one.names));
    const unused = fitting.filter((one) => !this.#used.has(one));
    const own = unused.find((one) => one.scenario === scenario);
    const again = request.method === 'GET' ? (this.#last.get(place) ?? unused[0] ?? fitting.at(-1)) : unused[0];
    const found = own ?? again;
    if (found === undefined) throw this.#unanswered('The run did not ask this');
    this.#used.add(found);
    this.#last.set(place, found);
    for (const [index, name] of names.entries()) this.#names.set(name, found.names[index] ?? name);
    return found;
  }

  #agrees(names: readonly string[], recorded: readonly string[]): boolean {
    return names.every((name, index) => (this.#names.get(name) ?? recorded[index]) === recorded[index]);
  }

  #inOwnNames({ status, headers, body }: Answer): Answer {
    const own = new Map([...this.#names].map(([name, recorded]) => [recorded, name]));
    const text = Buffer.from(body).toString('latin1');
    const named = text.replace(NAME, (name) => own.get(name) ?? name);
    return { status, headers, body: Buffer.from(named, 'latin1') };
  }
}

/** What was asked, with the made-up names taken out. */
function keyOf(request: TransportRequest): { key: string; names: string[] } {
  const { method, url, headers, body, authorization, chunked = false } = request;
  const text = body == null ? null : Buffer.from(bytesOf(body) ?? []).toString('latin1');
  const whole = JSON.stringify([method, url, headers ?? {}, text, authorization.shown, authorization.curl, chunked]);
  return { key: whole.replace(NAME, '<name>'), names: whole.match(NAME) ?? [] };
}

/** No lane of the recording has this number. */
const LANE = 9;

/** Plays scenarios on a recording with a fault in front, until one fails; waits take no time. `beyond`: requests that it does not answer. */
export async function replay(scenarios: readonly Scenario[], settings: Settings, recording: Recording, front: LaidInFront) {
  const prefix = cutUrl(settings.baseUrl ?? '').path.replace(/\/$/, '');
  let now = 0;
  const answered = ({ startedAt, durationMs }: Exchange) => {
    now = Math.max(now, startedAt + durationMs);
  };
  const time: Time = {
    now: () => Math.round(now),
    // At the next turn, so that what waits side by side goes on side by side.
    async sleep(milliseconds) {
      await setImmediate();
      now += milliseconds;
    },
  };
  let transport: ReplayTransport | undefined;
  await using run = new RunState(settings, {
    impatient: true,
    boundless: true,
    transport: (options) => {
      transport = new ReplayTransport({ ...options, requests: null, maxRps: null }, { recording, front, prefix, answered });
      return transport;
    },
  });
  const session = new Session(run, `${LABEL}-0-${LANE}`);
  const outcomes: TestOutcome[] = [];
  for (const scenario of scenarios) {
    now = recording.begunAt(scenario.title);
    const { evidence } = await byTime(time, () => recording.scenario.run(scenario.title, () => runScenario(scenario, session)));
    const outcome = { title: scenario.title, covers: scenario.covers, evidence, missing: '' };
    outcomes.push(outcome);
    if (failuresIn([outcome]).length > 0) break;
  }
  return { outcomes, beyond: transport?.beyond ?? 0 };
}
