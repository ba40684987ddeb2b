import { jsonOf } from '../http/body.ts';
import type { Exchange } from '../http/exchange.ts';
import { isRefusal, isSuccess } from '../http/outcome.ts';
import { LimitReached, NotAssessed, need } from '../settings/not-assessed.ts';
import type { Settings } from '../settings/settings.ts';
import type { Call, Client } from './client.ts';
import type { EventLookup } from './event-lookup.ts';
import type { HungEndpoints } from './hung-endpoints.ts';
import { endOf, firstRead, track } from './tracked-event.ts';
import { missingForTypicalCall, TYPICAL_CALLS } from './typical-calls.ts';

/** What no setting names, and the API itself gave. */
export interface Discovered {
  readonly variable: string;
  readonly value: string;
  /** Number of the endpoint that gave it. */
  readonly endpoint: number;
}

/** The implementation under test, as one worker sees it: its client, its fixtures, and what was already learned of it. */
export class Implementation {
  readonly settings: Settings;
  readonly client: Client;
  readonly findEvent: EventLookup;
  /** Begins every name that this worker makes up. */
  readonly label: string;
  readonly #known = new Map<string, Promise<unknown>>();
  readonly #discovered = new Map<string, Discovered>();
  readonly #hung: HungEndpoints;
  #names = 0;

  constructor(settings: Settings, client: Client, findEvent: EventLookup, hung: HungEndpoints, label: string) {
    this.#hung = hung;
    this.settings = settings;
    this.client = client;
    this.findEvent = findEvent;
    this.label = label;
  }

  /** Does something once a worker, however many checks look at the outcome. What a limit of the run kept from being done is tried anew: others may have room. */
  once<T>(key: string, act: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key) ?? act();
    this.#known.set(key, known);
    known.catch((error: unknown) => {
      if (error instanceof LimitReached && this.#known.get(key) === known) this.#known.delete(key);
    });
    return known as Promise<T>;
  }

  unique = (): string => {
    this.#names += 1;
    return `${this.label}-${this.#names}`;
  };

  /** The configured business, or one that endpoint 5 creates for what needs no customers. */
  businessId = (): Promise<string> => this.#fixtureOr(this.settings.fixtures.businessId, 'CES_BUSINESS_ID', 5, (body) => body.id);

  /** The configured address, or the first that endpoint 9 lists. */
  emailAddressId = (): Promise<string> =>
    this.#fixtureOr(
      this.settings.fixtures.emailAddressId,
      'CES_EMAIL_ADDRESS_ID',
      9,
      (body) => (body.email_addresses as { id?: unknown }[] | undefined)?.[0]?.id,
    );

  /** The configured template, or a copy that endpoint 4 makes. */
  emailTemplateId = (): Promise<string> =>
    this.#fixtureOr(this.settings.fixtures.emailTemplateId, 'CES_EMAIL_TEMPLATE_ID', 4, (body) => body.id);

  /** The configured event, or one that is tracked and found. */
  eventId = async (): Promise<string> => {
    if (this.settings.fixtures.eventId !== null) return this.settings.fixtures.eventId;
    if (this.settings.run.readOnly) throw new NotAssessed('CES_EVENT_ID is not set', ['CES_EVENT_ID']);
    const story = await this.once('a tracked event', async () => {
      const tracked = await track(this, this.settings.tracking.unmatchedData);
      return firstRead(this, tracked, endOf(tracked.exchange) + this.settings.tracking.resolutionTimeoutMs);
    });
    if (story.id === null) throw new NotAssessed('The tracked event was not found', ['CES_EVENT_ID']);
    return this.#discover('CES_EVENT_ID', story.id, 18);
  };

  /** All that was discovered so far. */
  get discovered(): readonly Discovered[] {
    return [...this.#discovered.values()];
  }

  /** The calls of the endpoint that no implementation has a reason to refuse, the fullest first. */
  typicalCalls(number: number): Promise<Call[]> {
    const calls = TYPICAL_CALLS[number];
    if (!calls) throw new Error(`Endpoint ${number} has no typical call.`);
    return calls(this);
  }

  /** The typical exchange of an endpoint, shared by all checks that look at it. */
  example(number: number): Promise<Exchange> {
    return this.once(`example ${number}`, () => this.freshExample(number));
  }

  /** A typical exchange of its own: the first call that is not refused, else the refusal of the fullest. */
  async freshExample(number: number): Promise<Exchange> {
    return (await this.acceptedCall(number)).exchange;
  }

  /** As `freshExample`, with the call that was made. */
  async acceptedCall(number: number): Promise<{ call: Call; exchange: Exchange }> {
    const tried: { call: Call; exchange: Exchange }[] = [];
    for (const call of await this.typicalCalls(number)) {
      const hung = this.#hung.recall(number);
      const exchange = hung ?? (await this.client.send(number, call));
      if (hung === null && exchange.failure?.kind === 'timeout') this.#hung.remember(number, exchange);
      tried.push({ call, exchange });
      if (!isRefusal(exchange)) return { call, exchange };
    }
    const missing = missingForTypicalCall(number, this.settings);
    const [first] = tried;
    if (first === undefined) throw new Error(`Endpoint ${number} has no typical call.`);
    if (missing.length > 0)
      throw new NotAssessed(
        `The request was refused with ${first.exchange.answer?.status}, perhaps for want of ${missing.join(', ')}`,
        missing,
      );
    return first;
  }

  async #fixtureOr(
    fixture: string | null,
    variable: string,
    number: number,
    idOf: (body: Record<string, unknown>) => unknown,
  ): Promise<string> {
    if (fixture !== null) return fixture;
    const exchange = await this.example(number).catch((error: unknown) => {
      if (!(error instanceof NotAssessed)) throw error;
      const Kind = error instanceof LimitReached ? LimitReached : NotAssessed;
      throw new Kind(`${variable} is not set, and ${error.message}`, [variable, ...error.variables]);
    });
    const json = isSuccess(exchange) ? jsonOf(exchange.answer) : { problem: 'no success' };
    const id =
      'value' in json && typeof json.value === 'object' && json.value !== null ? idOf(json.value as Record<string, unknown>) : undefined;
    return this.#discover(variable, need(typeof id === 'string' ? id : null, variable), number);
  }

  #discover(variable: string, value: string, endpoint: number): string {
    this.#discovered.set(variable, { variable, value, endpoint });
    return value;
  }
}
