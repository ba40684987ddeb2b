import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../http/input.ts';

/** A record that is stored and answered as it is: nothing in the service reads its members. */
export type PlainRecord = { readonly id: string } & JsonObject;

/** Records whose members the service reads. Members that may be absent are optional; `null` stands only where it is documented. */
export type Customer = PlainRecord & { external_id?: string; email_address?: string; metadata: JsonObject };

export interface TrackedEvent {
  id: string;
  name: string;
  extra: JsonObject;
  created_at: string;
  customer: string | null;
}

export type EmailTemplate = PlainRecord & {
  name: string;
  subject: string;
  kind: 'html' | 'designer' | 'old_editor' | 'editor';
  template_html: string | null;
  new_template_html: string | null;
};

/** `business`: the one whose editor an embed opens. */
export type SmsTemplate = PlainRecord & { name: string; text: string; business: string };

interface FeatureFlag {
  feature_flag_name: string;
  enabled: boolean;
}

type PlainKind =
  | 'business'
  | 'campaign'
  | 'sent_email'
  | 'email_address'
  | 'project_email_address'
  | 'email_blast'
  | 'email_blast_execution'
  | 'segment'
  | 'project_defined_event'
  | 'phone_number';

/** Kinds that are looked up by id alone, or by the record that owns them. */
export interface Kinds extends Record<PlainKind, PlainRecord> {
  customer: Customer;
  email_template: EmailTemplate;
  project_email_template: EmailTemplate;
  sms_template: SmsTemplate;
}

/** A tracked event that is not resolved yet. */
export interface PendingEvent {
  readonly id: string;
  readonly business: string;
  readonly event: Omit<TrackedEvent, 'customer'>;
}

/** A record as JSON text, so that nobody changes what is stored by changing what was read, and the id of the record that owns it. */
interface Stored {
  readonly owner: string | null;
  readonly text: string;
}

interface StoredEvent extends Stored {
  readonly marker: unknown;
  readonly customer: string | null;
}

/** Only this class writes texts, so what it reads has the type that it wrote. */
const parse = <T>({ text }: Stored): T => JSON.parse(text);

/**
 * All state of the service, in memory. Each method does one small thing and reaches the others through `this`, so that a subclass can
 * change any one of them. `undefined` means: no such record.
 */
export class Store {
  readonly #records = new Map<keyof Kinds, Map<string, Stored>>();
  readonly #events = new Map<string, StoredEvent>();
  readonly #flags = new Map<string, boolean>();

  /** A new opaque id, such as `biz_3q2-7wAB…`: 120 random bits, so that two are never equal. */
  newId(prefix: string): string {
    return `${prefix}_${randomBytes(15).toString('base64url')}`;
  }

  insert<K extends keyof Kinds>(kind: K, record: Kinds[K], owner: string | null = null): void {
    const all = this.#records.get(kind) ?? new Map<string, Stored>();
    this.#records.set(kind, all.set(record.id, { owner, text: JSON.stringify(record) }));
  }

  find<K extends keyof Kinds>(kind: K, id: string): Kinds[K] | undefined {
    const stored = this.#records.get(kind)?.get(id);
    return stored && parse<Kinds[K]>(stored);
  }

  /** The id of the record that owns this one. */
  ownerOf(kind: keyof Kinds, id: string): string | null {
    return this.#records.get(kind)?.get(id)?.owner ?? null;
  }

  /** In the order in which they were inserted. */
  listOf<K extends keyof Kinds>(kind: K, owner: string): Kinds[K][] {
    const all = [...(this.#records.get(kind)?.values() ?? [])];
    return all.filter((stored) => stored.owner === owner).map((stored) => parse<Kinds[K]>(stored));
  }

  findCustomer(business: string, id: string): Customer | undefined {
    return this.ownerOf('customer', id) === business ? this.find('customer', id) : undefined;
  }

  customerIds(business: string): string[] {
    return this.listOf('customer', business).map(({ id }) => id);
  }

  /** @param dueAt when to resolve it, in milliseconds since the epoch; `null` for a resolved event */
  insertEvent(business: string, event: TrackedEvent, dueAt: number | null): void {
    const { customer, ...fixed } = event;
    const marker = event.extra.conformance_marker;
    this.#events.set(event.id, { owner: business, marker, text: JSON.stringify(fixed), customer });
    if (dueAt !== null) setTimeout(() => this.resolve({ id: event.id, business, event: fixed }), dueAt - Date.now()).unref();
  }

  findEvent(id: string): TrackedEvent | undefined {
    const stored = this.#events.get(id);
    return stored && { ...parse<PendingEvent['event']>(stored), customer: stored.customer };
  }

  /** The id of the first event with this marker, in one business or in any. */
  findEventByMarker(marker: string, business: string | null): string | undefined {
    for (const [id, event] of this.#events) if (event.marker === marker && (business === null || event.owner === business)) return id;
    return undefined;
  }

  /** The customer that the tracked data names: by external id first, then by e-mail address. */
  matchCustomer({ business, event }: PendingEvent): string | null {
    const { customer_external_id, customer_email } = event.extra;
    const customers = this.customerIds(business).flatMap((id) => this.findCustomer(business, id) ?? []);
    const withValue = (name: 'external_id' | 'email_address', value: unknown) =>
      typeof value === 'string' ? customers.find((customer) => customer[name] === value)?.id : undefined;
    return withValue('external_id', customer_external_id) ?? withValue('email_address', customer_email) ?? null;
  }

  /** Marks one event as processed. */
  resolve(pending: PendingEvent): void {
    const stored = this.#events.get(pending.id);
    if (stored) this.#events.set(pending.id, { ...stored, customer: this.matchCustomer(pending) });
  }

  /** A new template like `source`, owned by `business`. */
  copyTemplate(source: EmailTemplate, business: string | null): EmailTemplate {
    const now = new Date().toISOString();
    const copy = { ...source, id: this.newId('emt'), name: `Copy of ${source.name}`, created_at: now, enabled_at: now };
    this.insert('email_template', copy, business);
    return copy;
  }

  /** @param business the setting's owner; `''` for the project, whose setting applies to every business without its own */
  insertFlag(business: string, { feature_flag_name, enabled }: FeatureFlag): void {
    this.#flags.set(JSON.stringify([business, feature_flag_name]), enabled);
  }

  findFlag(business: string, name: string): FeatureFlag | undefined {
    const enabled = this.#flags.get(JSON.stringify([business, name])) ?? this.#flags.get(JSON.stringify(['', name]));
    return enabled === undefined ? undefined : { feature_flag_name: name, enabled };
  }
}
