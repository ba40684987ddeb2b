import { Client } from '../../../src/client/client.ts';
import { Implementation } from '../../../src/client/implementation.ts';
import { Learned } from '../../../src/client/learned.ts';
import { credentials } from '../../../src/http/authorization.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { withCustomers } from '../../../tests/scenarios/customers/owned-customers.ts';
import { expect, test } from '../http/fixtures.ts';

function implementation(baseUrl: string, transport: Transport, customers: string): Implementation {
  const settings = readSettings({ CES_BASE_URL: baseUrl, CES_CUSTOMER_IDS: customers, CES_USERNAME: 'user', CES_PASSWORD: 'secret' });
  const hung = new Map();
  const client = new Client({
    baseUrl,
    authorization: credentials('user', 'secret'),
    readOnly: false,
    transport,
    hung,
    onExchange: () => {},
  });
  return new Implementation(settings, client, () => Promise.resolve(null), hung, 'worker', new Learned());
}

const namedBy = async ({ settings }: Implementation) => settings.fixtures.customerIds;

test('a scenario has as many customers as it asks for, and no others', async ({ transport }) => {
  const whole = implementation('http://localhost:1', transport(), 'a,b,c');
  expect(await withCustomers(whole, 2, namedBy)).toEqual(['a', 'b']);
  expect(await withCustomers(whole, 9, namedBy)).toEqual(['a', 'b', 'c']);
  expect(
    await withCustomers(whole, 1, (own) =>
      withCustomers(implementation('http://localhost:1', transport(), 'a,b,c'), 1, async (other) => [
        await namedBy(own),
        await namedBy(other),
      ]),
    ),
  ).toEqual([['a'], ['b']]);
});

test('the same customers come with what was learnt of them, and names stay unique', async ({ transport }) => {
  const whole = implementation('http://localhost:1', transport(), 'a,b');
  const learning = (what: string) => (own: Implementation) => own.once('something', async () => what);
  expect(await withCustomers(whole, 1, learning('first'))).toBe('first');
  expect(await withCustomers(whole, 1, learning('again'))).toBe('first');
  expect(await withCustomers(whole, 2, learning('of both'))).toBe('of both');
  const names = await withCustomers(whole, 1, async (own) => [own.unique(), own.unique()]);
  expect(new Set([...names, whole.unique()]).size).toBe(3);
});

test('targets do not wait for each other', async ({ transport }) => {
  const [one, other] = [1, 2].map((port) => implementation(`http://localhost:${port}`, transport(), 'a'));
  if (!one || !other) throw new Error('There are two.');
  expect(await withCustomers(one, 1, () => withCustomers(other, 1, namedBy))).toEqual(['a']);
});

test('customers are free only when the last request has ended, though the scenario failed', async ({ serve, transport }) => {
  const log: string[] = [];
  const origin = await serve((_request, response) => {
    setImmediate(() => {
      log.push('answered');
      response.end('{}');
    });
  });
  const whole = implementation(origin, transport(), 'a');
  const failing = withCustomers(whole, 1, async (own) => {
    void own.client.send('getSegment', { id: 'x' });
    throw new Error('broken');
  });
  const next = withCustomers(whole, 1, async () => void log.push('next'));
  await expect(failing).rejects.toThrow('broken');
  await next;
  expect(log).toEqual(['answered', 'next']);
});
