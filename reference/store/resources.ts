import type { JsonObject } from '../http/input.ts';

/** A record that is stored and answered as it is: nothing in the service reads its members. */
export type PlainRecord = { readonly id: string } & JsonObject;

/** Records whose members the service reads. Members that may be absent are optional; `null` stands only where it is documented. */
export type Customer = PlainRecord & { external_id?: string; email_address?: string; metadata: JsonObject };

export interface TrackedEvent {
  id: string;
  name: string;
  extra: JsonObject;
  created_at: string;
  customer: string | null;
}

export type EmailTemplate = PlainRecord & {
  name: string;
  subject: string;
  kind: 'html' | 'designer' | 'old_editor' | 'editor';
  template_html: string | null;
  new_template_html: string | null;
};

/** `business`: the one whose editor an embed opens. */
export type SmsTemplate = PlainRecord & { name: string; text: string; business: string };

export interface FeatureFlag {
  feature_flag_name: string;
  enabled: boolean;
}
