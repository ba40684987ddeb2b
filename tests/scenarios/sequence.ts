import { copyFindings } from '../../src/checks/copies.ts';
import { memberPointer } from '../../src/checks/echo.ts';
import { type Finding, show } from '../../src/checks/finding.ts';
import { differences, differencesAsSets, isObject } from '../../src/checks/json-equality.ts';
import { stableReadFindings, withInstants } from '../../src/checks/stability.ts';
import type { Call } from '../../src/client/client.ts';
import type { Implementation } from '../../src/client/implementation.ts';
import { endOf, firstRead, readEvent, track } from '../../src/client/tracked-event.ts';
import type { Members } from '../../src/generation/bodies.ts';
import type { Step } from '../../src/generation/sequences.ts';
import { jsonOf } from '../../src/http/body.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { isSuccess } from '../../src/http/outcome.ts';
import { LimitReached, NotAssessed } from '../../src/settings/not-assessed.ts';
import { customersOf, update } from './batch-update.ts';

type Known = Readonly<Record<string, unknown>>;

/** Endpoints that read a configured record. */
const READS = [8, 10, 11, 12, 13, 15];

/** Endpoints that make records, and what kind: an id tells records of one kind apart, and businesses may be counted like campaigns. */
const CREATIONS = [
  [2, 'campaign'],
  [4, 'e-mail template'],
  [5, 'business'],
  [6, 'e-mail template'],
  [7, 'embed'],
  [18, 'event'],
] as const;
type Creation = (typeof CREATIONS)[number][0];
const KINDS = new Map<Creation, string>(CREATIONS);

/** Statements that a sequence judges, each with the endpoint at which it is told. */
export const SEQUENCE_STATEMENTS: readonly { readonly requirement: string; readonly endpoint: number }[] = [
  ...CREATIONS.map(([endpoint]) => ({ requirement: 'record.ids-are-distinct', endpoint })),
  { requirement: 'business.metadata-comes-back', endpoint: 5 },
  { requirement: 'campaign.metadata-comes-back', endpoint: 2 },
  { requirement: 'customer.update-is-kept', endpoint: 3 },
  { requirement: 'customer.update-leaves-other-fields', endpoint: 3 },
  { requirement: 'customer.update-leaves-other-customers', endpoint: 3 },
  { requirement: 'email-template.copies-agree', endpoint: 6 },
  { requirement: 'email-template.copy-keeps-variables', endpoint: 6 },
  { requirement: 'event.extra-is-tracked-data', endpoint: 18 },
  { requirement: 'event.own-fields-never-change', endpoint: 1 },
  ...[...READS, 9].map((endpoint) => ({ requirement: 'robustness.reading-is-safe', endpoint })),
];

/** Members of a customer that only an update of themselves changes; names in parts may follow the full name. */
const CUSTOMER_MEMBERS = ['full_name', 'email_address', 'phone_number', 'external_id', 'metadata', 'unsubscribed'];

interface Template {
  readonly id: string;
  /** The template at the beginning of its line of copies; copies of one line agree. */
  readonly root: string;
}

/**
 * A sequence as it is carried out, beside a model that holds what the specification promises and no more. Each step adds to the model and is
 * held against it; a step that is refused changes neither.
 */
export class Sequence {
  readonly exchanges: Exchange[] = [];
  /** Why it came only halfway. */
  cut: LimitReached | null = null;
  readonly #judged = new Map<string, Finding[]>();
  readonly #implementation: Implementation;
  readonly #ids = new Map<string, string>();
  readonly #customers = new Map<string, { record: Known; sent: Known }>();
  readonly #templates: Template[] = [];
  readonly #copies = new Map<string, Known>();
  readonly #variables = new Map<string, { id: string; names: string[] }>();
  readonly #events: { id: string; data: Known; event: Known }[] = [];
  readonly #reads = new Map<number, Exchange>();

  constructor(implementation: Implementation) {
    this.#implementation = implementation;
  }

  /** @throws LimitReached where a limit of the run let it do nothing at all */
  async run(steps: readonly Step[]): Promise<this> {
    for (const step of steps) if (this.cut === null) await this.#perform(step);
    if (this.cut !== null && this.exchanges.length === 0) throw this.cut;
    return this;
  }

  async #perform(step: Step): Promise<void> {
    try {
      switch (step.do) {
        case 'create business':
          return await this.#create(5, step.members, 'business.metadata-comes-back');
        case 'create campaign':
          return await this.#create(2, step.members, 'campaign.metadata-comes-back');
        case 'update customer':
          return await this.#update(step.which, step.members);
        case 'copy project template':
          return await this.#copy(4, 'project template');
        case 'copy template':
          return await this.#copy(6, await this.#template(step.which));
        case 'read variables':
          return await this.#readVariables(await this.#template(step.which));
        case 'embed':
          return await this.#embed(step.seconds);
        case 'track':
          return await this.#track(step.data);
        case 'read event':
          return await this.#readEvent(step.which);
        case 'list addresses':
          return await this.#read(9);
        case 'read record':
          return await this.#read(READS[step.which % READS.length] ?? 13);
      }
    } catch (error) {
      // What a step needs and nobody gave; the others go on, unless the run itself is at a limit.
      if (!(error instanceof NotAssessed)) throw error;
      if (error instanceof LimitReached) this.cut = error;
    }
  }

  async #create(number: 2 | 5, members: Members, statement: string): Promise<void> {
    const [typical] = await this.#implementation.typicalCalls(number);
    const record = await this.#send(number, { ...typical, body: { ...(typical?.body as object), ...members } });
    if (!record) return;
    this.#isNew(number, record);
    for (const [member, value] of Object.entries(members))
      if (Object.hasOwn(record, member)) this.#judge(statement, differences(value, record[member], memberPointer(member)));
  }

  async #update(which: number, members: Members): Promise<void> {
    const { customerIds } = this.#implementation.settings.fixtures;
    const id = customerIds[which % customerIds.length];
    if (id === undefined) return;
    const exchange = await update(this.#implementation, [{ id, ...members }]);
    this.exchanges.push(exchange);
    const customer = isSuccess(exchange) ? customersOf(exchange).get(id) : undefined;
    if (!customer) return;
    const known = this.#customers.get(id);
    for (const member of CUSTOMER_MEMBERS) {
      if (!known || Object.hasOwn(members, member) || !Object.hasOwn(known.record, member) || !Object.hasOwn(customer, member)) continue;
      const findings = differences(known.record[member], customer[member], memberPointer(member, '/customers/0'));
      const stranger = [...this.#customers].some(
        ([other, { sent }]) => other !== id && Object.hasOwn(sent, member) && differences(sent[member], customer[member]).length === 0,
      );
      this.#judge('customer.update-leaves-other-customers', stranger ? findings : []);
      const own = Object.hasOwn(known.sent, member) ? 'customer.update-is-kept' : 'customer.update-leaves-other-fields';
      this.#judge(own, stranger ? [] : findings);
    }
    this.#customers.set(id, { record: customer, sent: { ...known?.sent, ...members } });
  }

  async #template(which: number): Promise<Template> {
    if (this.#templates.length === 0) {
      const id = await this.#implementation.emailTemplateId();
      this.#templates.push({ id, root: id });
    }
    return this.#templates[which % this.#templates.length] as Template;
  }

  async #copy(number: 4 | 6, source: Template | 'project template'): Promise<void> {
    const [typical] = await this.#implementation.typicalCalls(number);
    const copy = await this.#send(number, { ...typical, ...(source !== 'project template' && { id: source.id }) });
    if (!copy || typeof copy.id !== 'string') return;
    this.#isNew(number, copy);
    const root = source === 'project template' ? source : source.root;
    const sibling = this.#copies.get(root);
    if (sibling) this.#judge('email-template.copies-agree', copyFindings(sibling, copy));
    else this.#copies.set(root, copy);
    this.#templates.push({ id: copy.id, root });
  }

  async #readVariables({ id, root }: Template): Promise<void> {
    const answer = await this.#send(16, { id });
    if (!answer || !Array.isArray(answer.variables)) return;
    const names = answer.variables.map(String);
    const known = this.#variables.get(root);
    if (!known) this.#variables.set(root, { id, names });
    else if (known.id !== id) this.#judge('email-template.copy-keeps-variables', differencesAsSets(known.names, names, '/variables'));
  }

  async #embed(seconds: number): Promise<void> {
    const [typical] = await this.#implementation.typicalCalls(7);
    const embed = await this.#send(7, { ...typical, body: { expires_in: seconds } });
    if (embed) this.#isNew(7, embed);
  }

  async #track(data: Members): Promise<void> {
    const tracked = await track(this.#implementation, data);
    this.exchanges.push(tracked.exchange);
    if (!isSuccess(tracked.exchange)) return;
    const story = await firstRead(
      this.#implementation,
      tracked,
      endOf(tracked.exchange) + this.#implementation.settings.tracking.resolutionTimeoutMs,
    );
    const last = story.reads.at(-1);
    if (!last?.event || story.id === null) return;
    this.exchanges.push(last.exchange);
    this.#isNew(18, last.event);
    this.#judge('event.extra-is-tracked-data', differences(tracked.body.data, last.event.extra, '/extra'));
    this.#events.push({ id: story.id, data: tracked.body.data, event: last.event });
  }

  async #readEvent(which: number): Promise<void> {
    const known = this.#events[which % Math.max(1, this.#events.length)];
    if (!known) return;
    const { exchange, event } = await readEvent(this.#implementation, known.id, 0);
    this.exchanges.push(exchange);
    const own = ({ id, name, extra, created_at }: Known) => withInstants('event', { id, name, extra, created_at });
    if (event) this.#judge('event.own-fields-never-change', differences(own(known.event), own(event)));
  }

  async #read(number: number): Promise<void> {
    const [typical] = await this.#implementation.typicalCalls(number);
    const exchange = await this.#implementation.client.send(number, { ...typical });
    this.exchanges.push(exchange);
    const earlier = this.#reads.get(number);
    if (earlier && isSuccess(earlier)) {
      // Somebody else may have changed the record in between: only a third read that differs again counts.
      const again =
        stableReadFindings(number, earlier, exchange).length === 0
          ? exchange
          : await this.#implementation.client.send(number, { ...typical });
      this.#judge('robustness.reading-is-safe', stableReadFindings(number, exchange, again), number);
    }
    this.#reads.set(number, exchange);
  }

  /** The record that came back, or null where the request was refused or no JSON object came. */
  async #send(number: number, call: Call): Promise<Record<string, unknown> | null> {
    const exchange = await this.#implementation.client.send(number, call);
    this.exchanges.push(exchange);
    const json = isSuccess(exchange) ? jsonOf(exchange.answer) : { problem: 'no success' };
    return 'value' in json && isObject(json.value) ? json.value : null;
  }

  #isNew(number: Creation, { id }: Known): void {
    if (typeof id !== 'string') return;
    const kind = KINDS.get(number);
    const key = `${kind} ${id}`;
    const earlier = this.#ids.get(key);
    const findings =
      earlier === undefined
        ? []
        : [{ pointer: '/id', expected: `an id that no other ${kind} has`, actual: `${show(id)}, as of ${earlier}` }];
    this.#ids.set(key, `step ${this.exchanges.length}`);
    this.#judge('record.ids-are-distinct', findings, number);
  }

  /** What was found against a statement at an endpoint; null where no step could have broken it. */
  findings(requirement: string, endpoint: number): Finding[] | null {
    return this.#judged.get(`${requirement} ${endpoint}`) ?? null;
  }

  #judge(requirement: string, findings: readonly Finding[], endpoint = told(requirement)): void {
    const key = `${requirement} ${endpoint}`;
    this.#judged.set(key, [...(this.#judged.get(key) ?? []), ...findings]);
  }
}

/** The only endpoint at which a statement is told, or the first. */
function told(requirement: string): number | undefined {
  return SEQUENCE_STATEMENTS.find((statement) => statement.requirement === requirement)?.endpoint;
}
