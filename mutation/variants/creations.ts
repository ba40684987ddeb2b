import { IDS } from '../../reference/seed/ids.ts';
import type { Variant } from '../interposition.ts';
import { answersThrough, answersThroughFresh, bytesOf, editing, editingJson, isObject, type JsonObject, jsonIn } from './answers.ts';

const STATUS = 'Campaign: status is one of five values; transitions are not shown';
const ENROLLED = 'Campaign: the order of lists, and what enrolled_customer_ids adds, are not shown';
const URLS = 'URLs are compared after normalisation (reading rule 7)';
const COPIES = 'Endpoints 4 and 6: what a copy is called is not shown (reading rule 9)';

const campaigns = (edit: (campaign: JsonObject) => JsonObject) => answersThrough(editing('campaign', edit));
const websites = (edit: (url: string) => string) =>
  answersThrough(
    editing('business', (business) => (typeof business.website === 'string' ? { ...business, website: edit(business.website) } : business)),
  );
const templates = (edit: (template: JsonObject) => JsonObject) => answersThrough(editing('email-template', edit));

/** The host of a URL, and what stands before and behind. */
const onHost = (edit: (host: string) => string) => (url: string) =>
  url.replace(/^(https?:\/\/(?:[^/?#@]*@)?)([^/?#:]+)/, (_whole, before: string, host: string) => before + edit(host));

const [, UNSUBSCRIBED] = IDS.customers;
const subscribed = (value: unknown) => (Array.isArray(value) ? value.filter((id) => id !== UNSUBSCRIBED) : value);
const reversed = (value: unknown) => (Array.isArray(value) ? [...value].reverse() : value);
const numbered = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, numbered(item)]))
    : Array.isArray(value)
      ? value.map(numbered)
      : typeof value === 'number'
        ? value + 7
        : value;

const STATUSES: readonly (readonly [string, (campaign: JsonObject) => string])[] = [
  ['scheduled', () => 'scheduled'],
  ['started', () => 'started'],
  ['finished', () => 'finished'],
  ['stopped', () => 'stopped'],
  ['scheduled or draft, by its time', ({ scheduled_at }) => (scheduled_at === undefined ? 'draft' : 'scheduled')],
];

const REVENUES = ['', '0', 'EUR 0.00', '0,00 €', '0E-10'];
const COPY_NAMES: readonly (readonly [string, (name: string) => string])[] = [
  ['as the source', (name) => name.replace(/^(Copy of )+/, '')],
  ['with a number', (name) => `${name} (1)`],
  ['with a time', (name) => `${name} ${new Date().toISOString()}`],
  ['with nothing', () => ''],
];

/** Identity of blocks is part of an editor's document. */
function renamedBlocks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamedBlocks);
  if (!isObject(value)) return value;
  const own = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, renamedBlocks(item)]));
  return typeof value.type === 'string' ? { ...own, id: crypto.randomUUID() } : own;
}

export const CAMPAIGN_VARIANTS: readonly Variant[] = [
  ...STATUSES.map(([name, status]) => ({
    name: `new campaigns are ${name}`,
    permitted: STATUS,
    interpose: campaigns((campaign) => ({ ...campaign, status: status(campaign) })),
  })),
  ...REVENUES.map((attributed_revenue) => ({
    name: `revenue is ${JSON.stringify(attributed_revenue)}`,
    permitted: 'Campaign: the format of attributed_revenue is not shown',
    interpose: campaigns((campaign) => ({ ...campaign, attributed_revenue })),
  })),
  {
    name: 'named customers who have unsubscribed are not enrolled',
    permitted: 'Campaign: enrolled_customers are the customers enrolled; whether one who has unsubscribed can be is not shown',
    interpose: answersThrough((answer, request) => {
      if (request.endpoint === 'batchUpdateCustomers')
        return editing('customer', (customer) => ({ ...customer, unsubscribed: String(customer.id === UNSUBSCRIBED) }))(answer, request);
      const { enrolled_customers: named } = (jsonIn(request.body) ?? {}) as JsonObject;
      if (!Array.isArray(named)) return answer;
      return editing('campaign', (campaign) => ({
        ...campaign,
        enrolled_customers: subscribed(campaign.enrolled_customers),
        enrolled_customer_ids: subscribed(campaign.enrolled_customer_ids),
      }))(answer, request);
    }),
  },
  {
    name: 'enrolled customers in another order',
    permitted: ENROLLED,
    interpose: campaigns((campaign) => ({
      ...campaign,
      enrolled_customers: reversed(campaign.enrolled_customers),
      enrolled_customer_ids: reversed(campaign.enrolled_customer_ids),
    })),
  },
  {
    name: 'enrolled_customer_ids is empty at first',
    permitted: ENROLLED,
    interpose: campaigns((campaign) => ({ ...campaign, enrolled_customer_ids: [] })),
  },
  {
    name: 'customers of the segment are enrolled too',
    permitted: 'Campaign: enrolled_customers are the customers enrolled, and a segment is attached to the campaign',
    interpose: campaigns((campaign) =>
      campaign.segment === IDS.segment
        ? {
            ...campaign,
            enrolled_customers: [...new Set([campaign.enrolled_customers, IDS.customers[0], IDS.customers[2]].flat())],
            enrolled_customer_ids: [...new Set([campaign.enrolled_customer_ids, IDS.customers[0], IDS.customers[2]].flat())],
          }
        : campaign,
    ),
  },
  {
    name: 'counts of a new campaign are anything',
    permitted: 'Statistics are integers; what they count at the start is not shown',
    interpose: campaigns((campaign) => ({
      ...campaign,
      statistics: numbered(campaign.statistics),
      estimated_message_segments: numbered(campaign.estimated_message_segments),
    })),
  },
  {
    name: 'a new campaign was updated later than created',
    permitted: 'updated_at is the last update',
    interpose: campaigns((campaign) => ({
      ...campaign,
      updated_at: new Date(Date.parse(String(campaign.updated_at)) + 250).toISOString(),
    })),
  },
  {
    name: 'steps get a custom_step_id of their own where none was sent',
    permitted: 'Step: custom_step_id is a string; where it comes from is not shown',
    interpose: campaigns((campaign) => ({
      ...campaign,
      steps: Array.isArray(campaign.steps)
        ? campaign.steps.map((step, index) => (isObject(step) ? { custom_step_id: `step-${index}`, ...step } : step))
        : campaign.steps,
    })),
  },
];

export const WEBSITE_VARIANTS: readonly Variant[] = [
  {
    name: 'a website that was not sent is empty',
    permitted: 'Endpoints, rule 3: which members are required is not shown, nor what stands for one that was not sent',
    interpose: answersThrough(editing('business', ({ website = '', ...business }) => ({ ...business, website: website ?? '' }))),
  },
  { name: 'websites with a host in capitals', permitted: URLS, interpose: websites(onHost((host) => host.toUpperCase())) },
  {
    name: 'websites with the port of their scheme',
    permitted: URLS,
    interpose: websites((url) => url.replace(/^(https:\/\/[^/?#:]+)(?=[/?#]|$)/, '$1:443')),
  },
  {
    name: 'websites without a slash as path',
    permitted: URLS,
    interpose: websites((url) => url.replace(/^(https?:\/\/[^/?#]+)\/$/, '$1')),
  },
  { name: 'websites with hosts in Unicode', permitted: URLS, interpose: websites((url) => url.replace('xn--bcher-kva', 'bücher')) },
  {
    name: 'websites with escapes in small letters',
    permitted: URLS,
    interpose: websites((url) => url.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase())),
  },
  {
    name: 'websites with a scheme in capitals',
    permitted: URLS,
    interpose: websites((url) => url.replace(/^https?/, (scheme) => scheme.toUpperCase())),
  },
];

export const DISABLED_STEPS_VARIANTS: readonly Variant[] = [
  ...[[], ['email'], ['sms', 'email']].map((disabled_steps) => ({
    name: `new businesses have disabled_steps ${JSON.stringify(disabled_steps)}`,
    permitted: 'Business: disabled_steps is null or a list; which of them at first is not shown',
    interpose: answersThrough(editing('business', (business) => ({ ...business, disabled_steps }))),
  })),
];

export const TEMPLATE_VARIANTS: readonly Variant[] = [
  {
    name: 'a variable that the service fills in itself is not listed',
    permitted: 'Endpoint 16: which variables are listed is not shown',
    interpose: answersThrough(
      editingJson((value) =>
        isObject(value) && Array.isArray(value.variables)
          ? { ...value, variables: value.variables.filter((name) => name !== 'seasonName' && name !== 'welcomeCode') }
          : value,
      ),
    ),
  },
  ...COPY_NAMES.map(([name, rename]) => ({
    name: `copies are named ${name}`,
    permitted: COPIES,
    interpose: templates((template) => ({ ...template, name: rename(String(template.name)) })),
  })),
  {
    name: 'copies are named with a number that grows',
    permitted: COPIES,
    interpose: answersThroughFresh(() => {
      let count = 0;
      return editing('email-template', (template) => {
        count += 1;
        return { ...template, name: `${template.name} ${count}` };
      });
    }),
  },
  {
    name: 'attachments of copies have ids of their own',
    permitted: 'Reading rule 9: copies agree but for identity',
    interpose: templates((template) => ({
      ...template,
      attachments: Array.isArray(template.attachments)
        ? template.attachments.map((one) => ({ ...(one as JsonObject), id: crypto.randomUUID() }))
        : template.attachments,
    })),
  },
  {
    name: 'blocks of copied templates have ids of their own',
    permitted: 'Reading rule 9: copies agree but for identity; template_json may be anything',
    interpose: templates((template) => ({
      ...template,
      template_json: renamedBlocks(template.template_json),
      new_template_json: renamedBlocks(template.new_template_json),
    })),
  },
  {
    name: 'templates whose JSON is a text or a list',
    permitted: 'Email template: template_json is any or null',
    interpose: templates((template) => ({
      ...template,
      template_json: JSON.stringify(template.template_json),
      new_template_json: [1, 'x', false],
    })),
  },
  {
    name: 'templates of a kind with a name of its own',
    permitted: 'Email template: designer stands for a value named after a product',
    variables: { CES_TEMPLATE_DESIGNER_KIND: 'some-product' },
    interpose: templates((template) => (template.kind === 'designer' ? { ...template, kind: 'some-product' } : template)),
  },
];

/** The lifetime that was asked for, held to a bound of the service. */
const heldTo = (least: number, most: number): Variant => ({
  name: `lifetimes are held to between ${least} and ${most} seconds`,
  permitted: 'Limits: the bounds of expires_in are not shown',
  interpose: () => (request, forward) => {
    const body = request.endpoint === 'createSmsTemplateEmbed' ? jsonIn(request.body) : undefined;
    if (!isObject(body) || typeof body.expires_in !== 'number' || body.expires_in < 1) return forward(request);
    const held = Math.min(most, Math.max(least, body.expires_in));
    return forward(held === body.expires_in ? request : { ...request, body: bytesOf(JSON.stringify({ ...body, expires_in: held })) });
  },
});

export const EMBED_VARIANTS: readonly Variant[] = [
  heldTo(1, 3600),
  heldTo(3600, 86_400),
  heldTo(60, 7200),
  {
    name: 'embeds with a token in their URL',
    permitted: 'SMS template embed: url is a URL',
    interpose: answersThrough(
      editing('sms-template-embed', (embed) => ({ ...embed, url: `https://editor.example:8443/e?token=${crypto.randomUUID()}#/edit` })),
    ),
  },
];
