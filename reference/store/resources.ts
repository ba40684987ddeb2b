import type { JsonObject } from '../http/input.ts';

/** The records as they are stored and answered. Members that may be absent are optional; `null` stands only where it is documented. */
export interface Business {
  id: string;
  name?: string;
  external_id?: string;
  website?: string;
  metadata: JsonObject;
  created_at: string;
  disabled_steps: string[] | null;
}

export interface Customer {
  id: string;
  external_id?: string;
  email_address?: string;
  phone_number?: string;
  full_name?: string;
  first_name?: string;
  last_name?: string;
  metadata: JsonObject;
  unsubscribed: string;
}

export interface TrackedEvent {
  id: string;
  name: string;
  extra: JsonObject;
  created_at: string;
  customer: string | null;
}

export interface EmailTemplate {
  id: string;
  name: string;
  subject: string;
  body: null;
  kind: 'html' | 'designer' | 'old_editor' | 'editor';
  template_html: string | null;
  template_json: unknown;
  new_template_json: unknown;
  new_template_html: string | null;
  attachments: { id: string; name: string }[];
  metadata: JsonObject;
  created_at: string;
  enabled_at: string;
}

export interface SmsTemplate {
  id: string;
  name: string;
  text: string;
  /** The business whose editor an embed opens. */
  business: string;
}

export interface SmsTemplateEmbed {
  id: string;
  sms_template: string;
  business: string;
  url: string;
  expires_at: string;
}

export interface SentEmail {
  id: string;
  created_at: string;
  customer: string;
  subject: string;
  to_email_address: string;
  sent_at?: string;
  failed_at?: string;
  failed_reason?: string;
  provider_a_message_id?: string;
  provider_b_message_id?: string;
  provider_c_message_id?: string;
}

export interface EmailAddress {
  id: string;
  email_address: string;
  display_name: string;
  reply_to: string;
  business: string;
  one_off: boolean;
  custom_domain: string;
}

export interface EmailBlast {
  id: string;
  name: string;
}

export interface EmailBlastExecution {
  id: string;
  customer: string;
  to: string;
  sent_at: string;
  finished_at: string;
  finished_reason: string;
}

export interface Segment {
  id: string;
  name: string;
  filter: string;
  description: string;
  metadata: JsonObject;
  static_customers: string[];
}

export interface ProjectDefinedEvent {
  id: string;
  event: string;
  display_text: string;
  purchase_amount_path: string;
}

export interface PhoneNumber {
  id: string;
  phone_number: string;
}

export interface FeatureFlag {
  feature_flag_name: string;
  enabled: boolean;
}
