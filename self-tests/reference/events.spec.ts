import { expect } from '@playwright/test';
import { IDS } from '../../reference/seed/ids.ts';
import { seed } from '../../reference/seed/seed.ts';
import { Store } from '../../reference/store/store.ts';
import { test as base, type Running, startService } from './service.ts';

interface Tracking extends Running {
  /** The id of an event that is tracked with this data. */
  track(data: object): Promise<string>;
  customerOf(id: string): Promise<string | null>;
}

/** A service that resolves events so many milliseconds after they were tracked. */
const test = base.extend<{ resolutionDelayMs: number; tracking: Tracking }>({
  resolutionDelayMs: [5, { option: true }],
  tracking: async ({ resolutionDelayMs }, use) => {
    const service = await startService({ resolutionDelayMs });
    const json = async (path: string) => JSON.parse((await service.call(path)).text);
    let markers = 0;
    await use({
      ...service,
      track: async (data) => {
        const marker = `m${markers++}`;
        const body = JSON.stringify({ event: 'a', data: { ...data, conformance_marker: marker } });
        expect(await service.call(service.path('/businesses/{BUSINESS_ID}/track'), body)).toMatchObject({ status: 200, text: '{}' });
        return (await json(`/conformance/events?marker=${marker}`)).id;
      },
      customerOf: async (id) => (await json(`/events/${id}`)).customer,
    });
    await service.close();
  },
});

const [TRACKED, ADDRESS] = ['cus_tracked/1', 'tracked@customers.example'];
for (const [title, extra, customer] of [
  ['by external id', { customer_external_id: 'crm-1008' }, TRACKED],
  ['by e-mail address', { customer_email: ADDRESS }, TRACKED],
  ['by e-mail address where the external id is nobody’s', { customer_external_id: 'nobody', customer_email: ADDRESS }, TRACKED],
  ['to nobody, without data', {}, null],
  ['to nobody, by an unknown external id', { customer_external_id: 'crm-1009' }, null],
  ['to nobody, by a number', { customer_external_id: 1008 }, null],
  ['to nobody, by null', { customer_email: null }, null],
  ['to nobody, by a list', { customer_external_id: ['crm-1008'] }, null],
] as const)
  test(`an event resolves ${title}`, () => {
    const store = new Store();
    seed(store);
    const event = { id: 'e', name: 'a', extra, created_at: '2024-06-01T12:00:00.000Z' };
    expect(store.matchCustomer({ id: 'e', business: IDS.business, event })).toBe(customer);
  });

test.describe('an hour later', () => {
  test.use({ resolutionDelayMs: 3_600_000 });
  test('an event is null until its time has come', async ({ tracking: { track, customerOf } }) =>
    expect(await customerOf(await track({ customer_external_id: 'crm-1008' }))).toBeNull());
});

test('an update of a customer is seen by the next event', async ({ tracking: { call, path, track, customerOf } }) => {
  const body = '{"customers":[{"id":"cus_joan","email_address":"joan@new.example"}]}';
  await call(path('/businesses/{BUSINESS_ID}/customers/batch_update'), body);
  const id = await track({ customer_email: 'joan@new.example' });
  await expect.poll(() => customerOf(id)).toBe('cus_joan');
});
