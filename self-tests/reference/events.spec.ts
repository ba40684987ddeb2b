import { expect } from '@playwright/test';
import { type PendingEvent, Store } from '../../reference/store/store.ts';
import { test as base, type Running, startService } from './service.ts';

class WatchedStore extends Store {
  readonly resolved: string[] = [];

  override resolve(pending: PendingEvent): void {
    super.resolve(pending);
    this.resolved.push(pending.id);
  }
}

interface Tracking extends Running {
  readonly store: WatchedStore;
  /** The id of an event that is tracked with this data. */
  track(data: object): Promise<string>;
  customerOf(id: string): Promise<string | null>;
}

/** A service that resolves events so many milliseconds after they were tracked. */
const test = base.extend<{ resolving: (resolutionDelayMs: number) => Promise<Tracking> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructuring pattern
  resolving: async ({}, use) => {
    const opened: Running[] = [];
    await use(async (resolutionDelayMs) => {
      const store = new WatchedStore();
      const service = await startService({ store, resolutionDelayMs });
      opened.push(service);
      const json = async (path: string) => JSON.parse((await service.call(path)).text);
      let markers = 0;
      return {
        ...service,
        store,
        track: async (data) => {
          const marker = `m${markers++}`;
          const body = JSON.stringify({ event: 'a', data: { ...data, conformance_marker: marker } });
          expect(await service.call(service.path('/businesses/{BUSINESS_ID}/track'), body)).toMatchObject({ status: 200, text: '{}' });
          return (await json(`/conformance/events?marker=${marker}`)).id;
        },
        customerOf: async (id) => (await json(`/events/${id}`)).customer,
      };
    });
    for (const service of opened) await service.close();
  },
});

for (const [title, data, customer] of [
  ['by external id', { customer_external_id: 'crm-1008' }, 'cus_tracked/1'],
  ['by e-mail address', { customer_email: 'tracked@customers.example' }, 'cus_tracked/1'],
  [
    'by e-mail address where the external id is nobody’s',
    { customer_external_id: 'nobody', customer_email: 'tracked@customers.example' },
    'cus_tracked/1',
  ],
  ['to nobody, without data', {}, null],
  ['to nobody, by an unknown external id', { customer_external_id: 'crm-1009' }, null],
  ['to nobody, by a number', { customer_external_id: 1008 }, null],
  ['to nobody, by null', { customer_email: null }, null],
  ['to nobody, by a list', { customer_external_id: ['crm-1008'] }, null],
] as const)
  test(`an event resolves ${title}`, async ({ resolving }) => {
    const { store, track, customerOf } = await resolving(0);
    const id = await track(data);
    await expect.poll(() => store.resolved).toEqual([id]);
    expect(await customerOf(id)).toBe(customer);
  });

test('an event is null until its time has come', async ({ resolving }) => {
  const { track, customerOf } = await resolving(3_600_000);
  expect(await customerOf(await track({ customer_external_id: 'crm-1008' }))).toBeNull();
});

test('many events at once all resolve', async ({ resolving }) => {
  const { store, track } = await resolving(5);
  const ids = await Promise.all(Array.from({ length: 250 }, () => track({ customer_external_id: 'crm-1008' })));
  await expect.poll(() => store.resolved.toSorted()).toEqual([...new Set(ids)].sort());
  expect(ids).toHaveLength(250);
});

test('an update of a customer is seen by the next event', async ({ resolving }) => {
  const { call, path, store, track, customerOf } = await resolving(5);
  await call(
    path('/businesses/{BUSINESS_ID}/customers/batch_update'),
    '{"customers":[{"id":"cus_joan","email_address":"joan@new.example"}]}',
  );
  const id = await track({ customer_email: 'joan@new.example' });
  await expect.poll(() => store.resolved).toEqual([id]);
  expect(await customerOf(id)).toBe('cus_joan');
});
