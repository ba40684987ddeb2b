import { Client } from '../../../src/client/client.ts';
import { Implementation } from '../../../src/client/implementation.ts';
import { Learned } from '../../../src/client/learned.ts';
import { credentials } from '../../../src/http/authorization.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { Lease, withCustomers } from '../../../tests/scenarios/customers/owned-customers.ts';
import { expect, test } from '../http/fixtures.ts';

/** Attempts that end when they are told to, and a log of what each had. */
function attempts() {
  const lease = new Lease();
  const log: string[] = [];
  const begin = (name: string, count: number, ids: readonly string[]) => {
    let end: (error?: Error) => void = () => undefined;
    const ended = lease.having(count, ids, (own) => {
      log.push(`${name} ${own}`);
      return new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      });
    });
    return {
      end: async (error?: Error) => {
        end(error);
        await ended.catch(() => undefined);
        await settled();
      },
      ended,
    };
  };
  return { log, begin };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const ABC = ['a', 'b', 'c'];

test('what needs nothing in common runs side by side', async () => {
  const { log, begin } = attempts();
  begin('first', 1, ABC);
  begin('second', 2, ABC);
  begin('third', 0, ABC);
  begin('fourth', 1, []);
  await settled();
  expect(log).toEqual(['first a', 'second b,c', 'third ', 'fourth ']);
});

test('who wants more than there are takes all', async () => {
  const { log, begin } = attempts();
  const first = begin('first', Number.POSITIVE_INFINITY, ['a', 'b', 'a']);
  begin('second', 1, ABC);
  begin('third', 9, ['b']);
  await settled();
  expect(log).toEqual(['first a,b', 'second c']);
  await first.end();
  expect(log).toEqual(['first a,b', 'second c', 'third b']);
});

test('two that need two of three take turns', async () => {
  const { log, begin } = attempts();
  const first = begin('first', 2, ABC);
  const second = begin('second', 2, ABC);
  await settled();
  expect(log).toEqual(['first a,b']);
  await first.end();
  await second.end();
  expect(log).toEqual(['first a,b', 'second a,b']);
});

test('who asks first is served first', async () => {
  const { log, begin } = attempts();
  const first = begin('first', 1, ABC);
  const all = begin('all', 3, ABC);
  begin('later', 1, ABC);
  await settled();
  expect(log).toEqual(['first a']);
  await first.end();
  expect(log).toEqual(['first a', 'all a,b,c']);
  await all.end();
  expect(log).toEqual(['first a', 'all a,b,c', 'later a']);
});

test('who waits for one holds up nobody who wants another', async () => {
  const { log, begin } = attempts();
  begin('first', 1, ['a']);
  begin('second', 1, ['a']);
  begin('third', 1, ['b']);
  await settled();
  expect(log).toEqual(['first a', 'third b']);
});

test('what fails lets go', async () => {
  const { log, begin } = attempts();
  const first = begin('first', 1, ['a']);
  begin('second', 1, ['a']);
  await settled();
  await first.end(new Error('broken'));
  await expect(first.ended).rejects.toThrow('broken');
  expect(log).toEqual(['first a', 'second a']);
});

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
