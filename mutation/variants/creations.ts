import { IDS } from '../../reference/seed/ids.ts';
import { isObject, type JsonObject, sentJson } from '../answers.ts';
import { enrolled } from '../faults/campaign-effects.ts';
import type { Variant } from '../interposition.ts';
import { at, type Choice, leaves, list, member, nodes, numbered, of, permits, recordsKeeping, sending, set, text } from '../rows.ts';

const STATUS = 'Campaign: status is one of five values; transitions are not shown';
const WHOM = 'Campaign: enrolled_customers are the customers enrolled; whether one who has unsubscribed can be is not shown';
const SEGMENT = 'Campaign: enrolled_customers are the customers enrolled, and a segment is attached to the campaign';
const COUNTS = 'Statistics are integers; what they count at the start is not shown';
const STEP_IDS = 'Step: custom_step_id is a string; where it comes from is not shown';
const UNSENT = 'Endpoints, rule 3: which members are required is not shown, nor what stands for one that was not sent';
const LISTED = 'Endpoint 16: which variables are listed is not shown';
const BLOCKS = 'Reading rule 9: copies agree but for identity; template_json may be anything';

export const campaigns = (edit: (campaign: JsonObject) => JsonObject) => of('campaign')(set(edit));
const websites = (edit: (url: string) => string) => of('business')(text('website', edit));
const templates = (edit: (template: JsonObject) => JsonObject) => of('email-template')(set(edit));
/** What endpoint 16 lists. */
const variables = (edit: (names: unknown[]) => unknown[]) => at('listEmailTemplateVariables')(list('variables', edit));
const eachAttachment = (edit: (attachment: JsonObject) => JsonObject) =>
  templates(({ attachments }) => (Array.isArray(attachments) ? { attachments: attachments.map(edit) } : {}));

/** The host of a URL, and what stands before and behind. */
const onHost = (edit: (host: string) => string) => (url: string) =>
  url.replace(/^(https?:\/\/(?:[^/?#@]*@)?)([^/?#:]+)/, (_whole, before: string, host: string) => before + edit(host));

const hostInCapitals = onHost((host) => host.toUpperCase());
const inOtherCase = (url: string) =>
  hostInCapitals(url.replace(/%[0-9A-F]{2}/g, (triplet) => triplet.toLowerCase())).replace(/^https?/, (scheme) => scheme.toUpperCase());

const [, UNSUBSCRIBED] = IDS.customers;
const subscribed = (ids: unknown[]) => ids.filter((id) => id !== UNSUBSCRIBED);
const withSegment = (ids: unknown[]) => [...new Set([...ids, IDS.customers[0], IDS.customers[2]])];
const increased = leaves((leaf) => (typeof leaf === 'number' ? leaf + 7 : leaf));

const STATUSES: readonly (readonly [string, (campaign: JsonObject) => string])[] = [
  ['scheduled', () => 'scheduled'],
  ['started', () => 'started'],
  ['finished', () => 'finished'],
  ['stopped', () => 'stopped'],
  ['scheduled or draft, by its time', ({ scheduled_at }) => (scheduled_at === undefined ? 'draft' : 'scheduled')],
];

const revenueIs = (attributed_revenue: string): Choice => [
  `revenue is ${JSON.stringify(attributed_revenue)}`,
  campaigns(() => ({ attributed_revenue })),
];
const COPY_NAMES: readonly (readonly [string, (name: string) => string])[] = [
  ['as the source', (name) => name.replace(/^(Copy of )+/, '')],
  ['with a number', (name) => `${name} (1)`],
  ['with a time', (name) => `${name} ${new Date().toISOString()}`],
];

/** Identity of blocks is part of an editor's document. */
const renamedBlocks = nodes((node) => (isObject(node) && typeof node.type === 'string' ? { ...node, id: crypto.randomUUID() } : node));

const withOwnStepIds = ({ steps }: JsonObject) =>
  Array.isArray(steps) ? { steps: steps.map((step, index) => (isObject(step) ? { custom_step_id: `step-${index}`, ...step } : step)) } : {};

const withoutUnsubscribed = (shown: (isUnsubscribed: boolean) => string | undefined) =>
  at(['createCampaign', 'batchUpdateCustomers'])(
    set((record, request) => {
      if (request.endpoint === 'batchUpdateCustomers') return { unsubscribed: shown(record.id === UNSUBSCRIBED) };
      return Array.isArray(sentJson(request)?.enrolled_customers) ? enrolled(subscribed)(record) : {};
    }),
  );
const enrolledBySegment = (campaign: JsonObject) => (campaign.segment === IDS.segment ? enrolled(withSegment)(campaign) : {});
const withOtherCounts = ({ statistics, estimated_message_segments: segments }: JsonObject) => ({
  statistics: increased(statistics),
  estimated_message_segments: increased(segments),
});
const updatedLater = ({ updated_at: at }: JsonObject) => ({ updated_at: new Date(Date.parse(String(at)) + 250).toISOString() });

export const CAMPAIGN_VARIANTS: readonly Variant[] = [
  ...STATUSES.flatMap(([name, status]) => permits(STATUS, [[`new campaigns are ${name}`, campaigns((all) => ({ status: status(all) }))]])),
  ...permits('Campaign: the format of attributed_revenue is not shown', ['', '0,00 €', '0E-10'].map(revenueIs)),
  ...permits(WHOM, [
    ['named customers who have unsubscribed are not enrolled', withoutUnsubscribed(String)],
    ['named customers who have unsubscribed are not enrolled, and no answer shows who has', withoutUnsubscribed(() => undefined)],
  ]),
  ...permits('Campaign: the order of lists, and what enrolled_customer_ids adds, are not shown', [
    ['enrolled customers in another order', campaigns(enrolled((ids) => ids.toReversed()))],
    ['enrolled_customer_ids is empty at first', campaigns(() => ({ enrolled_customer_ids: [] }))],
  ]),
  ...permits(SEGMENT, [['customers of the segment are enrolled too', campaigns(enrolledBySegment)]]),
  ...permits(COUNTS, [['counts of a new campaign are anything', campaigns(withOtherCounts)]]),
  ...permits('updated_at is the last update', [['a new campaign was updated later than created', campaigns(updatedLater)]]),
  ...permits(STEP_IDS, [['steps get a custom_step_id of their own where none was sent', campaigns(withOwnStepIds)]]),
];

export const WEBSITE_VARIANTS: readonly Variant[] = [
  ...permits(UNSENT, [['a website that was not sent is empty', of('business')(member('website', (website) => website ?? ''))]]),
  ...permits('URLs are compared after normalisation (reading rule 7)', [
    ['websites with the port of their scheme', websites((url) => url.replace(/^(https:\/\/[^/?#:]+)(?=[/?#]|$)/, '$1:443'))],
    ['websites without a slash as path', websites((url) => url.replace(/^(https?:\/\/[^/?#]+)\/$/, '$1'))],
    ['websites with hosts in Unicode', websites((url) => url.replace('xn--bcher-kva', 'bücher'))],
    ['websites with scheme and host in capitals, and escapes in small letters', websites(inOtherCase)],
  ]),
];

export const DISABLED_STEPS_VARIANTS: readonly Variant[] = permits(
  'Business: disabled_steps is null or a list; which of them at first is not shown',
  [[], ['email'], ['sms', 'email']].map((disabled_steps) => [
    `new businesses have disabled_steps ${JSON.stringify(disabled_steps)}`,
    of('business')(set({ disabled_steps })),
  ]),
);

/** Filled in by the service itself. */
const withoutOwn = (names: unknown[]) => names.filter((name) => name !== 'seasonName' && name !== 'welcomeCode');
const withRenamedBlocks = ({ template_json, new_template_json }: JsonObject) => ({
  template_json: renamedBlocks(template_json),
  new_template_json: renamedBlocks(new_template_json),
});
const textAndList = ({ template_json: json }: JsonObject) => ({ template_json: JSON.stringify(json), new_template_json: [1, 'x', false] });
const attachmentsOfTheirOwn = eachAttachment((attachment) => ({ ...attachment, id: crypto.randomUUID() }));
const withNumber = numbered((copy, count) => ({ ...copy, name: `${copy.name} ${count}` }));
const ofSomeProduct = ({ kind }: JsonObject) => ({ kind: kind === 'designer' ? 'some-product' : kind });

export const TEMPLATE_VARIANTS: readonly Variant[] = [
  ...permits(LISTED, [['a variable that the service fills in itself is not listed', variables(withoutOwn)]]),
  ...permits('Endpoints 4 and 6: what a copy is called is not shown (reading rule 9)', [
    ...COPY_NAMES.map(([how, rename]): Choice => [`copies are named ${how}`, of('email-template')(text('name', rename))]),
    ['copies are named with a number that grows', of('email-template')(withNumber)],
  ]),
  ...permits('Reading rule 9: copies agree but for identity', [['attachments of copies have ids of their own', attachmentsOfTheirOwn]]),
  ...permits(BLOCKS, [['blocks of copied templates have ids of their own', templates(withRenamedBlocks)]]),
  ...permits('Email template: template_json is any or null', [['templates whose JSON is a text or a list', templates(textAndList)]]),
  ...permits('Email template: designer stands for a value named after a product', [
    ['templates of a kind with a name of its own', templates(ofSomeProduct), { CES_TEMPLATE_DESIGNER_KIND: 'some-product' }],
  ]),
];

/** The lifetime that was asked for, held to a bound of the service. */
const heldTo = (least: number, most: number): Choice => [
  `lifetimes are held to between ${least} and ${most} seconds`,
  at('createSmsTemplateEmbed')(
    sending('expires_in', (asked) => (typeof asked === 'number' && asked >= 1 ? Math.min(most, Math.max(least, asked)) : asked)),
  ),
];

const withToken = () => ({ url: `https://editor.example:8443/e?token=${crypto.randomUUID()}#/edit` });

export const EMBED_VARIANTS: readonly Variant[] = [
  ...permits('Limits: the bounds of expires_in are not shown', [heldTo(1, 3600), heldTo(3600, 86_400), heldTo(60, 7200)]),
  ...permits('SMS template embed: url is a URL', [['embeds with a token in their URL', of('sms-template-embed')(set(withToken))]]),
];

const AGREE = 'Reading rule 9: copies agree in what is documented, but for identity and times';

const listed = (edit: (name: string) => string) => variables((all) => [...new Set(all.map((name) => edit(String(name))))]);
const signed = (attachment: JsonObject) => ({
  ...attachment,
  url: `https://files.example/${crypto.randomUUID()}?expires=${Date.now()}`,
  created_at: new Date().toISOString(),
});
const signedLinks = eachAttachment(signed);
/** A copy of a copy has the remark of each. */
const linkedToItself = recordsKeeping(new Map<unknown, string>(), (copy, remarks, { id: source }) => {
  const { id, template_html, metadata } = copy;
  const remark = `${remarks.get(source) ?? ''}<!-- copy ${id} of ${source} -->`;
  remarks.set(id, remark);
  return {
    ...copy,
    template_html: `<a href="https://mail.example/t/${id}/view?signature=${crypto.randomUUID()}">See ${id}</a>${template_html ?? ''}${remark}`,
    new_template_json: { view: `https://mail.example/t/${id}`, saved: new Date().toISOString() },
    metadata: { ...(metadata as JsonObject), copied: new Date().toISOString(), template: id, of: source },
  };
});
const linkedToThemselves = of('email-template')(linkedToItself);
const HELPERS = '{{#each items}}{{ title }} for {{this}}{{else}}nothing{{/each}} {{{ raw }}} {{! a remark }} {{> part }}';

export const COPY_VARIANTS: readonly Variant[] = [
  ...permits(`${AGREE}; further fields are allowed (rule 2)`, [['attachments of copies with links that are signed anew', signedLinks]]),
  ...permits(AGREE, [['copies whose content links to themselves, and says when and of what it was copied', linkedToThemselves]]),
  ...permits('Email template, subject: only `{{ variableName }}` is shown', [
    ['dotted names are listed by their first part', listed((name) => name.replace(/\..*$/, ''))],
    ['dotted names are listed by their last part', listed((name) => name.replace(/^.*\./, ''))],
    // The list does not have these names.
    ['helpers in a subject are no variables', templates(({ subject }) => ({ subject: `${HELPERS} ${subject}` }))],
  ]),
];
