import type { VariableName } from './variables.ts';

/** A state of affairs that the implementation's own server may be able to bring about. */
export interface ProviderState {
  /** As the server is asked for it. */
  readonly name: string;
  /** It is asked for where one of these is missing. */
  readonly gives: readonly VariableName[];
  /** What its answer may say besides. */
  readonly mayGive?: readonly VariableName[];
  /** Where this is given, the state is not needed. */
  readonly unless?: VariableName;
}

/** In the order in which they are set up. Once a business is known, the later ones hear of it. */
export const PROVIDER_STATES: readonly ProviderState[] = [
  { name: 'a business exists', gives: ['CES_BUSINESS_ID'] },
  { name: 'customers of the business exist', gives: ['CES_CUSTOMER_IDS'] },
  { name: 'a segment exists', gives: ['CES_SEGMENT_ID'] },
  { name: 'an e-mail template exists', gives: ['CES_EMAIL_TEMPLATE_ID'], mayGive: ['CES_TEMPLATE_DESIGNER_KIND'] },
  { name: 'a project e-mail template exists', gives: ['CES_PROJECT_EMAIL_TEMPLATE_ID'] },
  { name: 'an SMS template exists', gives: ['CES_SMS_TEMPLATE_ID'] },
  { name: 'a connected e-mail address exists', gives: ['CES_EMAIL_ADDRESS_ID'] },
  { name: 'a project e-mail address exists', gives: ['CES_PROJECT_EMAIL_ADDRESS_ID'] },
  { name: 'a phone number exists', gives: ['CES_PHONE_NUMBER_ID'] },
  { name: 'a sent e-mail exists', gives: ['CES_SENT_EMAIL_ID'] },
  { name: 'an e-mail blast with executions exists', gives: ['CES_EMAIL_BLAST_ID'] },
  { name: 'a project-defined event exists', gives: ['CES_PROJECT_DEFINED_EVENT_ID'] },
  { name: 'a tracked event exists', gives: ['CES_EVENT_ID'] },
  {
    name: 'feature flags exist',
    gives: ['CES_FEATURE_FLAGS', 'CES_FEATURE_FLAGS_PARAM'],
    mayGive: ['CES_FEATURE_FLAGS_ENCODING'],
  },
  {
    name: 'tracked events can be looked up',
    gives: ['CES_EVENT_LOOKUP_URL'],
    mayGive: ['CES_TRACK_EVENT'],
    // A command is never taken from a server.
    unless: 'CES_EVENT_LOOKUP_COMMAND',
  },
  {
    name: 'tracked events resolve to a customer',
    gives: ['CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID'],
    mayGive: ['CES_TRACK_UNMATCHED_DATA', 'CES_RESOLUTION_TIMEOUT_MS', 'CES_UNMATCHED_WINDOW_MS'],
  },
];

/** The states that have something to give which this environment does not say, not even by an empty text. */
export function missingStates(environment: NodeJS.ProcessEnv): ProviderState[] {
  const isMissing = (name: VariableName) => environment[name] === undefined;
  return PROVIDER_STATES.filter(({ gives, unless }) => gives.some(isMissing) && (unless === undefined || isMissing(unless)));
}
