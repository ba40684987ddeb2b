import type { Credentials } from './http/server.ts';
import { IDS, MATCHING_CUSTOMER } from './seed/ids.ts';
import { FEATURE_FLAGS } from './seed/seed.ts';

/** The variables that point a suite at this service and at its seeded records. The look-up is relative, so it follows a path prefix. */
export function fixtureVariables(baseUrl: string, { username, password }: Credentials): Record<string, string> {
  return {
    CES_BASE_URL: baseUrl,
    CES_USERNAME: username,
    CES_PASSWORD: password,
    CES_BUSINESS_ID: IDS.business,
    CES_CUSTOMER_IDS: IDS.customers.map(encodeURIComponent).join(','),
    CES_SEGMENT_ID: IDS.segment,
    CES_EMAIL_TEMPLATE_ID: IDS.emailTemplate,
    CES_PROJECT_EMAIL_TEMPLATE_ID: IDS.projectEmailTemplate,
    CES_SMS_TEMPLATE_ID: IDS.smsTemplate,
    CES_SENT_EMAIL_ID: IDS.sentEmail,
    CES_EMAIL_ADDRESS_ID: IDS.emailAddress,
    CES_PROJECT_EMAIL_ADDRESS_ID: IDS.projectEmailAddress,
    CES_EMAIL_BLAST_ID: IDS.emailBlast,
    CES_PROJECT_DEFINED_EVENT_ID: IDS.projectDefinedEvent,
    CES_PHONE_NUMBER_ID: IDS.phoneNumber,
    CES_EVENT_ID: IDS.event,
    CES_OTHER_SEGMENT_ID: IDS.otherSegment,
    CES_OTHER_PROJECT_EMAIL_TEMPLATE_ID: IDS.otherProjectEmailTemplate,
    CES_OTHER_SMS_TEMPLATE_ID: IDS.otherSmsTemplate,
    CES_OTHER_SENT_EMAIL_ID: IDS.failedEmail,
    CES_OTHER_PROJECT_EMAIL_ADDRESS_ID: IDS.otherProjectEmailAddress,
    CES_OTHER_EMAIL_BLAST_ID: IDS.otherEmailBlast,
    CES_OTHER_PROJECT_DEFINED_EVENT_ID: IDS.otherProjectDefinedEvent,
    CES_FEATURE_FLAGS: FEATURE_FLAGS.map((flag) => flag.feature_flag_name).join(','),
    CES_FEATURE_FLAGS_PARAM: 'names',
    CES_FEATURE_FLAGS_ENCODING: 'repeat',
    CES_TEMPLATE_DESIGNER_KIND: 'designer',
    CES_EVENT_LOOKUP_URL: 'conformance/events?business={business}&marker={marker}',
    CES_TRACK_EVENT: 'conformance.tracked',
    CES_TRACK_MATCHING_DATA: JSON.stringify({ customer_external_id: MATCHING_CUSTOMER.externalId }),
    CES_TRACK_MATCHING_CUSTOMER_ID: IDS.matchingCustomer,
    CES_TRACK_UNMATCHED_DATA: JSON.stringify({ customer_external_id: 'crm-nobody' }),
  };
}
