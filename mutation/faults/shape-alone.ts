import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { isObject, type JsonObject, sentJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { changeAt } from '../places.ts';
import { inside, json, list, member, records, type Spoil, set } from '../rows.ts';

/** Changes events of an earlier version of the service: those that the run tracked itself stay as they are. */
const ofOldEvents = (name: string, change: (value: unknown) => unknown) =>
  member(name, (value, { created_at: at }) => (Date.parse(String(at)) < Date.now() - 86_400_000 ? change(value) : value));
/** Changes campaigns and businesses whose name is so long that a row of fixed size runs over into the column beside it. */
const byLongName = (change: (record: JsonObject) => unknown) =>
  records((record, request) => {
    const { name } = sentJson(request) ?? {};
    return typeof name === 'string' && name.length > 500 ? change(record) : record;
  });
const withoutStepIds = (campaign: JsonObject) => changeAt(campaign, ['steps', '*', 'custom_step_id'], () => null);
const withoutScheme = (business: JsonObject) => ({ ...business, website: '//conformance' });
const closedByNull = list<unknown>('variables', (variables) => [...variables, null]);
const splitPath = member('purchase_amount_path', (path) => String(path).split('.'));
const LOGGED = '10/Jun/2024:07:00:05 +0000';
const day = (time: unknown) => String(time).slice(0, 10);
/** Digits of base 36 that differ where the texts do. */
const hash = (value: unknown) => Buffer.from(String(value)).toString('hex').slice(-9);

/** For each statement about shape one fault that breaks it and nothing else. */
const ALONE: readonly (readonly [statement: StatementId, endpoint: EndpointName, description: string, spoil: Spoil])[] = [
  ['event.fields', 'getEvent', 'Old events have null for `extra`', ofOldEvents('extra', () => null)],
  ['event.timestamps', 'getEvent', 'Old events have a day for `created_at`', ofOldEvents('created_at', day)],
  ['campaign.fields', 'createCampaign', 'Revenue is a number', set({ attributed_revenue: 0 })],
  ['campaign.timestamps', 'createCampaign', '`updated_at` is the start of the epoch as a number', set({ updated_at: 0 })],
  ['campaign.status-values', 'createCampaign', 'A new campaign is `created`', set({ status: 'created' })],
  ['campaign.statistics', 'createCampaign', 'Counts are texts', inside('statistics.emails.sent', String)],
  ['campaign.steps', 'createCampaign', 'A long name runs over into the steps', byLongName(withoutStepIds)],
  ['customer.fields', 'batchUpdateCustomers', '`unsubscribed` is a truth value', member('unsubscribed', (value) => value === 'true')],
  ['business.fields', 'createBusiness', 'The id is a number', member('id', (id) => Number.parseInt(hash(id), 36))],
  ['business.timestamps', 'createBusiness', '`created_at` is a day', member('created_at', day)],
  ['business.disabled-steps-values', 'createBusiness', 'Calls can be switched off too', set({ disabled_steps: ['call'] })],
  ['business.website-is-url', 'createBusiness', 'A long name runs over into the website', byLongName(withoutScheme)],
  ['email-template.fields', 'copyEmailTemplate', 'The name is null', set({ name: null })],
  ['email-template.timestamps', 'copyProjectEmailTemplate', '`enabled_at` is "now"', set({ enabled_at: 'now' })],
  ['email-template.kind-values', 'copyEmailTemplate', 'A further kind', set({ kind: 'markdown' })],
  ['email-template.body-is-null', 'copyProjectEmailTemplate', '`body` is empty', set({ body: '' })],
  ['email-template.variables-list', 'listEmailTemplateVariables', 'A null closes the list of variables', closedByNull],
  ['sms-template-embed.fields', 'createSmsTemplateEmbed', 'The business is an object', member('business', (id) => ({ id }))],
  ['sms-template-embed.timestamps', 'createSmsTemplateEmbed', '`expires_at` is in words', set({ expires_at: 'in one hour' })],
  ['sms-template-embed.url-is-url', 'createSmsTemplateEmbed', 'The URL lacks scheme and host', set({ url: '/sms-template-embeds/1' })],
  ['sent-email.fields', 'getSentEmail', 'The subject is null', set({ subject: null })],
  ['sent-email.timestamps', 'getSentEmail', '`sent_at` lacks its date', set({ sent_at: '09:00:02Z' })],
  ['email-address.fields', 'getProjectEmailAddress', '`one_off` is 0 or 1', member('one_off', Number)],
  ['email-blast-execution.fields', 'listEmailBlastExecutions', 'The customer is an object', member('customer', (id) => ({ id }))],
  ['email-blast-execution.timestamps', 'listEmailBlastExecutions', '`finished_at` is written as in a log', set({ finished_at: LOGGED })],
  ['segment.fields', 'getSegment', 'The filter is an object', member('filter', (expression) => ({ expression }))],
  ['feature-flag.fields', 'getFeatureFlagStatuses', '`enabled` is a text', member('enabled', String)],
  ['project-defined-event.fields', 'getProjectDefinedEvent', 'The path is a list of steps', splitPath],
  ['track.empty-object', 'trackEvent', 'The acknowledgement says ok', json((value) => (isObject(value) ? { ok: true } : value))],
];

export const SHAPE_ALONE_FAULTS: readonly Fault[] = ALONE.map(([statement, endpoint, description, spoil]) =>
  fault(`alone-${statement.replace('.', '-')}`, endpoint, statement, description, spoil, ONLY),
);
