import type { Store } from '../store/store.ts';
import { seedCustomers } from './customers.ts';
import { seedEmail } from './email.ts';
import { IDS } from './ids.ts';
import { seedTemplates } from './templates.ts';

export const FEATURE_FLAGS = [
  { feature_flag_name: 'new_inbox', enabled: true },
  { feature_flag_name: 'beta-reports', enabled: false },
  { feature_flag_name: 'sms.two_way', enabled: true },
] as const;

/** The business of the fixtures overrides the project's setting of disabled steps, the second one inherits it. */
function seedBusinesses(store: Store): void {
  store.insert('business', {
    id: IDS.business,
    name: 'Kärnten Outdoor',
    external_id: 'erp-1',
    website: 'https://karnten-outdoor.example/shop',
    metadata: { region: 'south' },
    created_at: '2024-01-10T10:00:00.000Z',
    disabled_steps: ['sms'],
  });
  store.insert('business', {
    id: IDS.secondBusiness,
    name: 'Harbour',
    metadata: {},
    created_at: '2024-01-11T10:00:00.000Z',
    disabled_steps: null,
  });
  for (const flag of FEATURE_FLAGS) store.insertFlag('', flag);
  store.insertFlag(IDS.secondBusiness, { feature_flag_name: 'new_inbox', enabled: false });
}

function seedProject(store: Store): void {
  store.insert('segment', {
    id: IDS.segment,
    name: 'Regular guests',
    filter: 'visits >= 3 and unsubscribed = false',
    description: 'Guests with **three or more** visits',
    metadata: { owner: 'sales' },
    static_customers: [IDS.customers[0], IDS.customers[2]],
  });
  store.insert('segment', {
    id: IDS.otherSegment,
    name: 'Newcomers',
    filter: 'visits = 0',
    description: 'Guests who have not been here yet',
    metadata: {},
    static_customers: [],
  });
  store.insert('project_defined_event', {
    id: IDS.otherProjectDefinedEvent,
    event: 'booking.cancelled',
    display_text: 'a customer cancels a booking',
    purchase_amount_path: 'booking.refund',
  });
  store.insert('project_defined_event', {
    id: IDS.projectDefinedEvent,
    event: 'order.paid',
    display_text: 'a customer pays for an order',
    purchase_amount_path: 'order.total',
  });
  store.insert('phone_number', { id: IDS.phoneNumber, phone_number: '+442079460000' });
  const event = {
    id: IDS.event,
    name: 'order.paid',
    extra: { order: { total: 49.9, items: ['rope', 'helmet'] } },
    created_at: '2024-06-01T12:00:00.000Z',
    customer: IDS.customers[0],
  };
  store.insertEvent(IDS.business, event, null);
}

/** Fills a new store with the records that the API itself cannot create. */
export function seed(store: Store): void {
  seedBusinesses(store);
  seedCustomers(store);
  seedTemplates(store);
  seedEmail(store);
  seedProject(store);
}
