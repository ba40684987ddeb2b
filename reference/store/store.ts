import { randomBytes } from 'node:crypto';
import type { Campaign } from './campaign.ts';
import { openDatabase } from './database.ts';
import type * as resources from './resources.ts';
import { prepareStatements } from './statements.ts';

/** Kinds that are looked up by id alone, or by the record that owns them. */
export interface Kinds {
  business: resources.Business;
  campaign: Campaign;
  email_template: resources.EmailTemplate;
  project_email_template: resources.EmailTemplate;
  sms_template: resources.SmsTemplate;
  sent_email: resources.SentEmail;
  email_address: resources.EmailAddress;
  project_email_address: resources.EmailAddress;
  email_blast: resources.EmailBlast;
  email_blast_execution: resources.EmailBlastExecution;
  segment: resources.Segment;
  project_defined_event: resources.ProjectDefinedEvent;
  phone_number: resources.PhoneNumber;
}

/** A tracked event that is not resolved yet. */
export interface PendingEvent {
  readonly id: string;
  readonly business: string;
  readonly event: Omit<resources.TrackedEvent, 'customer'>;
}

interface Row {
  readonly document: string;
}

/** Only this class writes documents, so what it reads has the type that it wrote. */
const parse = <T>(row: unknown): T => JSON.parse((row as Row).document);
const key = (value: unknown): string | null => (typeof value === 'string' ? JSON.stringify(value) : null);

/**
 * All state of the service, in SQLite. Each method does one small thing and reaches the others through `this`, so that a subclass can
 * change any one of them. `undefined` means: no such record.
 */
export class Store {
  /** This instance made the database. It is empty until it is seeded. */
  readonly isNew: boolean;
  readonly #db;
  readonly #sql;

  /** @param file a path, or `:memory:`. Throws for a file that is not a database of this service. */
  constructor(file = ':memory:') {
    const { db, isNew } = openDatabase(file);
    this.#db = db;
    this.isNew = isNew;
    this.#sql = prepareStatements(db);
  }

  /** A new opaque id, such as `biz_3q2-7wAB…`: 120 random bits, so that two are never equal. */
  newId(prefix: string): string {
    return `${prefix}_${randomBytes(15).toString('base64url')}`;
  }

  close(): void {
    this.#db.close();
  }

  /** Runs `work`. Keeps all of its writes, or none when it throws. */
  atomically<T>(work: () => T): T {
    return this.#db.transaction(work)();
  }

  insert<K extends keyof Kinds>(kind: K, record: Kinds[K], parent: string | null = null): void {
    this.#sql.insertRecord.run(kind, record.id, parent, JSON.stringify(record));
  }

  find<K extends keyof Kinds>(kind: K, id: string): Kinds[K] | undefined {
    const row = this.#sql.record.get(kind, id);
    return row === undefined ? undefined : parse<Kinds[K]>(row);
  }

  /** The id of the record that owns this one. */
  parentOf(kind: keyof Kinds, id: string): string | null {
    const row = this.#sql.record.get(kind, id) as { parent: string | null } | undefined;
    return row?.parent ?? null;
  }

  /** In the order in which they were inserted. */
  listOf<K extends keyof Kinds>(kind: K, parent: string): Kinds[K][] {
    return this.#sql.recordsOf.all(kind, parent).map((row) => parse<Kinds[K]>(row));
  }

  insertCustomer(business: string, customer: resources.Customer): void {
    this.#sql.insertCustomer.run(customer.id, business, key(customer.external_id), key(customer.email_address), JSON.stringify(customer));
  }

  findCustomer(business: string, id: string): resources.Customer | undefined {
    const row = this.#sql.customer.get(id, business);
    return row === undefined ? undefined : parse<resources.Customer>(row);
  }

  customerIds(business: string): string[] {
    return this.#sql.customerIds.all(business).map((row) => (row as { id: string }).id);
  }

  updateCustomer(customer: resources.Customer): void {
    this.#sql.updateCustomer.run(key(customer.external_id), key(customer.email_address), JSON.stringify(customer), customer.id);
  }

  /** @param dueAt when to resolve it, in milliseconds since the epoch; `null` for a resolved event */
  insertEvent(business: string, event: resources.TrackedEvent, dueAt: number | null): void {
    const { customer, ...fixed } = event;
    this.#sql.insertEvent.run(event.id, business, key(event.extra.conformance_marker), JSON.stringify(fixed), customer, dueAt);
  }

  findEvent(id: string): resources.TrackedEvent | undefined {
    const row = this.#sql.event.get(id) as (Row & { customer: string | null }) | undefined;
    return row && { ...parse<PendingEvent['event']>(row), customer: row.customer };
  }

  /** The id of the first event with this marker, in one business or in any. */
  findEventByMarker(marker: string, business: string | null): string | undefined {
    return (this.#sql.eventByMarker.get(key(marker), business, business) as { id: string } | undefined)?.id;
  }

  /** When the next pending event is due, in milliseconds since the epoch. */
  nextDue(): number | null {
    return (this.#sql.nextDue.get() as { due_at: number | null }).due_at;
  }

  dueEvents(now: number, limit: number): PendingEvent[] {
    const rows = this.#sql.dueEvents.all(now, limit) as (Row & { id: string; business: string })[];
    return rows.map((row) => ({ id: row.id, business: row.business, event: parse<PendingEvent['event']>(row) }));
  }

  /** The customer that the tracked data names: by external id first, then by e-mail address. */
  matchCustomer({ business, event }: PendingEvent): string | null {
    const { customer_external_id, customer_email } = event.extra;
    const row =
      this.#sql.customerByExternalKey.get(business, key(customer_external_id)) ??
      this.#sql.customerByEmailKey.get(business, key(customer_email));
    return (row as { id: string } | undefined)?.id ?? null;
  }

  /** Marks one event as processed. */
  resolve(pending: PendingEvent): void {
    this.#sql.finishEvent.run(this.matchCustomer(pending), pending.id);
  }

  /** A new template like `source`, owned by `business`. */
  copyTemplate(source: resources.EmailTemplate, business: string | null): resources.EmailTemplate {
    const now = new Date().toISOString();
    const copy = { ...source, id: this.newId('emt'), name: `Copy of ${source.name}`, created_at: now, enabled_at: now };
    this.insert('email_template', copy, business);
    return copy;
  }

  /** A new embed removes the expired ones, so that they do not pile up. */
  insertEmbed(embed: resources.SmsTemplateEmbed): void {
    this.#sql.dropExpiredEmbeds.run(Date.now());
    this.#sql.insertEmbed.run(embed.id, Date.parse(embed.expires_at), JSON.stringify(embed));
  }

  /** @param business the setting's owner; `''` for the project, whose setting applies to every business without its own */
  insertFlag(business: string, flag: resources.FeatureFlag): void {
    this.#sql.insertFlag.run(business, flag.feature_flag_name, flag.enabled ? 1 : 0);
  }

  findFlag(business: string, name: string): resources.FeatureFlag | undefined {
    const row = this.#sql.flag.get(name, business) as { enabled: number } | undefined;
    return row && { feature_flag_name: name, enabled: row.enabled === 1 };
  }
}
