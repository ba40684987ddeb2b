import { FIXTURE_VARIABLES, type FixtureSetting, type ListSetting } from '../../settings/fixtures/fixtures.ts';
import { need } from '../../settings/not-assessed.ts';
import { MARKER_MEMBER } from '../../settings/parsing/json.ts';
import type { Settings } from '../../settings/settings.ts';
import type { EndpointName } from '../../specification/endpoints.ts';
import type { JsonObject } from '../../specification/json.ts';
import type { StatementId } from '../../specification/register.ts';
import { type Call, customersIn, flagQuery } from '../call.ts';
import { now } from '../time.ts';

interface CallSources {
  readonly settings: Settings;
  /** A text unique in the run, recognisable as the suite's. */
  unique(): string;
  businessId(): Promise<string>;
  emailAddressId(): Promise<string>;
  emailTemplateId(): Promise<string>;
  eventId(): Promise<string>;
}

/** All that is particular to one endpoint. `endpoint()` and its schemas hold what the specification's tables say. */
interface Card {
  /** Calls that no implementation has a reason to refuse, the fullest first. Later ones leave out what it may not support. */
  typicalCalls(sources: CallSources): Promise<Call[]>;
  /** What people call the records that a success creates: as a kind, and one or many that are left behind; absent where it creates none. */
  readonly creates?: { readonly kind: string; readonly one: string; readonly many: string };
  /** What people call the records that a success changes; absent where it changes none. */
  readonly changes?: { readonly one: string; readonly many: string };
  /** Unset variables without which an implementation may have reason to refuse the typical call. */
  missing?(settings: Settings): string[];
  /** Ids that a documented body names, besides the one in the path. */
  namedIn?(body: JsonObject): string[];
  /** The call with its own mark, so that its effect can be recognised. */
  marked?(call: Call, mark: string): Call;
  /** The statement about the answer's shape, where the answer holds no record. */
  readonly shape?: StatementId;
  /** Without a setting, another endpoint gives the record that this one reads. */
  readonly readsWhatOthersGive?: true;
}

function reading(id: (sources: CallSources) => string | Promise<string>): Pick<Card, 'typicalCalls'> {
  return { typicalCalls: async (sources) => [{ id: await id(sources) }] };
}

function configured(setting: Exclude<FixtureSetting, ListSetting>): (sources: CallSources) => string {
  return ({ settings }) => need(settings.fixtures[setting], FIXTURE_VARIABLES[setting]);
}

/** In seconds. The specification shows no bounds of a lifetime (Limits), so a refused one gives way to the next. The first tells a time that is written to the minute. */
const LIFETIMES = [3541, 600, 86_400, 300, 900, 60, 604_800];

export const CARDS: Readonly<Record<EndpointName, Card>> = {
  getEvent: { ...reading(({ eventId }) => eventId()), readsWhatOthersGive: true },
  createCampaign: {
    typicalCalls: campaignCalls,
    creates: { kind: 'campaign', one: 'campaign', many: 'campaigns' },
    // The specification does not show which members are required (Endpoints, rule 1).
    missing: ({ fixtures }) =>
      (['businessId', 'customerIds', 'segmentId', 'emailTemplateId', 'phoneNumberId'] as const)
        .filter((setting) => (fixtures[setting] ?? []).length === 0)
        .map((setting) => FIXTURE_VARIABLES[setting]),
  },
  batchUpdateCustomers: {
    typicalCalls: batchUpdateCalls,
    changes: { one: 'updated customer', many: 'updated customers' },
    namedIn: (body) => customersIn(body).map(({ id }) => String(id)),
    marked: (call, mark) => {
      const { customers } = call.body as { customers: { id: string }[] };
      return { ...call, body: { customers: customers.slice(0, 1).map(({ id }) => ({ id, full_name: mark })) } };
    },
  },
  copyProjectEmailTemplate: {
    typicalCalls: async ({ settings, businessId }) => [
      { id: need(settings.fixtures.projectEmailTemplateId, 'CES_PROJECT_EMAIL_TEMPLATE_ID'), body: { business: await businessId() } },
    ],
    creates: { kind: 'e-mail template', one: 'copy of a project e-mail template', many: 'copies of project e-mail templates' },
    namedIn: ({ business }) => (typeof business === 'string' ? [business] : []),
  },
  createBusiness: {
    typicalCalls: async ({ unique }) => {
      const [name, external_id] = [unique(), unique()];
      const metadata = { origin: 'conformance', mark: name, rank: 1 };
      return [
        { body: { name, metadata, external_id, website: `https://example.com/${name}` } },
        { body: { name, external_id } },
        { body: { name } },
      ];
    },
    creates: { kind: 'business', one: 'business', many: 'businesses' },
  },
  copyEmailTemplate: {
    typicalCalls: async ({ emailTemplateId }) => [{ id: await emailTemplateId(), body: {} }],
    creates: { kind: 'e-mail template', one: 'copy of an e-mail template', many: 'copies of e-mail templates' },
  },
  createSmsTemplateEmbed: {
    typicalCalls: async ({ settings }) => {
      const id = need(settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID');
      return LIFETIMES.map((expires_in) => ({ id, body: { expires_in } }));
    },
    creates: { kind: 'embed', one: 'SMS template embed', many: 'SMS template embeds' },
  },
  getSentEmail: reading(configured('sentEmailId')),
  listEmailAddresses: reading(({ businessId }) => businessId()),
  getProjectEmailAddress: reading(configured('projectEmailAddressId')),
  getEmailAddress: { ...reading(({ emailAddressId }) => emailAddressId()), readsWhatOthersGive: true },
  listEmailBlastExecutions: reading(configured('emailBlastId')),
  getSegment: reading(configured('segmentId')),
  getFeatureFlagStatuses: {
    typicalCalls: async ({ settings: { fixtures }, businessId }) => {
      const parameter = need(fixtures.featureFlagsParam, 'CES_FEATURE_FLAGS_PARAM');
      const names = need(fixtures.featureFlags.length > 0 ? fixtures.featureFlags : null, 'CES_FEATURE_FLAGS');
      const id = await businessId();
      // How many may be asked for at once is not shown.
      const asked = names.length > 1 ? [names, names.slice(0, 1)] : [names];
      return asked.map((some) => ({ id, query: flagQuery(parameter, some, fixtures.featureFlagsEncoding) }));
    },
  },
  getProjectDefinedEvent: reading(configured('projectDefinedEventId')),
  listEmailTemplateVariables: { ...reading(({ emailTemplateId }) => emailTemplateId()), shape: 'email-template.variables-list' },
  previewSmsTemplate: reading(configured('smsTemplateId')),
  trackEvent: {
    typicalCalls: async ({ settings: { tracking }, businessId, unique }) => [
      { id: await businessId(), body: { event: tracking.event, data: { ...tracking.unmatchedData, [MARKER_MEMBER]: unique() } } },
    ],
    creates: { kind: 'event', one: 'tracked event', many: 'tracked events' },
    // The specification does not show which event names are accepted (Events, rule 3).
    missing: ({ tracking }) => (tracking.eventIsDefault ? ['CES_TRACK_EVENT'] : []),
    marked: (call, mark) => {
      const { event, data } = call.body as { event: string; data: object };
      return { ...call, body: { event, data: { ...data, [MARKER_MEMBER]: mark } } };
    },
    shape: 'track.empty-object',
  },
};

let phoneNumbers = 0;

async function batchUpdateCalls({ settings, unique }: CallSources): Promise<Call[]> {
  const id = need(settings.fixtures.businessId, 'CES_BUSINESS_ID');
  const ids = need(settings.fixtures.customerIds.length > 0 ? settings.fixtures.customerIds : null, 'CES_CUSTOMER_IDS');
  const full = ids.slice(0, 3).map((customer, index) => {
    const name = unique();
    phoneNumbers += 1;
    return {
      id: customer,
      full_name: name,
      email_address: canonicalEmailAddress(name),
      phone_number: canonicalPhoneNumber(phoneNumbers),
      // A member that no other customer gets: one that starts with another's metadata shows it.
      metadata: { origin: 'conformance', mark: name, [`of_customer_${index}`]: customer },
    };
  });
  const bodies = [
    full,
    full.slice(0, 1),
    full.slice(0, 1).map(({ id, full_name, metadata }) => ({ id, full_name, metadata })),
    full.slice(0, 1).map(({ id, full_name }) => ({ id, full_name })),
  ];
  return bodies.map((customers) => ({ id, body: { customers } }));
}

async function campaignCalls(sources: CallSources): Promise<Call[]> {
  const { fixtures } = sources.settings;
  const id = await sources.businessId();
  const name = sources.unique();
  const present = <T>(member: string, value: T | null | undefined) => (value === null || value === undefined ? {} : { [member]: value });
  const content = { name, metadata: { origin: 'conformance', mark: name, rank: 1 } };
  // A business created in place of the configured one has neither customers nor addresses.
  const isCreated = fixtures.businessId === null;
  const audience = isCreated || fixtures.customerIds.length === 0 ? {} : { enrolled_customers: fixtures.customerIds.slice(0, 2) };
  const { emailTemplateId } = fixtures;
  const emailStep = (more = {}) => present('steps', emailTemplateId && [{ type: 'email', email_template_id: emailTemplateId, ...more }]);
  const senders = {
    ...present('email_address', isCreated ? null : await sources.emailAddressId().catch(() => null)),
    ...present('phone_number', fixtures.phoneNumberId),
  };
  const rest = { ...audience, ...senders, ...present('segment', fixtures.segmentId), scheduled_at: farAhead() };
  const bodies = [
    { ...content, ...rest, ...emailStep({ custom_step_id: name }) },
    { ...content, ...rest, ...emailStep() },
    { ...content, ...audience, ...senders, ...emailStep() },
    { ...content, ...audience },
    { ...content, enrolled_customers: 'all' },
    { name },
  ];
  return bodies.map((body) => ({ id, body }));
}

/** Implementations may normalise these values. Canonical ones come back as they were sent (docs/reading-rules.md, rule 7). */

const AREAS = ['202', '212', '303', '312', '404', '415', '503', '617', '702', '808'];

/** A North American number in E.164 whose last seven digits nobody has (555-01xx); the same for the same `n` modulo 1,000. */
export function canonicalPhoneNumber(n: number): string {
  return `+1${AREAS[Math.floor(n / 100) % AREAS.length]}55501${String(n % 100).padStart(2, '0')}`;
}

/** A lower-case address at a domain without mailboxes (RFC 2606). */
export function canonicalEmailAddress(text: string): string {
  return `${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}@example.com`;
}

/** So far ahead, nothing is sent to anybody. */
const FAR_MS = 300 * 24 * 60 * 60_000;

/** At a whole minute, so that no precision is lost, of the hour that Europe's clocks show twice: where local time is stored, it may become the one before. */
export function farAhead(): string {
  const soonest = now() + FAR_MS;
  const year = new Date(soonest).getUTCFullYear();
  const [first, second] = [endOfSummerTime(year), endOfSummerTime(year + 1)];
  return (first.getTime() < soonest ? second : first).toISOString();
}

/** Half past one, UTC, on the last Sunday of October. */
export function endOfSummerTime(year: number): Date {
  const lastDay = new Date(Date.UTC(year, 9, 31, 1, 30));
  return new Date(Date.UTC(year, 9, 31 - lastDay.getUTCDay(), 1, 30));
}
