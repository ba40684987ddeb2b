import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { isObject, type JsonObject, onJson, onRecords, sentJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { changeAt } from '../places.ts';

/** Events of an earlier version of the service: those that the run tracked itself stay as they are. */
const isOld = ({ created_at: at }: JsonObject): boolean => Date.parse(String(at)) < Date.now() - 86_400_000;
/** So long that a row of fixed size runs over into the column beside it. */
const hasLongName = (sent: JsonObject | null): boolean => typeof sent?.name === 'string' && sent.name.length > 500;

const alone = (statement: StatementId, endpoint: EndpointName, description: string, change: Parameters<typeof onRecords>[1]): Fault =>
  fault(`alone-${statement.replace('.', '-')}`, endpoint, statement, description, onRecords([endpoint], change), ONLY);

/** For each statement about shape one fault that breaks it and nothing else. */
export const SHAPE_ALONE_FAULTS: readonly Fault[] = [
  alone('event.fields', 'getEvent', 'Old events have null for `extra`', (event) => (isOld(event) ? { ...event, extra: null } : event)),
  alone('event.timestamps', 'getEvent', 'Old events have a day for `created_at`', (event) =>
    isOld(event) ? { ...event, created_at: String(event.created_at).slice(0, 10) } : event,
  ),
  alone('campaign.fields', 'createCampaign', 'Revenue is a number', (campaign) => ({ ...campaign, attributed_revenue: 0 })),
  alone('campaign.timestamps', 'createCampaign', '`updated_at` is the start of the epoch as a number', (campaign) => ({
    ...campaign,
    updated_at: 0,
  })),
  alone('campaign.status-values', 'createCampaign', 'A new campaign is `created`', (campaign) => ({ ...campaign, status: 'created' })),
  alone('campaign.statistics', 'createCampaign', 'Counts are texts', (campaign) =>
    changeAt(campaign, ['statistics', 'emails', 'sent'], String),
  ),
  alone('campaign.steps', 'createCampaign', 'A long name runs over into the steps', (campaign, request) =>
    hasLongName(sentJson(request)) ? changeAt(campaign, ['steps', '*', 'custom_step_id'], () => null) : campaign,
  ),
  alone('customer.fields', 'batchUpdateCustomers', '`unsubscribed` is a truth value', (customer) => ({
    ...customer,
    unsubscribed: customer.unsubscribed === 'true',
  })),
  alone('business.fields', 'createBusiness', 'The id is a number', (business) => ({
    ...business,
    id: Number.parseInt(hash(String(business.id)), 36),
  })),
  alone('business.timestamps', 'createBusiness', '`created_at` is a day', (business) => ({
    ...business,
    created_at: String(business.created_at).slice(0, 10),
  })),
  alone('business.disabled-steps-values', 'createBusiness', 'Calls can be switched off too', (business) => ({
    ...business,
    disabled_steps: ['call'],
  })),
  alone('business.website-is-url', 'createBusiness', 'A long name runs over into the website', (business, request) =>
    hasLongName(sentJson(request)) ? { ...business, website: '//conformance' } : business,
  ),
  alone('email-template.fields', 'copyEmailTemplate', 'The name is null', (template) => ({ ...template, name: null })),
  alone('email-template.timestamps', 'copyProjectEmailTemplate', '`enabled_at` is "now"', (template) => ({
    ...template,
    enabled_at: 'now',
  })),
  alone('email-template.kind-values', 'copyEmailTemplate', 'A further kind', (template) => ({ ...template, kind: 'markdown' })),
  alone('email-template.body-is-null', 'copyProjectEmailTemplate', '`body` is empty', (template) => ({ ...template, body: '' })),
  fault(
    'alone-email-template-variables-list',
    'listEmailTemplateVariables',
    'email-template.variables-list',
    'A null closes the list of variables',
    onJson(['listEmailTemplateVariables'], (value) => ({ ...value, variables: [...(value.variables as unknown[]), null] })),
    ONLY,
  ),
  alone('sms-template-embed.fields', 'createSmsTemplateEmbed', 'The business is an object', (embed) => ({
    ...embed,
    business: { id: embed.business },
  })),
  alone('sms-template-embed.timestamps', 'createSmsTemplateEmbed', '`expires_at` is in words', (embed) => ({
    ...embed,
    expires_at: 'in one hour',
  })),
  alone('sms-template-embed.url-is-url', 'createSmsTemplateEmbed', 'The URL lacks scheme and host', (embed) => ({
    ...embed,
    url: '/sms-template-embeds/1',
  })),
  alone('sent-email.fields', 'getSentEmail', 'The subject is null', (email) => ({ ...email, subject: null })),
  alone('sent-email.timestamps', 'getSentEmail', '`sent_at` lacks its date', (email) => ({ ...email, sent_at: '09:00:02Z' })),
  alone('email-address.fields', 'getProjectEmailAddress', '`one_off` is 0 or 1', (address) => ({
    ...address,
    one_off: Number(address.one_off),
  })),
  alone('email-blast-execution.fields', 'listEmailBlastExecutions', 'The customer is an object', (execution) => ({
    ...execution,
    customer: { id: execution.customer },
  })),
  alone('email-blast-execution.timestamps', 'listEmailBlastExecutions', '`finished_at` is written as in a log', (execution) => ({
    ...execution,
    finished_at: '10/Jun/2024:07:00:05 +0000',
  })),
  alone('segment.fields', 'getSegment', 'The filter is an object', (segment) => ({ ...segment, filter: { expression: segment.filter } })),
  alone('feature-flag.fields', 'getFeatureFlagStatuses', '`enabled` is a text', (flag) => ({ ...flag, enabled: String(flag.enabled) })),
  alone('project-defined-event.fields', 'getProjectDefinedEvent', 'The path is a list of steps', (event) => ({
    ...event,
    purchase_amount_path: String(event.purchase_amount_path).split('.'),
  })),
  fault(
    'alone-track-empty-object',
    'trackEvent',
    'track.empty-object',
    'The acknowledgement says ok',
    onJson(['trackEvent'], (value) => (isObject(value) ? { ok: true } : value)),
    ONLY,
  ),
];

/** Digits of base 36 that differ where the texts do. */
function hash(text: string): string {
  return Buffer.from(text).toString('hex').slice(-9);
}
