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

type Row = readonly [
  id: string,
  kind: EmailTemplate['kind'],
  name: string,
  subject: string,
  content: typeof OLDER_EDITOR | typeof NEWER_EDITOR,
];

const BUSINESS_TEMPLATES: readonly Row[] = [
  [IDS.emailTemplate, 'editor', 'Spring offer', '{{ seasonName }} at {{ business.name }}', NEWER_EDITOR],
  ['emt_plain', 'html', 'Plain HTML', 'For {{ customer.full_name }}', OLDER_EDITOR],
  ['emt_old', 'old_editor', 'Old editor', 'No variable here', OLDER_EDITOR],
  ['emt_designer', 'designer', 'Designed', 'Hello {{ customer.first_name }}', OLDER_EDITOR],
];

const PROJECT_TEMPLATES: readonly Row[] = [
  [IDS.projectEmailTemplate, 'designer', 'Welcome', 'Welcome to {{ business.name }}: {{ welcomeCode }}', OLDER_EDITOR],
  [IDS.otherProjectEmailTemplate, 'editor', 'Farewell', 'See you again at {{ business.name }}', NEWER_EDITOR],
];

const template = ([id, kind, name, subject, content]: Row): EmailTemplate => ({
  ...{ ...COMMON, ...content, id, name, subject, kind },
  attachments: [...COMMON.attachments],
});

export function seedTemplates(store: Store): void {
  for (const row of PROJECT_TEMPLATES) store.insert('project_email_template', template(row));
  for (const row of BUSINESS_TEMPLATES) store.insert('email_template', template(row), IDS.business);
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
