// Derived from schemas/specification.md by `npm run schemas`. Not to be edited by hand.

/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "step".
 */
export type Step = {
  [k: string]: unknown;
};

/**
 * The type of each schema by its name.
 */
export interface Shapes {
  event: Event;
  campaign: Campaign;
  step: Step;
  'email-step': EmailStep;
  statistics: Statistics;
  'email-statistics': EmailStatistics;
  'custom-step-statistics': CustomStepStatistics;
  'execution-statistics': ExecutionStatistics;
  'sms-statistics': SmsStatistics;
  'message-segments': MessageSegments;
  customer: Customer;
  business: Business;
  'email-template': EmailTemplate;
  attachment: Attachment;
  'sms-template-embed': SmsTemplateEmbed;
  'sent-email': SentEmail;
  'email-address': EmailAddress;
  'email-blast-execution': EmailBlastExecution;
  segment: Segment;
  'feature-flag': FeatureFlag;
  'project-defined-event': ProjectDefinedEvent;
  'campaign-creation': CampaignCreation;
  'customer-batch-update': CustomerBatchUpdate;
  'customer-update': CustomerUpdate;
  'template-placement': TemplatePlacement;
  'business-creation': BusinessCreation;
  copy: Copy;
  'embed-creation': EmbedCreation;
  track: Track;
  'customer-list': CustomerList;
  'email-address-list': EmailAddressList;
  'execution-list': ExecutionList;
  'feature-flag-list': FeatureFlagList;
  'variable-list': VariableList;
  acknowledgement: Acknowledgement;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "event".
 */
export interface Event {
  /**
   * Identifies the event
   */
  id: string;
  /**
   * Name under which the event was tracked
   */
  name: string;
  /**
   * The data that was tracked with the event
   */
  extra: {
    [k: string]: unknown;
  };
  /**
   * When the event was tracked
   */
  created_at: string;
  /**
   * Id of the matched customer; null before processing, and when nobody matched
   */
  customer: string | null;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "campaign".
 */
export interface Campaign {
  /**
   * Identifies the campaign
   */
  id: string;
  /**
   * When it was created
   */
  created_at?: string;
  /**
   * When it was last changed
   */
  updated_at?: string;
  /**
   * Id of the business it belongs to
   */
  business?: string;
  /**
   * Name of the campaign
   */
  name?: string;
  /**
   * Id of the attached segment
   */
  segment?: string;
  /**
   * What the campaign does, in order
   */
  steps?: Step[];
  /**
   * Id of the email-address object that e-mails are sent from
   */
  email_address?: string;
  /**
   * Id of the phone-number object that SMS are sent from
   */
  phone_number?: string;
  /**
   * Where the campaign stands
   */
  status?: 'draft' | 'scheduled' | 'started' | 'stopped' | 'finished';
  /**
   * Planned start
   */
  scheduled_at?: string;
  /**
   * Planned end
   */
  scheduled_end_at?: string;
  statistics?: Statistics;
  consumed_message_segments?: MessageSegments;
  /**
   * Revenue put down to the campaign; its format is not shown
   */
  attributed_revenue?: string;
  /**
   * Free data of the client
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * Enrolled customers
   */
  enrolled_customers?: string[];
  /**
   * Ids of the enrolled customers
   */
  enrolled_customer_ids?: string[];
  estimated_message_segments?: MessageSegments;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "statistics".
 */
export interface Statistics {
  emails?: EmailStatistics;
  /**
   * Counts of each custom step
   */
  custom_steps?: CustomStepStatistics[];
  executions?: ExecutionStatistics;
  sms?: SmsStatistics;
  /**
   * Customers enrolled
   */
  total_customers_enrolled?: number;
  /**
   * Customers for whom it started
   */
  total_customers_started?: number;
  /**
   * Customers for whom it finished
   */
  total_customers_finished?: number;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "email-statistics".
 */
export interface EmailStatistics {
  /**
   * E-mails sent
   */
  sent?: number;
  /**
   * E-mails delivered
   */
  delivered?: number;
  /**
   * E-mails opened
   */
  opened?: number;
  /**
   * E-mails returned for a passing reason
   */
  soft_bounced?: number;
  /**
   * E-mails returned for good
   */
  hard_bounced?: number;
  /**
   * E-mails reported as spam
   */
  spam_reported?: number;
  /**
   * E-mails in which a link was followed
   */
  clicked?: number;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "custom-step-statistics".
 */
export interface CustomStepStatistics {
  /**
   * The custom step counted
   */
  custom_step?: string;
  /**
   * How often it was sent
   */
  sent?: number;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "execution-statistics".
 */
export interface ExecutionStatistics {
  /**
   * All executions
   */
  total?: number;
  /**
   * Executions still waiting
   */
  pending?: number;
  /**
   * Executions under way
   */
  started?: number;
  /**
   * Executions that ended well
   */
  finished?: number;
  /**
   * Executions that failed
   */
  errored?: number;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "sms-statistics".
 */
export interface SmsStatistics {
  /**
   * Text messages sent
   */
  sms_sent_count?: number;
  /**
   * Segments of the text messages sent
   */
  sms_sent_segments_count?: number;
  /**
   * Multimedia messages sent
   */
  mms_sent_count?: number;
  /**
   * Segments of the multimedia messages sent
   */
  mms_sent_segments_count?: number;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "message-segments".
 */
export interface MessageSegments {
  /**
   * Segments of text messages
   */
  sms?: number;
  /**
   * Segments of multimedia messages
   */
  mms?: number;
  /**
   * Segments of e-mails
   */
  email?: number;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "email-step".
 */
export interface EmailStep {
  /**
   * Tells the variant
   */
  type: 'email';
  /**
   * Id of the template to send
   */
  email_template_id?: string;
  /**
   * Id of the custom step
   */
  custom_step_id?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "customer".
 */
export interface Customer {
  /**
   * Identifies the customer
   */
  id: string;
  /**
   * Id in a system outside the service
   */
  external_id?: string;
  /**
   * E-mail address of the customer
   */
  email_address?: string;
  /**
   * Phone number of the customer
   */
  phone_number?: string;
  /**
   * Whole name
   */
  full_name?: string;
  /**
   * First name
   */
  first_name?: string;
  /**
   * Last name
   */
  last_name?: string;
  /**
   * Free data of the client
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * Whether the customer opted out; the values are not shown
   */
  unsubscribed?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "business".
 */
export interface Business {
  /**
   * Identifies the business
   */
  id: string;
  /**
   * Id in a system outside the service
   */
  external_id?: string;
  /**
   * Name of the business
   */
  name?: string;
  /**
   * Free data of the client
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * When it was created
   */
  created_at?: string;
  /**
   * Web site of the business
   */
  website?: string;
  /**
   * Kinds of step switched off here; null takes over the project's setting, a list (the empty one too) replaces it
   */
  disabled_steps?: ('email' | 'sms')[] | null;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "email-template".
 */
export interface EmailTemplate {
  /**
   * Identifies the template
   */
  id: string;
  /**
   * Name of the template
   */
  name?: string;
  /**
   * Subject line, with variables in double braces
   */
  subject?: string;
  /**
   * Obsolete: plain text is not offered, so it is always null
   */
  body?: null;
  /**
   * Editor that made it; `designer` stands for a product's name, and a setting gives the real word
   */
  kind?: 'html' | 'designer' | 'old_editor' | 'editor';
  /**
   * HTML of the rich-text e-mail
   */
  template_html?: string | null;
  /**
   * Source of the rich-text template
   */
  template_json?: unknown;
  /**
   * Source of the template in the newer editor
   */
  new_template_json?: unknown;
  /**
   * HTML of the template in the newer editor
   */
  new_template_html?: string | null;
  /**
   * Files that go along
   */
  attachments?: Attachment[];
  /**
   * Free data of the client
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * When it was created
   */
  created_at?: string;
  /**
   * When it was enabled
   */
  enabled_at?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "attachment".
 */
export interface Attachment {
  /**
   * Identifies the attachment
   */
  id?: string;
  /**
   * Name of the attachment
   */
  name?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "sms-template-embed".
 */
export interface SmsTemplateEmbed {
  /**
   * Identifies the embed
   */
  id: string;
  /**
   * Id of the SMS template that it edits
   */
  sms_template?: string;
  /**
   * Id of the business
   */
  business?: string;
  /**
   * Where the editor can be embedded from
   */
  url?: string;
  /**
   * When a new embed is needed
   */
  expires_at?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "sent-email".
 */
export interface SentEmail {
  /**
   * Identifies the sent e-mail
   */
  id: string;
  /**
   * When the record was created
   */
  created_at?: string;
  /**
   * Id of the customer it went to
   */
  customer?: string;
  /**
   * Subject line
   */
  subject?: string;
  /**
   * When it was sent
   */
  sent_at?: string;
  /**
   * When sending failed
   */
  failed_at?: string;
  /**
   * Why sending failed; the values are not shown
   */
  failed_reason?: string;
  /**
   * Address of the recipient
   */
  to_email_address?: string;
  /**
   * Message id given by the first delivery provider
   */
  provider_a_message_id?: string;
  /**
   * Message id given by the second delivery provider
   */
  provider_b_message_id?: string;
  /**
   * Message id given by the third delivery provider
   */
  provider_c_message_id?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "email-address".
 */
export interface EmailAddress {
  /**
   * Identifies the email-address object
   */
  id: string;
  /**
   * The address itself
   */
  email_address?: string;
  /**
   * Name shown as the sender
   */
  display_name?: string;
  /**
   * Address that replies go to
   */
  reply_to?: string;
  /**
   * Business it is associated with
   */
  business?: string;
  /**
   * Whether it is a one-off address
   */
  one_off?: boolean;
  /**
   * Custom domain it is associated with
   */
  custom_domain?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "email-blast-execution".
 */
export interface EmailBlastExecution {
  /**
   * Identifies the execution
   */
  id: string;
  /**
   * Customer it was run for
   */
  customer?: string;
  /**
   * Recipient
   */
  to?: string;
  /**
   * When it was sent
   */
  sent_at?: string;
  /**
   * When it finished
   */
  finished_at?: string;
  /**
   * Why it finished; the values are not shown
   */
  finished_reason?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "segment".
 */
export interface Segment {
  /**
   * Identifies the segment
   */
  id: string;
  /**
   * Name of the segment
   */
  name?: string;
  /**
   * Tells who belongs to it; the syntax is not shown
   */
  filter?: string;
  /**
   * The filter explained, in Markdown
   */
  description?: string;
  /**
   * Free data of the client
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * Customers that belong to it whatever the filter says
   */
  static_customers?: string[];
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "feature-flag".
 */
export interface FeatureFlag {
  /**
   * Name of the flag
   */
  feature_flag_name?: string;
  /**
   * Whether it is on
   */
  enabled?: boolean;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "project-defined-event".
 */
export interface ProjectDefinedEvent {
  /**
   * Identifies the definition
   */
  id: string;
  /**
   * Name of the event, in dotted form
   */
  event?: string;
  /**
   * Words that complete a sentence starting with _When_
   */
  display_text?: string;
  /**
   * Where in the event's data the purchase amount is found
   */
  purchase_amount_path?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "campaign-creation".
 */
export interface CampaignCreation {
  /**
   * Name of the campaign
   */
  name?: string;
  /**
   * Ids of the customers to enrol, or every customer that the business has now
   */
  enrolled_customers?: string[] | 'all';
  /**
   * What the campaign shall do
   */
  steps?: Step[];
  /**
   * Ids of customers to leave out
   */
  excluded_customers?: string[];
  /**
   * Id of the email-address object to send from
   */
  email_address?: string;
  /**
   * Id of the phone-number object to send from
   */
  phone_number?: string;
  /**
   * Planned start
   */
  scheduled_at?: string;
  /**
   * Id of the segment to attach
   */
  segment?: string;
  /**
   * Free data of the client
   */
  metadata?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "customer-batch-update".
 */
export interface CustomerBatchUpdate {
  /**
   * The customers to change
   */
  customers?: CustomerUpdate[];
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "customer-update".
 */
export interface CustomerUpdate {
  /**
   * Id of the customer to change
   */
  id: string;
  /**
   * New phone number
   */
  phone_number?: string;
  /**
   * New e-mail address
   */
  email_address?: string;
  /**
   * New free data
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * New whole name
   */
  full_name?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "template-placement".
 */
export interface TemplatePlacement {
  /**
   * Id of the business that gets the copy
   */
  business?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "business-creation".
 */
export interface BusinessCreation {
  /**
   * Name of the business
   */
  name?: string;
  /**
   * Free data of the client
   */
  metadata?: {
    [k: string]: unknown;
  };
  /**
   * Id in a system outside the service
   */
  external_id?: string;
  /**
   * Web site of the business
   */
  website?: string;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "copy".
 */
export interface Copy {
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "embed-creation".
 */
export interface EmbedCreation {
  /**
   * Seconds that the embed shall be valid
   */
  expires_in?: number;
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "track".
 */
export interface Track {
  /**
   * Name of the event
   */
  event?: string;
  /**
   * Free data of the event
   */
  data?: {
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "customer-list".
 */
export interface CustomerList {
  /**
   * The customers that were changed
   */
  customers: Customer[];
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "email-address-list".
 */
export interface EmailAddressList {
  /**
   * The addresses connected to the business
   */
  email_addresses: EmailAddress[];
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "execution-list".
 */
export interface ExecutionList {
  /**
   * The executions of the blast
   */
  executions: EmailBlastExecution[];
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "feature-flag-list".
 */
export interface FeatureFlagList {
  /**
   * The flags that were asked for
   */
  feature_flags: FeatureFlag[];
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "variable-list".
 */
export interface VariableList {
  /**
   * Names of the variables of the template
   */
  variables: string[];
  [k: string]: unknown;
}
/**
 * This interface was referenced by `Shapes`'s JSON-Schema
 * via the `definition` "acknowledgement".
 */
export interface Acknowledgement {}
