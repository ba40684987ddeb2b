import { grouped } from '../../src/result/lists.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import { parseIso8601 } from '../../src/specification/formats.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { isObject, type JsonObject, sentJson } from '../answers.ts';
import { type Fault, fault, faults, type More, ONLY } from '../fault.ts';
import { at, inside, list, lists, records, recordsKeeping, type Spoil, sending, set } from '../rows.ts';
import { isAny } from './event-content.ts';
import { askedFlags } from './templates.ts';

const BUSINESS = 'createBusiness';
const CAMPAIGN = 'createCampaign';

/** How the value of a member comes back. */
type Change = (value: unknown, record: JsonObject, sent: JsonObject) => unknown;

const text = (change: (value: string) => unknown) => (value: unknown) => (typeof value === 'string' ? change(value) : value);
export const ifList = (change: (value: unknown[]) => unknown) => (value: unknown) => (Array.isArray(value) ? change(value) : value);
const instantOf = (time: string) => parseIso8601(time)?.instantMs ?? Number.NaN;
const later = (ms: number) => text((value) => new Date(instantOf(value) + ms).toISOString());
const bareStep = (step: unknown) => ({ type: (step as JsonObject).type });

const withoutOffset: Change = (_value, _record, { scheduled_at: at }) =>
  new Date(instantOf(String(at).replace(/(?:Z|[+-]\d\d:?\d\d)$/, ''))).toISOString();
/** Of the night when summer time ends. */
const firstOfTwo = text((value) => value.replace(/(-10-(?:2[5-9]|3[01])T)01/, '$100'));
const secondOfTwo = text((value) => value.replace(/(-10-(?:2[5-9]|3[01])T)00/, '$101'));
const lastLost: Change = (value, _record, sent) => (Array.isArray(sent.enrolled_customers) ? (value as unknown[]).slice(0, -1) : value);
const firstPage: Change = (value, _record, sent) => (sent.enrolled_customers === 'all' ? (value as unknown[]).slice(0, 5) : value);

const withStranger = ifList((ids) => (ids.length > 0 ? [...ids, 'cus_foreign'] : ids));

/** By the beginning of a fault's name: the member of a creation, and the statement that says what comes back of it. */
const MEMBERS = {
  'business-name': [BUSINESS, 'name', 'business.name-comes-back'],
  'business-metadata': [BUSINESS, 'metadata', 'business.metadata-comes-back'],
  'business-external-id': [BUSINESS, 'external_id', 'business.external-id-comes-back'],
  'business-website': [BUSINESS, 'website', 'business.website-comes-back'],
  'campaign-business': [CAMPAIGN, 'business', 'campaign.business-is-path'],
  'campaign-name': [CAMPAIGN, 'name', 'campaign.name-comes-back'],
  'campaign-metadata': [CAMPAIGN, 'metadata', 'campaign.metadata-comes-back'],
  'campaign-steps': [CAMPAIGN, 'steps', 'campaign.steps-come-back'],
  'campaign-segment': [CAMPAIGN, 'segment', 'campaign.segment-comes-back'],
  'campaign-email-address': [CAMPAIGN, 'email_address', 'campaign.email-address-comes-back'],
  'campaign-phone-number': [CAMPAIGN, 'phone_number', 'campaign.phone-number-comes-back'],
  'campaign-scheduled': [CAMPAIGN, 'scheduled_at', 'campaign.scheduled-at-comes-back'],
  'campaign-enrolled': [CAMPAIGN, 'enrolled_customers', 'campaign.enrolled-customers-come-back'],
  'campaign-enrolled-ids': [CAMPAIGN, 'enrolled_customer_ids', 'campaign.enrolled-ids-were-enrolled'],
  'campaign-all': [CAMPAIGN, 'enrolled_customers', 'campaign.all-enrols-every-customer'],
} as const satisfies Readonly<Record<string, readonly [EndpointName, member: string, StatementId]>>;
type Name = keyof typeof MEMBERS;

/** Members that do not come back as they were sent. */
const ROWS: readonly (readonly [member: Name, rest: string, description: string, change: Change, more?: More])[] = [
  ['business-name', 'upper', 'The name is in capitals', text((value) => value.toUpperCase()), ONLY],
  ['business-name', 'is-external-id', 'Name and external id are mixed up', (_value, record) => record.external_id],
  ['business-metadata', 'empty', 'The metadata is lost', () => ({}), ONLY],
  ['business-external-id', 'prefixed', 'The external id gets a prefix', (value) => `ext:${value}`, ONLY],
  ['business-website', 'host-only', 'Only the host is kept', text((value) => new URL(value).origin), ONLY],
  ['campaign-business', 'other', 'The campaign is of another business', () => 'biz_harbour', ONLY],
  ['campaign-name', 'cut', 'The name loses its last letter', text((value) => value.slice(0, -1)), ONLY],
  ['campaign-metadata', 'empty', 'The metadata is lost', () => ({}), ONLY],
  ['campaign-steps', 'empty', 'The steps are lost', () => [], ONLY],
  ['campaign-steps', 'bare', 'Only the type of a step is kept', ifList((steps) => steps.map(bareStep))],
  ['campaign-segment', 'other', 'The segment is another', () => 'seg_everybody', ONLY],
  ['campaign-email-address', 'text', 'The address stands where its id should', () => 'bookings@mail.example', ONLY],
  ['campaign-phone-number', 'text', 'The number stands where its id should', () => '+442079460000', ONLY],
  ['campaign-scheduled', 'an-hour-late', 'The start is an hour late', later(3_600_000), ONLY],
  ['campaign-scheduled', 'in-the-first-of-two-hours', 'Of the hour that clocks show twice, the first is stored', firstOfTwo],
  ['campaign-scheduled', 'in-the-second-of-two-hours', 'Of the hour that clocks show twice, the second is stored', secondOfTwo],
  ['campaign-scheduled', 'local', 'The offset is dropped, the local time called UTC', withoutOffset],
  ['campaign-enrolled', 'lost', 'The last of the listed is lost', lastLost, ONLY],
  ['campaign-enrolled', 'everybody', 'Somebody else is enrolled too', ifList((ids) => [...ids, 'cus_foreign'])],
  ['campaign-enrolled-ids', 'stranger', 'Somebody else takes part too', withStranger, ONLY],
  ['campaign-all', 'first-page', '`all` is the first page', firstPage, ONLY],
];

/** Members that are left out of the answer where the value is long or large, so that other answers still show them. */
const LOST: readonly Name[] = [
  ...(['business-name', 'business-metadata', 'business-external-id', 'business-website'] as const),
  ...(['campaign-name', 'campaign-metadata', 'campaign-scheduled'] as const),
];

const isUnusual = (value: unknown) =>
  typeof value === 'string' ? value.length > 60 || value.includes('+') : isObject(value) && Object.keys(value).length > 20;

export const ECHO_FAULTS: readonly Fault[] = [
  ...ROWS.map(([name, rest, description, change, more]) => {
    const [endpoint, member, statement] = MEMBERS[name];
    // Nobody sends these two by their names.
    const sentAs = member === 'enrolled_customer_ids' || member === 'business' ? 'name' : member;
    const changed = records((record, request) => {
      const sent = sentJson(request);
      return sent && Object.hasOwn(sent, sentAs) ? { ...record, [member]: change(record[member], record, sent) } : record;
    });
    return fault(`${name}-${rest}`, endpoint, statement, description, changed, more);
  }),
  ...LOST.map((name) => {
    const [endpoint, member, statement] = MEMBERS[name];
    const lacking = records((record, request) => {
      const { [member]: _gone, ...rest } = record;
      return isUnusual(sentJson(request)?.[member]) ? rest : record;
    });
    const kind = endpoint === CAMPAIGN ? 'campaign' : 'business';
    const description = `An unusual \`${member}\` is accepted, and left out of the answer`;
    return fault(`${kind}-${member}-left-out`, endpoint, statement, description, lacking);
  }),
];

/** The list as its items would be if each came from another place. */
type Places = <T>(list: readonly T[]) => T[];

const reversed: Places = (items) => items.toReversed();
const ofFirst: Places = (items) => items.flatMap(() => items.slice(0, 1));
const distinct: Places = (items) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
const swapped: Places = ([one, other, ...rest]) => (one === undefined || other === undefined ? [] : [other, one, ...rest]);

/** Each behind the first one of its template. */
const together = (all: JsonObject[]) => [...grouped(all, (step) => step.email_template_id).values()].flat();
const steps = (change: (steps: JsonObject[]) => unknown) => inside('steps', (value) => change(value as JsonObject[]));
/** The values of one member come from other places. */
const moved = (name: string, places: Places) => (items: readonly JsonObject[]) => {
  const values = places(items.map((item) => item[name]));
  return items.map((item, index) => (index < values.length ? { ...item, [name]: values[index] } : item));
};

const fromFirstAddress = sending('email_address', (id) => (typeof id === 'string' ? 'ema_bookings' : id));
const byPosition = list('feature_flags', (flags, request) => {
  const byName = flags.toSorted((one, other) => String(one.feature_flag_name).localeCompare(String(other.feature_flag_name)));
  const isWhole = askedFlags(request).length === flags.length;
  return isWhole ? flags.map((flag, index) => ({ ...flag, enabled: byName[index]?.enabled })) : flags;
});
const firstTurned = list('feature_flags', (flags, request) => {
  const asked = askedFlags(request);
  if (asked.at(-1) === 'sms.two_way' || asked.length === 1) return flags;
  return flags.map((flag, index) => (index === 0 ? { ...flag, enabled: !flag.enabled } : flag));
});

const asNumber = (id: unknown) => (/^\d+$/.test(String(id)) ? String(Number(id)) : id);

const OF_FIRST = 'Campaigns are sent from the first address of the business';

/** Values that come to the wrong places of a list. */
export const ORDER_FAULTS: readonly Fault[] = [
  ...faults('createCampaign', 'campaign.steps-come-back', [
    ['campaign-steps-reversed', 'The last step comes first', steps(reversed), ONLY],
    ['campaign-steps-grouped', 'Steps of one template stand together', steps(together), ONLY],
    ['campaign-steps-cut-at-fifty', 'The first fifty steps are kept', steps((kept) => kept.slice(0, 50)), ONLY],
    ['campaign-step-ids-as-numbers', 'Ids of digits are kept as numbers', inside('steps.*.custom_step_id', asNumber)],
    ['campaign-steps-distinct', 'Equal steps become one', steps(distinct), ONLY],
    ['campaign-templates-of-first', 'Each step has the template of the first', steps(moved('email_template_id', ofFirst)), ONLY],
  ]),
  fault('campaign-address-of-first', CAMPAIGN, 'campaign.email-address-comes-back', OF_FIRST, fromFirstAddress),
  ...faults('batchUpdateCustomers', 'customer.full-name-comes-back', [
    ['batch-names-swapped', 'The names of the first two are swapped', list('customers', moved('full_name', swapped))],
  ]),
  ...faults('getFeatureFlagStatuses', 'feature-flag.status-is-its-own', [
    ['flags-states-by-position', 'States are read in the order of the table, names in the order of the request', byPosition, ONLY],
    ['flags-inverted-in-another-order', 'Where the last flag of the table is not asked for last, the first is inverted', firstTurned, ONLY],
  ]),
];

/** Enrols others than were named in `enrolled_customers`. */
const enrolling = (isConcerned: (sent: unknown) => boolean, change: (ids: unknown[]) => JsonObject) =>
  set(({ enrolled_customer_ids: ids }, request) => (isConcerned(sentJson(request)?.enrolled_customers) ? change(ids as unknown[]) : {}));
const both = (ids: readonly unknown[]) => ({ enrolled_customers: ids, enrolled_customer_ids: ids });
const isAll = (sent: unknown) => sent === 'all';
const isNamed = (sent: unknown) => Array.isArray(sent) && sent.length > 0;

/** A campaign enrols somebody whom it excludes. */
const enrolsExcluded = (isConcerned: (sent: unknown) => boolean, pick: (excluded: unknown[]) => unknown[] = (excluded) => excluded) =>
  records((campaign, request) => {
    const { enrolled_customers: enrolled, excluded_customers: excluded } = sentJson(request) ?? {};
    if (!isConcerned(enrolled) || !Array.isArray(excluded)) return campaign;
    return { ...campaign, enrolled_customer_ids: [...(campaign.enrolled_customer_ids as unknown[]), ...pick(excluded)] };
  });

const enrolsNeighbour = enrolsExcluded(isNamed, (all) => all.slice(1, 2));
/** `NOT IN ('a,b')` */
const excludedAsOneText = enrolsExcluded(isAny, (excluded) => (excluded.length > 1 ? excluded : []));
/** `NOT IN (NULL)` */
const emptiedByNobody = records((campaign, request) => {
  const { enrolled_customers: enrolled, excluded_customers: excluded } = sentJson(request) ?? {};
  return isAll(enrolled) && Array.isArray(excluded) && excluded.length === 0 ? { ...campaign, ...both([]) } : campaign;
});
const startsWithNobody = enrolling(isNamed, () => ({ ...both([]), status: 'started' }));
const idsWithoutLast = enrolling(isNamed, (ids) => ({ enrolled_customer_ids: ids.length > 1 ? ids.slice(0, -1) : ids }));

/** Both lists in which a campaign shows whom it enrols. */
export const ENROLMENT_FAULTS: readonly Fault[] = [
  ...faults('createCampaign', 'campaign.all-enrols-every-customer', [
    ['campaign-all-nobody', '`all` is nobody', enrolling(isAll, () => both([])), ONLY],
    ['campaign-all-without-nobody-is-nobody', 'Where the list of the excluded is empty, nobody is enrolled', emptiedByNobody, ONLY],
  ]),
  ...faults('createCampaign', 'campaign.enrolled-customers-come-back', [
    ['campaign-started-with-nobody', 'A campaign starts without the customers that are named', startsWithNobody, ONLY],
    ['campaign-lists-ids-without-the-last', 'The list of ids lacks the last of those that are named', idsWithoutLast, ONLY],
  ]),
  ...faults('createCampaign', 'robustness.excluded-are-not-enrolled', [
    ['campaign-enrols-excluded-of-named', 'Who is excluded is looked for among all only', enrolsExcluded(isNamed), ONLY],
    ['campaign-enrols-neighbour-of-excluded', 'Who goes out of the list is stepped over by the next', enrolsNeighbour, ONLY],
    ['campaign-enrols-excluded-of-all', 'Who is excluded is looked for among the named only', enrolsExcluded(isAll), ONLY],
    ['campaign-excludes-one-at-most', 'Two who are excluded are taken for one id', excludedAsOneText, ONLY],
  ]),
];

const APPENDED: readonly (readonly [endpoint: EndpointName, shownBy: readonly EndpointName[], member: string, statement: StatementId])[] = [
  ['createBusiness', ['createBusiness'], 'metadata', 'business.metadata-comes-back'],
  ['createCampaign', ['createCampaign'], 'metadata', 'campaign.metadata-comes-back'],
  ['batchUpdateCustomers', ['batchUpdateCustomers'], 'metadata', 'customer.metadata-comes-back'],
  ['getEvent', ['getEvent', 'trackEvent'], 'extra', 'event.extra-is-tracked-data'],
];

/** Lists that grow: a default value that all records share, or a merge that appends. */
export const APPENDED_LIST_FAULTS: readonly Fault[] = APPENDED.map(([endpoint, endpoints, member, statement]) => {
  const description = `A list in \`${member}\` that came before is appended to`;
  const appended = at(endpoint)(appending(member, endpoint === 'getEvent'));
  return fault(`lists-appended-in-${member}-of-${endpoint}`, endpoints, statement, description, appended);
});

/** The second time that a list comes with the same content, for an event or at all, it is there twice. */
function appending(member: string, isRead: boolean): Spoil {
  return recordsKeeping(new Map<string, unknown>(), (record, first) => ({
    ...record,
    [member]: lists((node) => {
      const key = JSON.stringify(node);
      // An event is read often: its own lists never change.
      const owner = isRead ? record.id : null;
      const isNew = !first.has(key);
      if (isNew) first.set(key, owner);
      return isNew || (isRead && first.get(key) === owner) ? node : [...node, ...node];
    })(record[member]),
  }));
}

/** What a store keeps of the members that it has met: the kind that came first, as a search index does, or the last value that was one. */
export const KIND_FAULTS: readonly Fault[] = APPENDED.flatMap(([endpoint, endpoints, member, statement]) => {
  const kinds = at(endpoint)(remembering(member, (value) => (typeof value === 'number' ? `${value}` : value)));
  const filled = at(endpoint)(remembering(member, (value, first) => value ?? first));
  return faults(endpoints, statement, [
    [`kinds-stay-in-${member}-of-${endpoint}`, 'What was a text once is one for ever', kinds],
    [`null-is-filled-in-${member}-of-${endpoint}`, 'Null is filled with what an earlier record has there', filled],
  ]);
});

/** @param change of a value, given the first one of its name, where that was a text */
function remembering(member: string, change: (value: unknown, first: string) => unknown): Spoil {
  return recordsKeeping(new Map<string, unknown>(), (record, first) => {
    const held = record[member];
    if (!isObject(held)) return record;
    const entries = Object.entries(held).map(([name, value]) => {
      if (!first.has(name)) first.set(name, value);
      const known = first.get(name);
      return [name, typeof known === 'string' ? change(value, known) : value];
    });
    return { ...record, [member]: Object.fromEntries(entries) };
  });
}
