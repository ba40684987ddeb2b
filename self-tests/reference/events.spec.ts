import { expect } from '@playwright/test';
import { type PendingEvent, Store } from '../../reference/store/store.ts';
import { MARKER_MEMBER } from '../../src/settings/parsing/event-data.ts';
import { startService, test } from './support/service.ts';
import { BUSINESS, customerOf, track } from './support/tracking.ts';

class WatchedStore extends Store {
  readonly resolved: string[] = [];

  override resolve(pending: PendingEvent): void {
    super.resolve(pending);
    this.resolved.push(pending.id);
  }
}

test('trackEvent and getEvent: an event comes back as it was tracked', async ({ service }) => {
  const before = Date.now();
  const id = await track(service, 'm1', { deep: { list: [1, null, 'é'] } });
  const event = (await service.call(`/events/${id}`)).json() as { created_at: string };
  const extra = { deep: { list: [1, null, 'é'] }, [MARKER_MEMBER]: 'm1' };
  expect(event).toEqual({ id, name: 'conformance.tracked', extra, created_at: expect.stringMatching(/\.\d{3}Z$/), customer: null });
  expect(Date.parse(event.created_at)).toBeGreaterThanOrEqual(before);
});

const MATCHES: [string, object][] = [
  ['external id', { customer_external_id: 'crm-1008' }],
  ['e-mail address', { customer_email: 'tracked@customers.example' }],
  ['e-mail address where the external id is nobody’s', { customer_external_id: 'nobody', customer_email: 'tracked@customers.example' }],
];

for (const [title, data] of MATCHES) {
  test(`an event resolves by ${title}, and its own fields stay`, async () => {
    const service = await startService({ resolutionDelayMs: 20 });
    const id = await track(service, 'm', data);
    await expect.poll(() => customerOf(service, id)).toBe('cus_tracked/1');
    const extra = { ...data, [MARKER_MEMBER]: 'm' };
    expect((await service.call(`/events/${id}`)).json()).toMatchObject({ id, name: 'conformance.tracked', extra });
    await service.close();
  });
}

const NOBODY: object[] = [
  {},
  { customer_external_id: 'crm-1009' },
  { customer_external_id: 1008 },
  { customer_email: null },
  { customer_external_id: ['crm-1008'] },
];

for (const data of NOBODY) {
  test(`an event with ${JSON.stringify(data)} is processed and stays null`, async () => {
    const store = new WatchedStore();
    const service = await startService({ store, resolutionDelayMs: 0 });
    const id = await track(service, 'm', data);
    await expect.poll(() => store.resolved).toEqual([id]);
    expect(await customerOf(service, id)).toBeNull();
    expect(store.nextDue()).toBeNull();
    await service.close();
  });
}

test('an event is null until its time has come', async () => {
  const service = await startService({ resolutionDelayMs: 3_600_000 });
  const id = await track(service, 'm', { customer_external_id: 'crm-1008' });
  expect(await customerOf(service, id)).toBeNull();
  await service.close();
});

test('many events at once all resolve', async () => {
  const service = await startService({ resolutionDelayMs: 5 });
  const ids = await Promise.all(
    Array.from({ length: 250 }, (_, index) => track(service, `m${index}`, { customer_external_id: 'crm-1008' })),
  );
  expect(new Set(ids).size).toBe(250);
  await expect.poll(async () => new Set(await Promise.all(ids.map((id) => customerOf(service, id))))).toEqual(new Set(['cus_tracked/1']));
  await service.close();
});

test('an update of a customer is seen by the next event', async () => {
  const service = await startService({ resolutionDelayMs: 5 });
  const body = { customers: [{ id: 'cus_joan', email_address: 'joan@new.example' }] };
  await service.call(`${BUSINESS}/customers/batch_update`, { body });
  const id = await track(service, 'm', { customer_email: 'joan@new.example' });
  await expect.poll(() => customerOf(service, id)).toBe('cus_joan');
  await service.close();
});

const LOOK_UPS: [string, number][] = [
  ['marker=a%26b%00%C3%A9', 200],
  ['marker=a%26b%00%C3%A9&business=biz_k%C3%A4rnten', 200],
  ['marker=a%26b%00%C3%A9&business=biz_harbour', 404],
  ['marker=a', 404],
  ['', 400],
  ['marker=a&marker=b', 400],
  ['marker=a&business=b&business=c', 400],
];

for (const [query, status] of LOOK_UPS) {
  test(`event look-up: ${query} answers ${status}`, async ({ service }) => {
    await track(service, 'a&b\u0000é');
    expect((await service.call(`/conformance/events?${query}`)).status).toBe(status);
  });
}

const REFUSED: [object, string][] = [
  [{}, 'body.event: expected a string, found nothing'],
  [{ event: '' }, 'body.event: expected a string that is not empty, found an empty one'],
  [{ event: 1 }, 'body.event: expected a string, found a number'],
  [{ event: 'a', data: [] }, 'body.data: expected an object, found an array'],
  [{ event: 'a', data: null }, 'body.data: expected an object, found null'],
  [{ event: 'a', data: 'x' }, 'body.data: expected an object, found a string'],
  [[], 'body: expected an object, found an array'],
];

for (const [body, message] of REFUSED) {
  test(`trackEvent: 400 for ${JSON.stringify(body)}: ${message}`, async ({ service }) => {
    const reply = await service.call(`${BUSINESS}/track`, { body });
    expect(reply.status).toBe(400);
    expect(reply.json()).toEqual({ error: { code: 'invalid_input', message } });
  });
}

test('trackEvent: 404 for an unknown business', async ({ service }) => {
  expect((await service.call('/businesses/x/track', { body: { event: 'a' } })).status).toBe(404);
});
