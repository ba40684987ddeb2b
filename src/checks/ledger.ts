import { type Call, customersIn } from '../client/call.ts';
import { objectIn } from '../http/body.ts';
import { areAtOnce, type Exchange, endOf, isClientError, isSuccess } from '../http/exchange.ts';
import { jsonIn } from '../settings/parsing/json.ts';
import type { EndpointName } from '../specification/endpoints.ts';
import { isObject, type JsonObject, memberPointer } from '../specification/json.ts';
import { type StatementId, statementOf } from '../specification/register.ts';
import { counted } from '../specification/words.ts';
import { CreationTimes } from './clock.ts';
import { CustomersShown } from './customers-shown.ts';
import { type Breach, type Deviation, show } from './deviation.ts';
import { NewRecords } from './earlier-requests.ts';
import { ECHOED_MEMBERS, type EchoedMembers, echoDeviations } from './echo.ts';
import { askedIdDeviations, pathDeviations } from './identity.ts';
import { differences } from './json-equality.ts';
import { EXCLUDED_BEFORE, JUST_BEFORE, Rhythm, UrlHistory, VERY_ANSWER } from './run-history.ts';
import { recordsOf } from './shape.ts';
import { ownEventFields, PlainReads } from './stability.ts';

/** Members of an answer that name the record in the path. */
const PATH_MEMBERS: Readonly<Partial<Record<EndpointName, readonly [StatementId, member: string]>>> = {
  createCampaign: ['campaign.business-is-path', 'business'],
  createSmsTemplateEmbed: ['sms-template-embed.template-is-path', 'sms_template'],
};

const ANSWERS_ASKED = statementOf('record.id-is-asked-id').endpoints;

/** Members that come back whatever the service knows of others' records. A website may come back as no URL, which is another statement's. */
const COMPARED = {
  createBusiness: ['name', 'metadata', 'external_id'],
  createCampaign: ['name', 'metadata', 'scheduled_at', 'steps'],
  batchUpdateCustomers: Object.keys(ECHOED_MEMBERS.batchUpdateCustomers),
} as const;

/** An event of this run that was resolved so long ago is so on every server. */
const SETTLED_MS = 5000;

interface Exclusion {
  readonly exchange: Exchange;
  readonly excluded: readonly unknown[];
}

/** What a run's requests have in common: whatever a test looks for, its answers are held to their requests and to what came before. */
export class Ledger {
  readonly newRecords = new NewRecords();
  readonly creationTimes = new CreationTimes();
  readonly rhythm = new Rhythm();
  readonly urls = new UrlHistory();
  readonly reads = new PlainReads();
  /** By customer: the updates that named him, whatever came of them. */
  readonly #updated = new Map<unknown, Exchange[]>();
  readonly #shown = new CustomersShown();
  /** By the way of enrolling, and customer: a campaign that enrolled him. */
  readonly #enrolled = new Map<string, Exchange>();
  /** Kinds of campaigns that showed somebody who was named. */
  readonly #enrolling = new Set<string>();
  /** Campaigns that excluded customers. */
  readonly #exclusions: Exclusion[] = [];
  /** By id: the first read of an event, and the first that was resolved. */
  readonly #events = new Map<string, Exchange>();
  readonly #resolved = new Map<string, Exchange>();
  /** By template: the first embed of it. */
  readonly #embeds = new Map<string, Exchange>();
  /** By all flags that it holds: the first answer. */
  readonly #flagAnswers = new Map<string, Exchange>();
  /** By URL: the latest request since the last read that succeeded. */
  readonly #odd = new Map<string, Exchange>();

  /** Notes a request of any method, before what it asks for is noted. */
  sent(exchange: Exchange): void {
    this.rhythm.note(exchange);
    this.urls.note(exchange);
    if (exchange.request.method !== 'GET' || !isSuccess(exchange)) this.#odd.set(exchange.request.url, exchange);
  }

  /** Notes what a request asks for, be it refused or not. Of a read, returns the one just before to its URL, where that was none that reads and succeeds. */
  asked(name: EndpointName, { body }: Call, exchange: Exchange): Exchange | undefined {
    const { url, method } = exchange.request;
    const before = method === 'GET' && isSuccess(exchange) ? this.#odd.get(url) : undefined;
    if (before !== undefined) this.#odd.delete(url);
    if (isClientError(exchange)) this.newRecords.refused(name, exchange);
    if (name === 'batchUpdateCustomers')
      for (const { id } of customersIn(body ?? jsonIn(exchange.request.body ?? '')))
        this.#updated.set(id, [...(this.#updated.get(id) ?? []), exchange]);
    const excluded = name === 'createCampaign' ? listOf(body, 'excluded_customers') : [];
    if (excluded.length > 0) this.#exclusions.push({ exchange, excluded });
    return before;
  }

  /** Who was excluded once may stay so: an earlier campaign that excluded just the customers whom this one leaves out, or the first of several that excluded them together. */
  exclusionOf(missing: readonly unknown[], campaign: Exchange, isKnown: (id: unknown) => boolean) {
    const earlier = this.#exclusions.filter(({ exchange }) => isBefore(exchange, campaign, 0));
    const together = earlier.slice(0, 1).map((first) => ({ ...first, excluded: earlier.flatMap(({ excluded }) => excluded) }));
    const found = [...earlier, ...together].find(({ excluded }) => isEqualSet(excluded.filter(isKnown), missing));
    return found && { exchange: found.exchange, contrast: `${show(missing)}, ${EXCLUDED_BEFORE}, and nobody else is left out` };
  }

  /** @param before only those that had ended when this request was sent */
  latestUpdate(customer: unknown, before?: Exchange): Exchange | undefined {
    return this.#updated.get(customer)?.findLast((update) => before === undefined || endOf(update) <= before.startedAt);
  }

  /** Whether an event was read with a customer. */
  wasResolved(event: string): boolean {
    return this.#resolved.has(event);
  }

  /** The read that first showed the latest event with a customer. */
  get lastResolved(): Exchange | undefined {
    return [...this.#resolved.values()].at(-1);
  }

  /** The last update of a customer that was under way with this request. */
  updateBeside(customer: unknown, exchange: Exchange): Exchange | undefined {
    return this.#updated.get(customer)?.findLast((update) => !isBefore(update, exchange, 1) && !isBefore(exchange, update, 1));
  }

  /** What an answer of success to a documented request breaks. @param existed whether a record was there before the run */
  breaches(name: EndpointName, call: Call, exchange: Exchange, answer: JsonObject, existed: (id: string) => boolean): Breach[] {
    if (call.id !== undefined && existed(call.id)) this.reads.note(name, exchange);
    // A record that is asked for again may have changed since. The test that asks again looks at whether it takes what is sent.
    const isKnown = this.newRecords.has(name, answer);
    const isEmbed = name === 'createSmsTemplateEmbed';
    const distinct = isEmbed ? 'record.second-is-its-own' : 'record.ids-are-distinct';
    return [
      { requirement: 'robustness.nothing-of-earlier-requests', ...this.newRecords.borrowed(name, call.body, exchange, answer) },
      { requirement: distinct, ...this.newRecords.sameId(name, call, exchange, answer) },
      ...identity(name, call, answer),
      ...((name === 'createBusiness' || name === 'createCampaign') && !isKnown ? echo(name, call.body, answer) : []),
      ...(name === 'createCampaign' ? this.#enrolment(call, exchange, answer) : []),
      ...(name === 'batchUpdateCustomers' ? this.#updates(call, exchange, answer) : []),
      ...(name === 'getFeatureFlagStatuses' ? this.#flags(call, exchange, answer) : []),
      ...(isEmbed ? this.#businessOfEmbed(call, exchange, answer) : []),
      ...(name === 'getEvent' ? this.#changes(exchange, answer, existed) : []),
    ];
  }

  /** An answer that is the same as one to another request may be that one. */
  #flags(call: Call, exchange: Exchange, answer: JsonObject): Breach[] {
    const key = JSON.stringify(answer.feature_flags);
    const earlier = this.#flagAnswers.get(key) ?? exchange;
    this.#flagAnswers.set(key, earlier);
    const deviations = flagsNobodyAskedFor(call, answer);
    if (earlier.request.url === exchange.request.url) return [{ requirement: 'feature-flag.only-asked', deviations }];
    return [{ requirement: 'feature-flag.only-asked', deviations, earlier, contrast: `${VERY_ANSWER}, asked ${JUST_BEFORE}` }];
  }

  /** Nobody is listed whom the batch does not name, and everybody with what it sent for him. */
  #updates({ body }: Call, exchange: Exchange, answer: JsonObject): Breach[] {
    const sent = customersIn(body);
    const customers = recordsOf('batchUpdateCustomers', answer);
    const requirement = 'customer.answered-are-asked';
    const strangers = customers.flatMap((customer, index) => {
      if (customer.id === undefined || sent.some(({ id }) => id === customer.id)) return [];
      const earlier = this.latestUpdate(customer.id);
      const expected = `a customer of this request: ${show(sent.map(({ id }) => id))}`;
      const actual = `${show(customer.id)}${earlier === undefined || earlier === exchange ? '' : ', whom an earlier one named'}`;
      return [{ requirement, deviations: [{ pointer: `/customers/${index}/id`, expected, actual }], ...(earlier && { earlier }) } as const];
    });
    const echoes = customers.flatMap((customer, index) => {
      const [item, ...more] = sent.filter(({ id }) => id === customer.id);
      if (item === undefined || more.length > 0) return [];
      const breaches = echo('batchUpdateCustomers', item, customer, `/customers/${index}`);
      // An answer may show the customer as he is by then.
      return breaches.map((breach) => ({ ...breach, counts: () => !this.#sentMeanwhile(exchange, customer).includes(breach.requirement) }));
    });
    return [
      ...strangers,
      ...echoes,
      ...this.#shown.borrowed(sent, exchange, customers).slice(0, 1),
      ...this.#shown.mixed(sent, exchange, customers, (id, member, earlier) => this.#isSentSince(earlier, exchange, id, member)),
    ];
  }

  /** Whether another update sent a member of a customer, and may have been carried out between these two: also one whose answer is lost. */
  #isSentSince(earlier: Exchange, exchange: Exchange, customer: unknown, member: string): boolean {
    return (this.#updated.get(customer) ?? []).some(
      (other) =>
        other !== earlier &&
        other !== exchange &&
        endOf(other) >= earlier.startedAt &&
        other.startedAt <= endOf(exchange) &&
        customersIn(jsonIn(other.request.body ?? '')).some((item) => item.id === customer && Object.hasOwn(item, member)),
    );
  }

  /** The statements about members that the customer has from other updates of him that were under way with this one. */
  #sentMeanwhile(exchange: Exchange, customer: JsonObject): StatementId[] {
    const meanwhile = this.#updated.get(customer.id)?.filter((other) => other !== exchange && areAtOnce(other, exchange)) ?? [];
    return meanwhile.flatMap(({ request }) =>
      customersIn(jsonIn(request.body ?? ''))
        .filter((item) => item.id === customer.id)
        .flatMap((item) => echo('batchUpdateCustomers', item, customer))
        .filter(({ deviations }) => deviations.length === 0)
        .map(({ requirement }) => requirement),
    );
  }

  /** Who was enrolled once is enrolled again in the same way, by the same segment and steps. These may leave out of all whom they do not fit. */
  #enrolment({ id: business, body }: Call, exchange: Exchange, answer: JsonObject): Breach[] {
    if (!isObject(body)) return [];
    const isAll = isForAll(body);
    const { segment, steps } = body;
    if (isAll && (segment !== undefined || steps !== undefined)) return [];
    const excluded = listOf(body, 'excluded_customers');
    const members = ['enrolled_customers', 'enrolled_customer_ids'] as const;
    const holding = members.find((member) => listOf(answer, member).length > 0);
    // A service that enrols when a campaign begins shows nobody in campaigns of this kind.
    const kind = JSON.stringify([segment, steps, answer.status, Object.hasOwn(body, 'scheduled_at')]);
    if (holding !== undefined && !isAll) this.#enrolling.add(kind);
    const isAtOnce = !isAll && this.#enrolling.has(kind);
    const shown = holding ?? (isAtOnce ? members.find((member) => Array.isArray(answer[member])) : undefined);
    if (shown === undefined) return [];
    const keyOf = (customer: unknown) => JSON.stringify([business, isAll, segment, steps, shown, customer]);
    const enrolled = listOf(answer, shown);
    const asked = isAll
      ? [...new Set([...this.#updated.keys(), ...this.#exclusions.flatMap((one) => one.excluded)])]
      : listOf(body, 'enrolled_customers');
    const missing = asked.filter((customer) => {
      const before = this.#enrolled.get(keyOf(customer));
      if (before === undefined || excluded.includes(customer) || enrolled.includes(customer)) return false;
      // A new address may have to be confirmed, and who has unsubscribed may be left out where he is named.
      const updated = this.latestUpdate(customer);
      return isAll || updated === undefined || isBefore(updated, before, 0);
    });
    for (const customer of enrolled) if (!this.#enrolled.has(keyOf(customer))) this.#enrolled.set(keyOf(customer), exchange);
    const requirement = isAll ? 'campaign.all-enrols-every-customer' : 'campaign.enrolled-customers-come-back';
    const [twice] = repeatedIn(enrolled);
    if (twice !== undefined && (isAll || repeatedIn(asked).length === 0)) {
      const actual = `${show(twice)} ${counted(enrolled.filter((id) => id === twice).length, 'time')}`;
      return [{ requirement, deviations: [{ pointer: `/${shown}`, expected: 'each customer once', actual }] }];
    }
    return missing.slice(0, 1).map((customer) => {
      const earlier = this.#enrolled.get(keyOf(customer));
      const expected = `${show(customer)} among them, whom an earlier campaign enrolled in the same way`;
      const beside = () => {
        const update = this.updateBeside(customer, exchange);
        return update && { exchange: update, words: `an update of ${show(customer)}` };
      };
      const deviations = [{ pointer: `/${shown}`, expected, actual: show(enrolled) }];
      const all = { requirement, deviations, ...(earlier && { earlier }) } as const;
      const exclusion = this.exclusionOf(missing, exchange, (id) => this.#enrolled.has(keyOf(id)));
      if (exclusion === undefined) return { ...all, beside };
      // One alone may be left out for an update of him.
      return { ...all, contrast: exclusion.contrast, since: exclusion.exchange, ...(missing.length === 1 && { beside }) };
    });
  }

  /** A template belongs to one business, whoever is served before. That an embed is of another template is another statement's. */
  #businessOfEmbed({ id: template }: Call, exchange: Exchange, { business, sms_template: shown = template }: JsonObject): Breach[] {
    if (template === undefined || business === undefined || shown !== template) return [];
    const first = this.#embeds.get(template);
    if (first === undefined) this.#embeds.set(template, exchange);
    const deviations = first === undefined ? [] : differences(objectIn(first)?.business, business, '/business');
    return first === undefined ? [] : [{ requirement: 'sms-template-embed.business-is-steady', deviations, earlier: first }];
  }

  #changes(exchange: Exchange, event: JsonObject, existed: (id: string) => boolean): Breach[] {
    const { id } = event;
    if (typeof id !== 'string') return [];
    const first = this.#events.get(id);
    const resolved = this.#resolved.get(id);
    if (first === undefined) this.#events.set(id, exchange);
    if (resolved === undefined && typeof event.customer === 'string') this.#resolved.set(id, exchange);
    const breaches: Breach[] = [];
    if (first) {
      const deviations = differences(ownEventFields(objectIn(first) ?? {}), ownEventFields(event));
      breaches.push({ requirement: 'event.own-fields-never-change', deviations, earlier: first });
    }
    if (resolved && event.customer !== undefined && isBefore(resolved, exchange, existed(id) ? 0 : SETTLED_MS)) {
      const changed = differences(objectIn(resolved)?.customer, event.customer, '/customer');
      const deviations = changed.map((deviation) => ({ ...deviation, expected: `still ${deviation.expected}` }));
      breaches.push({ requirement: 'event.stays-resolved', deviations, earlier: resolved });
    }
    return breaches;
  }
}

function identity(name: EndpointName, { id }: Call, answer: JsonObject): Breach[] {
  if (id === undefined) return [];
  const [requirement, member = ''] = PATH_MEMBERS[name] ?? [];
  if (requirement && answer[member] !== undefined) return [{ requirement, deviations: pathDeviations(answer, member, id) }];
  if (!ANSWERS_ASKED.includes(name) || answer.id === undefined) return [];
  return [{ requirement: 'record.id-is-asked-id', deviations: askedIdDeviations(answer, id) }];
}

/** In whatever letter case. Who asks for none may get all. */
function flagsNobodyAskedFor({ query }: Call, answer: JsonObject): Deviation[] {
  const asked = query?.toLowerCase() ?? '';
  const flags = recordsOf('getFeatureFlagStatuses', answer).map(({ feature_flag_name: flag }) => flag);
  const isAsked = (flag: string) =>
    [flag, JSON.stringify(flag).slice(1, -1)].some((text) => asked.includes(encodeURIComponent(text).toLowerCase()));
  const strangers = flags.flatMap((flag, index) => (typeof flag === 'string' && asked !== '' && !isAsked(flag) ? [{ flag, index }] : []));
  return strangers.map(({ flag, index }) => {
    const pointer = memberPointer('feature_flag_name', `/feature_flags/${index}`);
    return { pointer, expected: 'a flag that the request asked for', actual: show(flag) };
  });
}

function echo(name: keyof typeof COMPARED, sent: unknown, answer: JsonObject, base = ''): Breach[] {
  if (!isObject(sent)) return [];
  const members: EchoedMembers = ECHOED_MEMBERS[name];
  return COMPARED[name].flatMap((member) => {
    const [requirement, likeness] = members[member] ?? [];
    if (requirement === undefined || likeness === undefined || !Object.hasOwn(sent, member) || !Object.hasOwn(answer, member)) return [];
    return [{ requirement, deviations: echoDeviations(likeness, sent[member], answer[member], memberPointer(member, base)) }];
  });
}

const isBefore = (earlier: Exchange, later: Exchange, byMs: number): boolean => endOf(earlier) + byMs <= later.startedAt;

const isEqualSet = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((item) => other.includes(item)) && other.every((item) => one.includes(item));

function repeatedIn(list: readonly unknown[]): readonly unknown[] {
  const first = new Map(list.map((item, index) => [item, index] as const).reverse());
  return list.filter((item, index) => first.get(item) !== index);
}

const isForAll = (body: unknown): boolean => isObject(body) && body.enrolled_customers === 'all';

function listOf(value: unknown, member: string): readonly unknown[] {
  const list = isObject(value) ? value[member] : null;
  return Array.isArray(list) ? list : [];
}
