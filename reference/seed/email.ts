import type { Store } from '../store/store.ts';
import { IDS } from './ids.ts';

const address = (id: string, name: string, business: string, one_off: boolean) => ({
  id,
  email_address: `${name}@mail.example`,
  display_name: `The ${name} desk`,
  reply_to: `answers+${name}@mail.example`,
  business,
  one_off,
  custom_domain: 'mail.example',
});

const SENT_EMAILS = [
  {
    id: IDS.sentEmail,
    created_at: '2024-06-01T09:00:00.000Z',
    customer: IDS.customers[0],
    subject: 'Spring at the harbour',
    to_email_address: 'customer.1@customers.example',
    sent_at: '2024-06-01T09:00:02.250Z',
    provider_a_message_id: 'a-7f3c',
    provider_b_message_id: 'b-7f3c',
    provider_c_message_id: 'c-7f3c',
    // Accepted by the provider and bounced later, so that one record shows every documented field.
    failed_at: '2024-06-01T09:04:10.000Z',
    failed_reason: 'bounced',
  },
  {
    id: IDS.failedEmail,
    created_at: '2024-06-01T09:00:00.000Z',
    customer: IDS.customers[1],
    subject: 'Spring at the harbour',
    to_email_address: 'customer.2@customers.example',
    failed_at: '2024-06-01T09:00:03.000Z',
    failed_reason: 'mailbox_unavailable',
    provider_b_message_id: 'b-80aa',
  },
];

const BLASTS = [
  [IDS.emailBlast, 'June', '2024-06-10'],
  [IDS.otherEmailBlast, 'July', '2024-07-08'],
] as const;

export function seedEmail(store: Store): void {
  const { business, secondBusiness } = IDS;
  store.insert('email_address', address(IDS.emailAddress, 'bookings', business, false), business);
  store.insert('email_address', address(IDS.secondEmailAddress, 'news', business, true), business);
  store.insert('email_address', address(IDS.foreignEmailAddress, 'harbour', secondBusiness, false), secondBusiness);
  store.insert('project_email_address', address(IDS.projectEmailAddress, 'project', business, false));
  store.insert('project_email_address', address(IDS.otherProjectEmailAddress, 'alerts', business, true));
  for (const email of SENT_EMAILS) store.insert('sent_email', email, business);

  for (const [id, name, day] of BLASTS) {
    store.insert('email_blast', { id, name: `${name} letter` }, business);
    for (const [index, customer] of IDS.customers.slice(0, 3).entries()) {
      const finished_reason = index === 1 ? 'bounced' : 'delivered';
      const own = {
        id: `ebx_${name.toLowerCase()}_${index + 1}`,
        customer,
        to: `customer.${index + 1}@customers.example`,
        finished_reason,
      };
      store.insert('email_blast_execution', { ...own, sent_at: `${day}T07:00:00.000Z`, finished_at: `${day}T07:00:05.500Z` }, id);
    }
  }
}
