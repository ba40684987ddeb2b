import { need } from '../settings/not-assessed.ts';
import type { Settings } from '../settings/settings.ts';
import { canonicalEmailAddress, canonicalPhoneNumber } from './canonical.ts';
import type { Call } from './client.ts';
import { flagQuery } from './feature-flags.ts';

/** Where typical calls get what they name. */
export interface CallSources {
  readonly settings: Settings;
  /** A text that no other call of the run holds, recognisable as the suite's. */
  unique(): string;
  businessId(): Promise<string>;
  emailAddressId(): Promise<string>;
  emailTemplateId(): Promise<string>;
  eventId(): Promise<string>;
}

/** A call that an implementation has no reason to refuse, the fullest first; the later ones leave out what it may not support. */
export type TypicalCalls = (sources: CallSources) => Promise<Call[]>;

/** One year ahead, at a whole minute, so that nothing is sent to anybody and no precision is lost. */
const FAR_AHEAD_MS = 365 * 24 * 60 * 60_000;
const MINUTE_MS = 60_000;

export function farAhead(): string {
  return new Date(Math.floor((Date.now() + FAR_AHEAD_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
}

const withId =
  (id: (sources: CallSources) => string | Promise<string>): TypicalCalls =>
  async (sources) => [{ id: await id(sources) }];

/** By endpoint number (Endpoints, rows 1 to 18). */
export const TYPICAL_CALLS: Readonly<Record<number, TypicalCalls>> = {
  1: withId((sources) => sources.eventId()),
  2: campaignCalls,
  3: batchUpdateCalls,
  4: async ({ settings, businessId }) => [
    { id: need(settings.fixtures.projectEmailTemplateId, 'CES_PROJECT_EMAIL_TEMPLATE_ID'), body: { business: await businessId() } },
  ],
  5: async ({ unique }) => {
    const name = unique();
    const full = {
      name,
      metadata: { origin: 'conformance', mark: name, rank: 1 },
      external_id: unique(),
      website: `https://example.com/${name}`,
    };
    return [{ body: full }, { body: { name: full.name, external_id: full.external_id } }, { body: { name: full.name } }];
  },
  6: async (sources) => [{ id: await sources.emailTemplateId(), body: {} }],
  7: async ({ settings }) =>
    [3600, 600, 86_400, 300, 900, 60, 604_800].map((seconds) => ({
      id: need(settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID'),
      body: { expires_in: seconds },
    })),
  8: withId(({ settings }) => need(settings.fixtures.sentEmailId, 'CES_SENT_EMAIL_ID')),
  9: withId((sources) => sources.businessId()),
  10: withId(({ settings }) => need(settings.fixtures.projectEmailAddressId, 'CES_PROJECT_EMAIL_ADDRESS_ID')),
  11: withId((sources) => sources.emailAddressId()),
  12: withId(({ settings }) => need(settings.fixtures.emailBlastId, 'CES_EMAIL_BLAST_ID')),
  13: withId(({ settings }) => need(settings.fixtures.segmentId, 'CES_SEGMENT_ID')),
  14: async ({ settings, businessId }) => {
    const parameter = need(settings.fixtures.featureFlagsParam, 'CES_FEATURE_FLAGS_PARAM');
    const names = need(settings.fixtures.featureFlags.length > 0 ? settings.fixtures.featureFlags : null, 'CES_FEATURE_FLAGS');
    return [{ id: await businessId(), query: flagQuery(parameter, names, settings.fixtures.featureFlagsEncoding) }];
  },
  15: withId(({ settings }) => need(settings.fixtures.projectDefinedEventId, 'CES_PROJECT_DEFINED_EVENT_ID')),
  16: withId((sources) => sources.emailTemplateId()),
  17: withId(({ settings }) => need(settings.fixtures.smsTemplateId, 'CES_SMS_TEMPLATE_ID')),
  18: async ({ settings, businessId, unique }) => [
    {
      id: await businessId(),
      body: { event: settings.tracking.event, data: { ...settings.tracking.unmatchedData, conformance_marker: unique() } },
    },
  ],
};

/** Variables without which endpoint 2, 3 or 18 may have good reason to refuse: then a refusal is no finding. */
export function missingForTypicalCall(number: number, { fixtures, tracking }: Settings): string[] {
  const variables: Record<number, [string, unknown][]> = {
    2: [
      ['CES_BUSINESS_ID', fixtures.businessId],
      ['CES_CUSTOMER_IDS', fixtures.customerIds[0]],
      ['CES_SEGMENT_ID', fixtures.segmentId],
      ['CES_EMAIL_TEMPLATE_ID', fixtures.emailTemplateId],
      ['CES_PHONE_NUMBER_ID', fixtures.phoneNumberId],
    ],
    18: [['CES_TRACK_EVENT', tracking.eventIsDefault ? null : tracking.event]],
  };
  return (variables[number] ?? []).filter(([, value]) => value === null || value === undefined).map(([name]) => name);
}

async function campaignCalls(sources: CallSources): Promise<Call[]> {
  const { fixtures } = sources.settings;
  const id = await sources.businessId();
  const name = sources.unique();
  const present = <T>(member: string, value: T | null | undefined) => (value === null || value === undefined ? {} : { [member]: value });
  const content = { name, metadata: { origin: 'conformance', mark: name, rank: 1 } };
  // A business that was created for want of the configured one has neither customers nor addresses.
  const isCreated = fixtures.businessId === null;
  const audience = isCreated || fixtures.customerIds.length === 0 ? {} : { enrolled_customers: fixtures.customerIds.slice(0, 2) };
  const emailStep = present('steps', fixtures.emailTemplateId && [{ type: 'email', email_template_id: fixtures.emailTemplateId }]);
  const customStep = present(
    'steps',
    fixtures.emailTemplateId && [{ type: 'email', email_template_id: fixtures.emailTemplateId, custom_step_id: name }],
  );
  const senders = {
    ...present('email_address', isCreated ? null : await sources.emailAddressId().catch(() => null)),
    ...present('phone_number', fixtures.phoneNumberId),
  };
  const rest = { ...audience, ...senders, ...present('segment', fixtures.segmentId), scheduled_at: farAhead(), excluded_customers: [] };
  const bodies = [
    { ...content, ...rest, ...customStep },
    { ...content, ...rest, ...emailStep },
    { ...content, ...audience, ...senders, ...emailStep },
    { ...content, ...audience },
    { ...content, enrolled_customers: 'all' },
    { name },
  ];
  return bodies.map((body) => ({ id, body }));
}

let phoneNumbers = 0;

async function batchUpdateCalls({ settings, unique }: CallSources): Promise<Call[]> {
  const id = need(settings.fixtures.businessId, 'CES_BUSINESS_ID');
  const ids = need(settings.fixtures.customerIds.length > 0 ? settings.fixtures.customerIds : null, 'CES_CUSTOMER_IDS');
  const full = ids.slice(0, 3).map((customer) => {
    const name = unique();
    phoneNumbers += 1;
    return {
      id: customer,
      full_name: name,
      email_address: canonicalEmailAddress(name),
      phone_number: canonicalPhoneNumber(phoneNumbers),
      metadata: { origin: 'conformance', mark: name },
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
