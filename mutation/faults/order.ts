import { type JsonObject, onJson, onRecords, onRequest, sentJson, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';
import { customersOf } from './batch-items.ts';

const STEPS = 'campaign.steps-come-back';
const OWN = 'feature-flag.status-is-its-own';

/** The list as its items would be if each came from another place. */
type Places = <T>(list: readonly T[]) => T[];

const reversed: Places = (list) => list.toReversed();
const shifted: Places = (list) => [...list.slice(-1), ...list.slice(0, -1)];
const ofFirst: Places = (list) => list.flatMap(() => list.slice(0, 1));
const distinct: Places = (list) => [...new Map(list.map((item) => [JSON.stringify(item), item])).values()];
const swapped: Places = ([one, other, ...rest]) => (one === undefined || other === undefined ? [] : [other, one, ...rest]);

const steps = (places: Places) =>
  onRecords(['createCampaign'], (campaign) => (Array.isArray(campaign.steps) ? { ...campaign, steps: places(campaign.steps) } : campaign));
const member = (items: readonly JsonObject[], name: string, places: Places) => {
  const values = places(items.map((item) => item[name]));
  return items.map((item, index) => (index < values.length ? { ...item, [name]: values[index] } : item));
};
const templates = (places: Places) =>
  onRecords(['createCampaign'], (campaign) =>
    Array.isArray(campaign.steps) ? { ...campaign, steps: member(campaign.steps as JsonObject[], 'email_template_id', places) } : campaign,
  );
const customers = (name: string, places: Places) =>
  onJson(['batchUpdateCustomers'], (value) => ({ customers: member(customersOf(value), name, places) }));

type Flags = readonly JsonObject[];
const askedIn = ({ target }: PassingRequest) => new URL(target, 'http://127.0.0.1').searchParams.getAll('names');
const flags = (change: (flags: Flags, asked: readonly string[]) => Flags) =>
  onJson(['getFeatureFlagStatuses'], (value, request) => ({ feature_flags: change(value.feature_flags as Flags, askedIn(request)) }));

/** Values that come to the wrong places of a list. */
export const ORDER_FAULTS: readonly Fault[] = [
  fault('campaign-steps-reversed', 'createCampaign', STEPS, 'The last step comes first', steps(reversed), ONLY),
  fault('campaign-steps-shifted', 'createCampaign', STEPS, 'The last step stands before the first', steps(shifted)),
  fault('campaign-steps-swapped', 'createCampaign', STEPS, 'The first two steps are swapped', steps(swapped)),
  fault('campaign-steps-distinct', 'createCampaign', STEPS, 'Equal steps become one', steps(distinct), ONLY),
  fault('campaign-templates-of-first', 'createCampaign', STEPS, 'Each step has the template of the first', templates(ofFirst), ONLY),
  fault('campaign-templates-shifted', 'createCampaign', STEPS, 'Each step has the template of the one before', templates(shifted)),
  fault(
    'campaign-address-of-first',
    'createCampaign',
    'campaign.email-address-comes-back',
    'Campaigns are sent from the first address of the business',
    onRequest(['createCampaign'], (request) => {
      const campaign = sentJson(request);
      return typeof campaign?.email_address === 'string' ? withJson(request, { ...campaign, email_address: 'ema_bookings' }) : request;
    }),
  ),
  fault(
    'batch-names-swapped',
    'batchUpdateCustomers',
    'customer.full-name-comes-back',
    'The names of the first two are swapped',
    customers('full_name', swapped),
  ),
  fault(
    'batch-numbers-reversed',
    'batchUpdateCustomers',
    'customer.phone-number-comes-back',
    'The numbers are answered in reverse',
    customers('phone_number', reversed),
  ),
  fault(
    'batch-metadata-of-first',
    'batchUpdateCustomers',
    'customer.metadata-comes-back',
    'Everybody has the metadata of the first',
    customers('metadata', ofFirst),
  ),
  fault(
    'flags-states-by-position',
    'getFeatureFlagStatuses',
    OWN,
    'States are read in the order of the table, names in the order of the request',
    flags((list, asked) => {
      const byName = list.toSorted((one, other) => String(one.feature_flag_name).localeCompare(String(other.feature_flag_name)));
      return asked.length === list.length ? list.map((flag, index) => ({ ...flag, enabled: byName[index]?.enabled })) : list;
    }),
    ONLY,
  ),
  fault(
    'flags-inverted-in-another-order',
    'getFeatureFlagStatuses',
    OWN,
    'Where the last flag of the table is not asked for last, the first is inverted',
    flags((list, asked) =>
      asked.at(-1) === 'sms.two_way' || asked.length === 1
        ? list
        : list.map((flag, index) => (index === 0 ? { ...flag, enabled: !flag.enabled } : flag)),
    ),
    ONLY,
  ),
];
