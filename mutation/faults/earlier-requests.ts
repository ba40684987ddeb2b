import { concerns, isObject, type JsonObject, jsonOf, sentJson, succeeded, withJson } from '../answers.ts';
import { atEach, breaking, type FaultRow, fault, type More, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { here, recordsKeeping, type Spoil, set } from '../rows.ts';

/** What a request leaves out is what the latest one sent that named it. */
const unsent = (member: string, more: More = ONLY): FaultRow => [
  `unsent-${member.replaceAll('_', '-')}-of-an-earlier-request`,
  `What a request leaves out of \`${member}\` is what an earlier one sent`,
  recordsKeeping(
    () => ({ latest: undefined as unknown }),
    (record, memory, request) => {
      const sent = sentJson(request);
      if (sent === null || Object.hasOwn(sent, member)) {
        memory.latest = record[member];
        return record;
      }
      return memory.latest === undefined ? record : { ...record, [member]: memory.latest };
    },
  ),
  more,
];

/** The same of what came to the same worker. Two take turns, so that no pace of machine and no count of connections matters. */
const ofTheWorker = (member: string): FaultRow => [
  `unsent-${member.replaceAll('_', '-')}-of-the-worker`,
  `What a request leaves out of \`${member}\` is what one before it at its worker sent`,
  recordsKeeping(
    () => ({ count: 0, latest: new Map<number, unknown>() }),
    (record, memory, request) => {
      const sent = sentJson(request) ?? {};
      const worker = memory.count++ % 2;
      if (Object.hasOwn(sent, member)) memory.latest.set(worker, sent[member]);
      const isOwn = Object.hasOwn(sent, member) || !memory.latest.has(worker);
      return isOwn ? record : { ...record, [member]: memory.latest.get(worker) };
    },
  ),
];

const lifetimeBefore: FaultRow = [
  'lifetime-of-the-request-before',
  'A request that names no lifetime gets that of the one before',
  here(() => {
    let last: unknown;
    return (request, forward) => {
      const sent = sentJson(request);
      if (typeof sent?.expires_in === 'number') last = sent.expires_in;
      return forward(sent && last !== undefined && !Object.hasOwn(sent, 'expires_in') ? withJson(request, { expires_in: last }) : request);
    };
  }),
];

const idsBeginAnew: FaultRow = [
  'ids-begin-anew',
  'Ids come from a counter that begins anew after 30 records',
  recordsKeeping(
    () => [] as JsonObject[],
    (record, made) => {
      made.push(record);
      return { ...record, id: made[(made.length - 1) % 30]?.id };
    },
  ),
];

const BORROWED = 'robustness.nothing-of-earlier-requests';

/** A creation that holds something of an earlier one. */
export const EARLIER_REQUEST_FAULTS: readonly Fault[] = [
  ...atEach([5], BORROWED, [unsent('metadata'), unsent('external_id'), unsent('website')]),
  ...atEach([2], BORROWED, [unsent('metadata'), unsent('scheduled_at'), ofTheWorker('segment'), ofTheWorker('phone_number')]),
  ...atEach([2], BORROWED, [unsent('enrolled_customers', {})]),
  ...atEach([7], BORROWED, [lifetimeBefore]),
  ...atEach([5, 2], 'record.ids-are-distinct', [idsBeginAnew]),
];

const BUSINESS = 'The business in the request is the business of the campaign';
const TEMPLATE = 'The template in the request is the template';
const CUSTOMER = 'A request may say who the customer is';
const TIMES = 'The time in the request is the time of creation';

/** The record has what the request says of a member that only the service writes. */
const taking = (member: string) =>
  set((_record, request) => {
    const sent = sentJson(request) ?? {};
    return Object.hasOwn(sent, member) ? { [member]: sent[member] } : {};
  });

/** What a framework assigns of a request, whatever the members are called. */
export const TAKEN_OVER_FAULTS: readonly Fault[] = [
  ...breaking('record.ids-are-distinct', [
    ['business-takes-id', 'createBusiness', 'The id in the request overwrites another business', taking('id'), ONLY],
    ['campaign-takes-id', 'createCampaign', 'The id in the request overwrites another campaign', taking('id'), ONLY],
    ['copy-takes-id', 'copyEmailTemplate', 'The id in the request is the id of the copy', taking('id'), ONLY],
  ]),
  fault('campaign-takes-business', 'createCampaign', 'campaign.business-is-path', BUSINESS, taking('business'), ONLY),
  fault('business-takes-time', 'createBusiness', 'business.created-at-is-creation-time', TIMES, taking('created_at'), ONLY),
  fault('embed-takes-template', 'createSmsTemplateEmbed', 'sms-template-embed.template-is-path', TEMPLATE, taking('sms_template'), ONLY),
  fault('event-takes-customer', 'getEvent', 'event.unmatched-stays-null', CUSTOMER, takingCustomer, ONLY),
];

/** Remembers by marker which customer a request to track has named, and shows it at each read. */
function takingCustomer(endpoints: Parameters<Spoil>[0]): ReturnType<Spoil> {
  const named = new Map<unknown, unknown>();
  return async (request, forward) => {
    const { data, customer } = sentJson(request) ?? {};
    if (request.endpoint === 'trackEvent' && isObject(data) && customer !== undefined) named.set(data.conformance_marker, customer);
    const answer = await forward(request);
    if (!concerns(endpoints, request) || !succeeded(answer)) return answer;
    const event = jsonOf(answer);
    const taken = isObject(event.extra) ? named.get(event.extra.conformance_marker) : undefined;
    return taken === undefined ? answer : withJson(answer, { ...event, customer: taken });
  };
}
