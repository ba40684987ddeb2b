import type { Implementation } from '../../../src/client/implementation.ts';
import { Lease } from '../../../src/client/lease.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { ALL, owning, sharing, withCustomers } from '../../../tests/scenarios/customers/owned-customers.ts';
import type { CoveredScenario, ScenarioBody, ScenarioContext } from '../../../tests/suite.ts';
import { expect, implementationOf, test } from '../http/fixtures.ts';

/** Begins attempts that end when they are told to, and keeps a log of what each had. `first 2 abc` asks for two of three. */
async function attempts(...all: readonly string[]) {
  const lease = new Lease();
  const log: string[] = [];
  const begun = all.map((asked) => {
    const [name, count, ids = ''] = asked.split(' ');
    let end: (error?: Error) => void = () => undefined;
    const ended = lease.having(Number(count), [...ids], (own) => {
      log.push(`${name} ${own}`);
      return new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      });
    });
    return { ended, end: (error?: Error) => end(error) };
  });
  await settled();
  return { log, begun };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

// What begins at once, and then after each attempt that ends, the first one first.
for (const [title, asked, ...begins] of [
  [
    'what needs nothing in common runs side by side',
    ['first 1 abc', 'second 2 abc', 'third 0 abc', 'fourth 1'],
    ['first a', 'second b,c', 'third ', 'fourth '],
  ],
  ['who wants more than there are takes all', ['first 9 aba', 'second 1 abc', 'third 9 b'], ['first a,b', 'second c'], ['third b']],
  ['two that need two of three take turns', ['first 2 abc', 'second 2 abc'], ['first a,b'], ['second a,b']],
  ['who asks first is served first', ['first 1 abc', 'all 3 abc', 'later 1 abc'], ['first a'], ['all a,b,c'], ['later a']],
  ['who waits for one holds up nobody who wants another', ['first 1 a', 'second 1 a', 'third 1 b'], ['first a', 'third b']],
] as const)
  test(title, async () => {
    const { log, begun } = await attempts(...asked);
    const seen = [log.splice(0)];
    for (const { end } of begun.slice(0, begins.length - 1)) {
      end();
      await settled();
      seen.push(log.splice(0));
    }
    expect(seen).toEqual(begins);
  });

test('what fails lets go', async () => {
  const { log, begun } = await attempts('first 1 a', 'second 1 a');
  begun[0]?.end(new Error('broken'));
  await expect(begun[0]?.ended).rejects.toThrow('broken');
  await settled();
  expect(log).toEqual(['first a', 'second a']);
});

const implementation = (baseUrl: string, transport: Transport, CES_CUSTOMER_IDS: string) =>
  implementationOf(baseUrl, transport, { CES_CUSTOMER_IDS });

const namedBy = async ({ settings }: Implementation) => settings.fixtures.customerIds;

test('a scenario has as many customers as it asks for, and no others', async ({ transport }) => {
  const whole = implementation('http://localhost:1', transport(), 'a,b,c');
  expect(await withCustomers(whole, 2, namedBy)).toEqual(['a', 'b']);
  expect(await withCustomers(whole, 9, namedBy)).toEqual(['a', 'b', 'c']);
  expect(
    await withCustomers(whole, 1, (own) => withCustomers(whole, 1, async (other) => [await namedBy(own), await namedBy(other)])),
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

test('whoever has all customers, and finds one changed, does not wait for whoever wants one of them for the same', async () => {
  const known = new Map<string, Promise<unknown>>();
  const fake: Partial<Record<keyof Implementation, unknown>> = {
    lease: new Lease(),
    client: { idle: async () => {} },
    settings: { fixtures: { customerIds: ['a', 'b'] }, run: { replay: null } },
    withCustomers: () => fake,
    once: (key: string, act: () => Promise<unknown>) => {
      known.set(key, known.get(key) ?? act());
      return known.get(key);
    },
    unique: () => {
      throw new NotAssessed('No update is sent here');
    },
  };
  const record = { checks: [{ status: 'failed', requirement: 'customer.update-is-kept' }] };
  const context = { implementation: fake, session: { implementation: fake }, record } as unknown as ScenarioContext;
  const covering = (body: ScenarioBody): CoveredScenario => ({ covers: {}, body }) as unknown as CoveredScenario;
  let release = () => {};
  const holding = owning(
    ALL,
    covering(() => new Promise<void>((resolve) => (release = resolve))),
  ).body(context);
  const waiting = sharing(covering(async () => {})).body(context);
  await Promise.resolve();
  release();
  expect((await Promise.allSettled([holding, waiting])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
