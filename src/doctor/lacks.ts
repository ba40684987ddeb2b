import type { Settings } from '../settings/settings.ts';
import type { VariableName } from '../settings/variables.ts';

/** Something for want of which statements are not assessed. */
export interface Lack {
  /** In the table of needs, and for people. */
  readonly name: string;
  /** What would have to be set. */
  readonly variables: readonly VariableName[];
  isLacking(settings: Settings): boolean;
  /** The settings with which a run lacks it, given those of one that lacks nothing. */
  without(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
}

export const WRITING = 'writing';

/** All that a run can lack, in the order of the settings' table. */
export const LACKS: readonly Lack[] = [
  fixture('CES_BUSINESS_ID', ({ fixtures }) => fixtures.businessId === null),
  fixture('CES_CUSTOMER_IDS', ({ fixtures }) => fixtures.customerIds.length === 0),
  second('CES_CUSTOMER_IDS', ({ fixtures }) => fixtures.customerIds.length === 1),
  fixture('CES_SEGMENT_ID', ({ fixtures }) => fixtures.segmentId === null),
  fixture('CES_EMAIL_TEMPLATE_ID', ({ fixtures }) => fixtures.emailTemplateId === null),
  fixture('CES_PROJECT_EMAIL_TEMPLATE_ID', ({ fixtures }) => fixtures.projectEmailTemplateId === null),
  fixture('CES_SMS_TEMPLATE_ID', ({ fixtures }) => fixtures.smsTemplateId === null),
  fixture('CES_SENT_EMAIL_ID', ({ fixtures }) => fixtures.sentEmailId === null),
  fixture('CES_EMAIL_ADDRESS_ID', ({ fixtures }) => fixtures.emailAddressId === null),
  fixture('CES_PROJECT_EMAIL_ADDRESS_ID', ({ fixtures }) => fixtures.projectEmailAddressId === null),
  fixture('CES_EMAIL_BLAST_ID', ({ fixtures }) => fixtures.emailBlastId === null),
  fixture('CES_PROJECT_DEFINED_EVENT_ID', ({ fixtures }) => fixtures.projectDefinedEventId === null),
  fixture('CES_PHONE_NUMBER_ID', ({ fixtures }) => fixtures.phoneNumberId === null),
  fixture('CES_EVENT_ID', ({ fixtures }) => fixtures.eventId === null),
  fixture('CES_FEATURE_FLAGS', ({ fixtures }) => fixtures.featureFlags.length === 0),
  second('CES_FEATURE_FLAGS', ({ fixtures }) => fixtures.featureFlags.length === 1),
  fixture('CES_FEATURE_FLAGS_PARAM', ({ fixtures }) => fixtures.featureFlagsParam === null),
  fixture('CES_EVENT_LOOKUP_URL', ({ tracking }) => tracking.lookupUrl === null && tracking.lookupCommand === null),
  fixture('CES_TRACK_MATCHING_DATA', ({ tracking }) => tracking.matchingData === null, 'CES_TRACK_MATCHING_CUSTOMER_ID'),
  { name: WRITING, variables: [], isLacking: ({ run }) => run.readOnly, without: () => ({ CES_READ_ONLY: '1' }) },
];

function fixture(name: VariableName, isLacking: Lack['isLacking'], ...others: VariableName[]): Lack {
  const variables = [name, ...others];
  return { name, variables, isLacking, without: () => Object.fromEntries(variables.map((variable) => [variable, ''])) };
}

/** One of a list is given; what compares two wants another. */
function second(name: VariableName, isLacking: Lack['isLacking']): Lack {
  const without: Lack['without'] = ({ [name]: list = '' }) => ({ [name]: list.split(',')[0] ?? '' });
  return { name: `${name}, a second`, variables: [name], isLacking, without };
}
