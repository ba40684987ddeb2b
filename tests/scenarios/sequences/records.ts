import { stableReadDeviations, withInstants } from '../../../src/checks/stability.ts';
import { firstRead, readEvent, track } from '../../../src/client/tracked-event.ts';
import type { Members } from '../../../src/generation/bodies.ts';
import type { Step } from '../../../src/generation/sequences.ts';
import { endOf } from '../../../src/http/exchange.ts';
import { differences, ECHOED_MEMBERS, show } from '../../judging.ts';
import { type EndpointName, type Exchange, isSuccess, memberPointer } from '../../library.ts';
import { customersOf, update } from '../batch-update.ts';
import type { NamedCreation } from '../echo.ts';
import type { Journal, Known, StepHandlers } from './journal.ts';

/** Businesses, campaigns and embeds: nothing that is done later touches them. */
export function creations(journal: Journal): StepHandlers<'create business' | 'create campaign' | 'embed'> {
  const { implementation } = journal;

  async function create(name: NamedCreation, kind: string, members: Members): Promise<void> {
    journal.begin(`create a ${kind} with ${show(members)}`);
    const [typical] = await implementation.typicalCalls(name);
    const record = await journal.send(name, { ...typical, body: { ...(typical?.body as object), ...members } });
    if (!record) return;
    journal.isNew(name, record);
    const [statement] = ECHOED_MEMBERS[name].metadata;
    for (const [member, value] of Object.entries(members))
      if (Object.hasOwn(record, member)) journal.judge(statement, name, differences(value, record[member], memberPointer(member)));
  }

  return {
    'create business': ({ members }) => create('createBusiness', 'business', members),
    'create campaign': ({ members }) => create('createCampaign', 'campaign', members),
    embed: async ({ seconds }) => {
      journal.begin(`make an embed for ${seconds} s`);
      const [typical] = await implementation.typicalCalls('createSmsTemplateEmbed');
      // Its id may be that of the template's embed before: one embed a template, renewed under its id, is permitted.
      await journal.send('createSmsTemplateEmbed', { ...typical, body: { expires_in: seconds } });
    },
  };
}

/** Members of a customer that only an update of themselves changes; names in parts may follow the full name. */
const MEMBERS = ['full_name', 'email_address', 'phone_number', 'external_id', 'metadata', 'unsubscribed'];

/** A customer as the last answer showed it, and all members that the sequence sent for it. */
interface Customer {
  readonly record: Known;
  readonly sent: Known;
}

/** Numbers of the customers that a sequence updates, each once. `which` counts through the customers given. */
export function updatedCustomers(steps: readonly Step[], given: number): number[] {
  return [...new Set(steps.flatMap((step) => (step.do === 'update customer' ? [step.which % given] : [])))];
}

/** An update changes the members that it names, of the customer that it names; `idOf`: the customer behind a number. */
export function customers(
  journal: Journal,
  idOf: (which: number) => string | undefined,
): StepHandlers<'update customer' | 'refused update'> {
  const known = new Map<string, Customer>();

  /** Whether this value was sent for another customer. */
  function isOfAnother(id: string, member: string, value: unknown): boolean {
    return [...known].some(
      ([other, { sent }]) => other !== id && Object.hasOwn(sent, member) && differences(sent[member], value).length === 0,
    );
  }

  function judgeUntouched(id: string, { record, sent }: Customer, members: Members, answered: Known): void {
    const untouched = MEMBERS.filter((member) => !Object.hasOwn(members, member));
    for (const member of untouched.filter((name) => Object.hasOwn(record, name) && Object.hasOwn(answered, name))) {
      const deviations = differences(record[member], answered[member], memberPointer(member, '/customers/0'));
      const mixed = isOfAnother(id, member, answered[member]);
      journal.judge('customer.update-leaves-other-customers', 'batchUpdateCustomers', mixed ? deviations : []);
      const own = Object.hasOwn(sent, member) ? 'customer.update-is-kept' : 'customer.update-leaves-other-fields';
      journal.judge(own, 'batchUpdateCustomers', mixed ? [] : deviations);
    }
  }

  return {
    // What becomes of it is judged by what comes behind it.
    'refused update': async ({ members }) => {
      journal.begin(`update a customer without naming him, with ${show(members)}`);
      journal.exchanges.push(await update(journal.implementation, [members]));
    },
    'update customer': async ({ which, members }) => {
      const id = idOf(which);
      if (id === undefined) return;
      journal.begin(`update customer ${show(id)} with ${show(members)}`);
      const customer = known.get(id);
      // An update whose answer is lost may have been carried out: then nothing is known any more.
      known.delete(id);
      const exchange = await update(journal.implementation, [{ id, ...members }]);
      journal.exchanges.push(exchange);
      if (customer) known.set(id, customer);
      const answered = isSuccess(exchange) ? customersOf(exchange).get(id) : undefined;
      if (!answered) return;
      if (customer) judgeUntouched(id, customer, members, answered);
      known.set(id, { record: answered, sent: { ...customer?.sent, ...members } });
    },
  };
}

/** An event holds what was tracked, and its own fields never change. */
export function events(journal: Journal): StepHandlers<'track' | 'read event'> {
  const { implementation } = journal;
  const known: { readonly id: string; readonly event: Known }[] = [];

  return {
    track: async ({ data }) => {
      journal.begin(`track ${show(data)}`);
      const tracked = await track(implementation, data);
      journal.exchanges.push(tracked.exchange);
      if (!isSuccess(tracked.exchange)) return;
      const deadline = endOf(tracked.exchange) + implementation.settings.tracking.findTimeoutMs;
      const { id, reads } = await firstRead(implementation, tracked, deadline);
      const last = reads.at(-1);
      if (!last?.event || id === null) return;
      journal.exchanges.push(last.exchange);
      journal.isNew('trackEvent', last.event);
      journal.judge('event.extra-is-tracked-data', 'trackEvent', differences(tracked.body.data, last.event.extra, '/extra'));
      known.push({ id, event: last.event });
    },
    'read event': async ({ which }) => {
      const chosen = known[which % known.length];
      if (!chosen) return;
      journal.begin(`read event ${known.indexOf(chosen) + 1} of those tracked`);
      const { exchange, event } = await readEvent(implementation, chosen.id, 0);
      journal.exchanges.push(exchange);
      if (event) journal.judge('event.own-fields-never-change', 'getEvent', differences(ownFields(chosen.event), ownFields(event)));
    },
  };
}

function ownFields({ id, name, extra, created_at }: Known): Known {
  return withInstants('event', { id, name, extra, created_at });
}

/** Endpoints that read a configured record. A replay token counts through this list, so its order stays. */
export const CONFIGURED_RECORDS = [
  'getSentEmail',
  'getProjectEmailAddress',
  'getEmailAddress',
  'listEmailBlastExecutions',
  'getSegment',
  'getProjectDefinedEvent',
  'getFeatureFlagStatuses',
] as const;

/** Further reads of flags, where one differed from the one before. */
const READS_ALONE = 5;

/** A record shows at every read what it showed at the read before. */
export function reads(journal: Journal): StepHandlers<'list addresses' | 'read record'> {
  const { client } = journal.implementation;
  const last = new Map<EndpointName, Exchange>();

  async function read(name: EndpointName): Promise<void> {
    journal.begin(`read the configured record (${name})`);
    const [typical] = await journal.implementation.typicalCalls(name);
    const exchange = await client.send(name, { ...typical });
    journal.exchanges.push(exchange);
    const earlier = last.get(name);
    if (earlier && isSuccess(earlier)) {
      const isFlag = name === 'getFeatureFlagStatuses';
      const differs = stableReadDeviations(name, earlier, exchange).length > 0;
      // Somebody else may have changed the record in between: only a third read that differs again counts.
      // A flag may be rolled out meanwhile: the read was wrong only where all further ones are as before.
      const further = isFlag ? READS_ALONE : 1;
      let again = exchange;
      let isMoving = false;
      for (let read = 0; differs && read < further && !isMoving; read += 1) {
        again = await client.send(name, { ...typical });
        isMoving = isFlag && stableReadDeviations(name, earlier, again).length > 0;
      }
      journal.judge('robustness.reading-is-safe', name, isMoving ? [] : stableReadDeviations(name, exchange, again));
    }
    last.set(name, exchange);
  }

  return {
    'list addresses': () => read('listEmailAddresses'),
    'read record': ({ which }) => read(CONFIGURED_RECORDS[which % CONFIGURED_RECORDS.length] ?? 'getSegment'),
  };
}
