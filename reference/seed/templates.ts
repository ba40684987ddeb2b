import type { EmailTemplate } from '../store/resources.ts';
import type { Store } from '../store/store.ts';
import { IDS } from './ids.ts';

const COMMON = {
  body: null,
  attachments: [
    { id: 'att_terms', name: 'terms.pdf' },
    { id: 'att_map', name: 'how to find us.png' },
  ],
  metadata: { team: 'marketing', revision: 3, tags: ['seasonal'] },
  created_at: '2024-02-01T08:00:00.000Z',
  enabled_at: '2024-02-02T08:00:00.000Z',
} as const;

const OLDER_EDITOR = {
  template_html: '<h1>Welcome, {{ customer.first_name }}</h1><p>{{ business.name }} is glad to see you. Code: {{ welcomeCode }}</p>',
  template_json: { blocks: [{ type: 'heading', text: 'Welcome' }, { type: 'text' }], version: 2 },
  new_template_html: null,
  new_template_json: null,
} as const;

const NEWER_EDITOR = {
  template_html: null,
  template_json: null,
  new_template_html: '<p>Dear {{customer.first_name}}, {{ discountPercent }} per cent off until {{ offerEnds }}.</p>',
  new_template_json: { root: { children: [{ type: 'paragraph' }] } },
} as const;

type Variant = Pick<EmailTemplate, 'id' | 'name' | 'subject' | 'kind'>;

const template = (variant: Variant, content: typeof OLDER_EDITOR | typeof NEWER_EDITOR): EmailTemplate => ({
  ...COMMON,
  ...content,
  ...variant,
  attachments: [...COMMON.attachments],
});

const BUSINESS_TEMPLATES = [
  template(
    { id: IDS.emailTemplate, name: 'Spring offer', subject: '{{ seasonName }} at {{ business.name }}', kind: 'editor' },
    NEWER_EDITOR,
  ),
  template({ id: 'emt_plain', name: 'Plain HTML', subject: 'For {{ customer.full_name }}', kind: 'html' }, OLDER_EDITOR),
  template({ id: 'emt_old', name: 'Old editor', subject: 'No variable here', kind: 'old_editor' }, OLDER_EDITOR),
  template({ id: 'emt_designer', name: 'Designed', subject: 'Hello {{ customer.first_name }}', kind: 'designer' }, OLDER_EDITOR),
];

const PROJECT_TEMPLATE: Variant = {
  id: IDS.projectEmailTemplate,
  name: 'Welcome',
  subject: 'Welcome to {{ business.name }}: {{ welcomeCode }}',
  kind: 'designer',
};

const OTHER_PROJECT_TEMPLATE: Variant = {
  id: IDS.otherProjectEmailTemplate,
  name: 'Farewell',
  subject: 'See you again at {{ business.name }}',
  kind: 'editor',
};

export function seedTemplates(store: Store): void {
  store.insert('project_email_template', template(PROJECT_TEMPLATE, OLDER_EDITOR));
  store.insert('project_email_template', template(OTHER_PROJECT_TEMPLATE, NEWER_EDITOR));
  for (const one of BUSINESS_TEMPLATES) store.insert('email_template', one, IDS.business);
  store.insert('sms_template', {
    id: IDS.smsTemplate,
    name: 'Appointment & reminder',
    text: 'Hello {{ customer.first_name }},\nsee you on {{ appointment.date }} <at the harbour> & "on time".',
    business: IDS.business,
  });
  store.insert('sms_template', {
    id: IDS.otherSmsTemplate,
    name: 'Thanks',
    text: 'Thank you, {{ customer.first_name }}, and see you soon.',
    business: IDS.secondBusiness,
  });
}
