import { writeFileSync } from 'node:fs';
import Database from 'libsql';
import { Store } from '../../reference/store/store.ts';
import { expect, test } from '../test.ts';
import { startService } from './support/service.ts';
import { BUSINESS, customerOf, track } from './support/tracking.ts';

/** Sees no event as due: what it stores stays pending, as when the process ends before its worker comes round. */
class NeverResolving extends Store {
  override nextDue(): number | null {
    return null;
  }

  override dueEvents(): [] {
    return [];
  }
}

test('a file keeps everything over a restart, and pending events are taken up', async () => {
  const file = test.info().outputPath('reference.db');
  const first = await startService({ store: new NeverResolving(file), resolutionDelayMs: 0 });
  const event = await track(first, 'm', { customer_external_id: 'crm-1008' });
  const { id: business } = (await first.call('/businesses', { body: {} })).json() as { id: string };
  const { id: template } = (await first.call('/email_templates/emt_spring/copy', { body: {} })).json() as { id: string };
  const batch = { customers: [{ id: 'cus_ada', full_name: 'Kept' }] };
  await first.call(`${BUSINESS}/customers/batch_update`, { body: batch });
  expect(await customerOf(first, event)).toBeNull();
  await first.close();

  const second = await startService({ file });
  await expect.poll(() => customerOf(second, event)).toBe('cus_tracked/1');
  expect((await second.call(`/businesses/${business}/email_addresses`)).json()).toEqual({ email_addresses: [] });
  expect((await second.call(`/email_templates/${template}/variables`)).status).toBe(200);
  const ask = await second.call(`${BUSINESS}/customers/batch_update`, { body: { customers: [{ id: 'cus_ada' }] } });
  expect(ask.json()).toMatchObject({ customers: [{ full_name: 'Kept' }] });
  await second.close();
});

test('a file of another program is refused and left alone', async () => {
  const file = test.info().outputPath('other.db');
  const other = new Database(file);
  other.exec('CREATE TABLE notes (a); INSERT INTO notes VALUES (1)');
  other.close();
  expect(() => new Store(file)).toThrow(/expected a database of this service, layout 1, found layout 0/);
  const again = new Database(file);
  expect(again.prepare('SELECT name FROM sqlite_master').all()).toHaveLength(1);
  again.close();
});

test('a file that is no database is refused', async () => {
  const file = test.info().outputPath('text.db');
  writeFileSync(file, 'not a database, but long enough to be read as one '.repeat(100));
  expect(() => new Store(file)).toThrow(/not a database/);
});

test('writes that belong together are kept together or not at all', () => {
  const store = new Store();
  const work = () =>
    store.atomically(() => {
      store.insert('phone_number', { id: 'a', phone_number: '1' });
      throw new Error('stop');
    });
  expect(work).toThrow('stop');
  expect(store.find('phone_number', 'a')).toBeUndefined();
  store.close();
});
