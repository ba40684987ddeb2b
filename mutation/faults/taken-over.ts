import type { StatementId } from '../../src/specification/register.ts';
import { concerns, isObject, jsonOf, sentJson, succeeded, withJson } from '../answers.ts';
import { breaking, faults, ONLY, type Spoil } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { records } from './rows.ts';

const TIMES = 'The time in the request is the time of creation';

/** The record has what the request says of a member that only the service writes. */
const taking = (member: string): Spoil =>
  records((record, request) => {
    const sent = sentJson(request) ?? {};
    return Object.hasOwn(sent, member) ? { ...record, [member]: sent[member] } : record;
  });

const OF_ANOTHER: StatementId = 'record.ids-are-distinct';

/** What a framework assigns of a request, whatever the members are called. */
export const TAKEN_OVER_FAULTS: readonly Fault[] = [
  ...breaking(OF_ANOTHER, [
    ['business-takes-id', 'createBusiness', 'The id in the request overwrites another business', taking('id'), ONLY],
    ['campaign-takes-id', 'createCampaign', 'The id in the request overwrites another campaign', taking('id'), ONLY],
    ['copy-takes-id', 'copyEmailTemplate', 'The id in the request is the id of the copy', taking('id'), ONLY],
  ]),
  ...breaking('campaign.business-is-path', [
    ['campaign-takes-business', 'createCampaign', 'The business in the request is the business of the campaign', taking('business'), ONLY],
  ]),
  ...breaking('business.created-at-is-creation-time', [['business-takes-time', 'createBusiness', TIMES, taking('created_at'), ONLY]]),
  ...breaking('sms-template-embed.template-is-path', [
    ['embed-takes-template', 'createSmsTemplateEmbed', 'The template in the request is the template', taking('sms_template'), ONLY],
  ]),
  ...faults('getEvent', 'event.unmatched-stays-null', [
    ['event-takes-customer', 'A request may say who the customer is', takingCustomer, ONLY],
  ]),
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
