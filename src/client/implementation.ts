import { objectIn } from '../http/body.ts';
import { type Exchange, endOf, isRefusal } from '../http/exchange.ts';
import { FIXTURE_VARIABLES } from '../settings/fixtures/fixtures.ts';
import { LimitReached, NotAssessed, need } from '../settings/not-assessed.ts';
import type { Settings } from '../settings/settings.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../specification/endpoints.ts';
import { isObject, type JsonObject } from '../specification/json.ts';
import { CARDS } from './api/cards.ts';
import type { Ask } from './ask.ts';
import type { Call } from './call.ts';
import type { Client } from './client.ts';
import { Lease } from './lease.ts';
import { AnswerLost } from './lost-answers.ts';
import { WaitPolicy } from './time.ts';
import { type EventLookup, type EventTracker, firstRead, track } from './tracked-event.ts';

/** Of the number in a name; a session makes some thousands in the longest runs. */
const NAME_DIGITS = 5;

const CREATING = ENDPOINT_NAMES.filter((name) => CARDS[name].creates !== undefined);

/** The implementation under test, as one session sees it: its client, its fixtures, and what the run knows of it. */
export class Implementation {
  readonly settings: Settings;
  readonly client: Client;
  readonly findEvent: EventLookup;
  /** Prefix of every name that this session makes up. */
  readonly label: string;
  readonly #knowledge: TargetKnowledge;
  /** What was done with these customers only has keys of its own. */
  #scope = '';
  #names = 0;

  constructor(settings: Settings, client: Client, findEvent: EventLookup, label: string, knowledge = new TargetKnowledge()) {
    this.#knowledge = knowledge;
    this.settings = settings;
    this.client = client;
    this.findEvent = findEvent;
    this.label = label;
  }

  /** Does something once a run, for all checks that need it. What a limit or a lost answer blocked is tried anew. */
  once<T>(what: string, act: () => Promise<T>): Promise<T> {
    const { once } = this.#knowledge;
    const key = this.#scope + what;
    const known = once.get(key) ?? act();
    once.set(key, known);
    known.catch((error: unknown) => {
      if ((error instanceof LimitReached || error instanceof AnswerLost) && once.get(key) === known) once.delete(key);
    });
    return known as Promise<T>;
  }

  get lease(): Lease {
    return this.#knowledge.lease;
  }

  get patience(): TargetKnowledge['patience'] {
    return this.#knowledge.patience;
  }

  /** A new name. All have the same length: none is the beginning of another, so that one that is out of date does not look cut. */
  unique = (): string => {
    this.#names += 1;
    return `${this.label}-${String(this.#names).padStart(NAME_DIGITS, '0')}`;
  };

  /** The same implementation with these customers only. It asks anew for what may depend on them. */
  withCustomers(customerIds: readonly string[]): Implementation {
    const settings = { ...this.settings, fixtures: { ...this.settings.fixtures, customerIds } };
    const narrowed = new Implementation(settings, this.client, this.findEvent, this.label, this.#knowledge);
    narrowed.unique = this.unique;
    narrowed.#scope = `with ${JSON.stringify(customerIds)} `;
    return narrowed;
  }

  /** The configured business, or a new one for uses that need no customers. */
  businessId = (): Promise<string> => this.#fixtureOr('businessId', 'createBusiness');

  /** The configured address, or the first that the business lists: one that is for more than one use, if there is such. */
  emailAddressId = (): Promise<string> =>
    this.#fixtureOr('emailAddressId', 'listEmailAddresses', ({ email_addresses: listed }) => {
      const addresses = Array.isArray(listed) ? listed.filter(isObject) : [];
      return (addresses.find(({ one_off }) => one_off !== true) ?? addresses[0])?.id;
    });

  /** The configured template, or a new copy of the project's. */
  emailTemplateId = (): Promise<string> => this.#fixtureOr('emailTemplateId', 'copyProjectEmailTemplate');

  /** The configured event, or one that is tracked and found. */
  eventId = async (): Promise<string> => {
    if (this.settings.fixtures.eventId !== null) return this.settings.fixtures.eventId;
    if (this.settings.run.readOnly) throw new NotAssessed('CES_EVENT_ID is not set', ['CES_EVENT_ID']);
    const story = await this.once('a tracked event', async () => {
      const tracked = await track(this, this.settings.tracking.unmatchedData);
      return firstRead(this, tracked, endOf(tracked.exchange) + this.settings.tracking.findTimeoutMs);
    });
    if (story.id === null) throw new NotAssessed('The tracked event was not found', ['CES_EVENT_ID']);
    return this.#discover('CES_EVENT_ID', story.id, 'trackEvent');
  };

  get discovered(): Discovered[] {
    return [...this.#knowledge.discovered.values()];
  }

  /** The endpoint's calls that no implementation has a reason to refuse, the fullest first. */
  typicalCalls(name: EndpointName): Promise<Call[]> {
    return CARDS[name].typicalCalls(this);
  }

  /** The typical request of each endpoint that creates records, where the settings name all that it needs. */
  async typicalWrites(): Promise<Ask[]> {
    const { businessId, emailTemplateId } = this.settings.fixtures;
    const asks = CREATING.map(async (name) => {
      // What another creation would have to give may wait for this very answer.
      const isGiven = name === 'createBusiness' || (businessId !== null && (name !== 'copyEmailTemplate' || emailTemplateId !== null));
      const [call] = isGiven ? await this.typicalCalls(name).catch(() => []) : [];
      return call === undefined ? [] : [this.client.ask(name, call)];
    });
    return (await Promise.all(asks)).flat();
  }

  /** The typical exchange of an endpoint with its call, shared by all checks that need it. */
  accepted(name: EndpointName): Promise<Accepted> {
    return this.once(`example ${name}`, () => this.acceptedCall(name));
  }

  /** The typical exchange alone. */
  async example(name: EndpointName): Promise<Exchange> {
    return (await this.accepted(name)).exchange;
  }

  /** A later typical exchange, shared as well: for checks that compare two. */
  another(name: EndpointName): Promise<Exchange> {
    return this.once(`another ${name}`, async () => {
      await this.accepted(name);
      return this.freshExample(name);
    });
  }

  /** A new typical exchange: the first call that is not refused, else the refusal of the fullest. */
  async freshExample(name: EndpointName): Promise<Exchange> {
    return (await this.acceptedCall(name)).exchange;
  }

  /** As `freshExample`, with the call that was made. */
  async acceptedCall(name: EndpointName): Promise<Accepted> {
    const tried: Accepted[] = [];
    for (const call of await this.typicalCalls(name)) {
      const { hung } = this.client;
      const exchange = hung.get(name) ?? (await this.client.send(name, call));
      if (exchange.failure?.kind === 'timeout') hung.set(name, exchange);
      tried.push({ call, exchange });
      if (!isRefusal(exchange)) return { call, exchange };
    }
    const missing = CARDS[name].missing?.(this.settings) ?? [];
    const [first] = tried;
    if (first === undefined) throw new Error(`${name} has no typical call.`);
    if (missing.length > 0)
      throw new NotAssessed(
        `The request was refused with ${first.exchange.answer?.status}, perhaps for want of ${missing.join(', ')}`,
        missing,
      );
    return first;
  }

  async #fixtureOr(
    setting: 'businessId' | 'emailAddressId' | 'emailTemplateId',
    endpoint: EndpointName,
    idOf = (body: JsonObject) => body.id,
  ): Promise<string> {
    const { [setting]: fixture } = this.settings.fixtures;
    const variable = FIXTURE_VARIABLES[setting];
    if (fixture !== null) return fixture;
    const exchange = await this.example(endpoint).catch((error: unknown) => {
      if (!(error instanceof NotAssessed)) throw error;
      const Kind = error instanceof LimitReached ? LimitReached : NotAssessed;
      throw new Kind(`${variable} is not set, and ${error.message}`, [variable, ...error.variables]);
    });
    const body = objectIn(exchange);
    const id = body && idOf(body);
    return this.#discover(variable, need(typeof id === 'string' ? id : null, variable), endpoint);
  }

  #discover(variable: string, value: string, endpoint: EndpointName): string {
    this.#knowledge.discovered.set(variable, { variable, value, endpoint });
    return value;
  }
}

interface Accepted {
  readonly call: Call;
  readonly exchange: Exchange;
}

/** A value that no setting names and that the API itself gave. */
export interface Discovered {
  readonly variable: string;
  readonly value: string;
  readonly endpoint: EndpointName;
}

/** What the run knows of the implementation, so that none asks what another one has asked. */
export class TargetKnowledge {
  /** By what was done: what came of it. */
  readonly once = new Map<string, Promise<unknown>>();
  readonly discovered = new Map<string, Discovered>();
  readonly ids = new Set<string>();
  readonly patience: EventTracker['patience'] = {
    judged: new WaitPolicy(),
    needed: new WaitPolicy(),
    resolved: new WaitPolicy(),
    late: null,
  };
  /** Of the customers, for all scenarios that run side by side. */
  readonly lease = new Lease();
}
