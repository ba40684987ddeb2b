import { InFlight, type Shown, type Sign } from '../../../src/http/in-flight.ts';
import { expect, test } from '../../test.ts';

/** Sends so many at once. Each ends in its turn, with a sign and a duration that depend on how many are under way. */
async function load(inFlight: InFlight, requests: number, outcome: (underWay: number) => readonly [Sign, number]): Promise<void> {
  let underWay = 0;
  const one = async () => {
    const sentAt = performance.now();
    const { result, atFirst } = await inFlight.run(async () => {
      underWay += 1;
      const showed = outcome(underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return showed;
    });
    inFlight.learn({ sign: result[0], sentAt, durationMs: result[1], atFirst });
  };
  await Promise.all(Array.from({ length: requests }, one));
}

/** A sign of one of so many at once. */
const shown = (sign: Sign, more: Partial<Shown> = {}) => ({ sign, sentAt: performance.now(), durationMs: 1, atFirst: 8, ...more });
const quick = (): [Sign, number] => ['answered', 1];

for (const [title, most, durationMs, reached] of [
  ['it begins low, and reaches its most where the target bears it', 64, 1, 64],
  ['never more than its most', 3, 1, 3],
  ['a target that is slow, but always alike, is not slowed down', 64, 900, 64],
] as const)
  test(title, async () => {
    const inFlight = new InFlight(most);
    expect(inFlight.limit).toBe(Math.min(8, most));
    await load(inFlight, 500, () => ['answered', durationMs]);
    expect(inFlight.reached).toBe(reached);
  });

test('it does not grow where nothing waits for a turn', async () => {
  const inFlight = new InFlight(64);
  for (let round = 0; round < 20; round += 1) await load(inFlight, 5, quick);
  expect(inFlight.limit).toBe(8);
});

for (const [what, sign, durationMs] of [
  ['busy', 'busy', 1],
  ['broken', 'broken', 1],
  ['slow beside what is usual', 'answered', 1000],
] as const)
  test(`it halves once for all that were under way together: ${what}`, () => {
    const inFlight = new InFlight(64);
    inFlight.learn(shown('answered', { durationMs: 5 }));
    const sentAt = performance.now() - 1;
    for (let request = 0; request < 8; request += 1) inFlight.learn(shown(sign, { sentAt, durationMs }));
    expect(inFlight.limit).toBe(4);
    for (let cut = 0; cut < 9; cut += 1) inFlight.learn(shown('busy', { sentAt: Number.POSITIVE_INFINITY }));
    expect(inFlight.limit).toBe(1);
  });

test('after a sign of load it grows by one a round', async () => {
  const inFlight = new InFlight(64);
  inFlight.learn(shown('busy'));
  expect(inFlight.limit).toBe(4);
  await load(inFlight, 4 + 5 + 6 + 7, quick);
  expect(inFlight.limit).toBeLessThanOrEqual(7);
  expect(inFlight.limit).toBeGreaterThan(4);
});

/** Sends so many at once, again and again, with one after each time that is answered alone. */
async function rounds(inFlight: InFlight, times: number, requests: number, outcome: Parameters<typeof load>[2]): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    await load(inFlight, requests, outcome);
    inFlight.learn(shown('answered', { atFirst: 1, alone: true }));
  }
}

const beyondFour = (sign: Sign) => (underWay: number) => [underWay > 4 ? sign : 'answered', 1] as const;

test('the most beside which requests are answered is learned, and kept', async () => {
  const inFlight = new InFlight(64);
  await rounds(inFlight, 5, 30, beyondFour('busy'));
  expect(inFlight.learned).toBe(4);
  await load(inFlight, 300, quick);
  expect(inFlight.limit).toBeLessThanOrEqual(4);
});

test('a few that break for nothing, whatever is beside them, show no limit', async () => {
  const inFlight = new InFlight(64);
  let count = 0;
  await rounds(inFlight, 20, 100, () => [count++ % 50 === 0 ? 'broken' : 'answered', 1]);
  expect(inFlight.learned).toBeNull();
});

test('a refusal that a pace explains slows the run down, and teaches no number at once', async () => {
  const inFlight = new InFlight(64);
  await rounds(inFlight, 5, 30, beyondFour('too-soon'));
  expect(inFlight.learned).toBeNull();
  inFlight.learn(shown('too-soon'));
  expect(inFlight.limit).toBeLessThan(8);
});

test('what the pace was to blame for is forgotten', async () => {
  const inFlight = new InFlight(64);
  await rounds(inFlight, 5, 30, beyondFour('busy'));
  inFlight.forget();
  await load(inFlight, 500, quick);
  expect(inFlight.learned).toBeNull();
  expect(inFlight.limit).toBeGreaterThan(4);
});

test('what breaks alone as well was not broken by load', () => {
  const inFlight = new InFlight(64);
  inFlight.learn(shown('broken'));
  inFlight.learn(shown('broken', { alone: true }));
  expect(inFlight.limit).toBe(8);
});

test('one request goes alone: after those under way, before those that wait', async () => {
  const inFlight = new InFlight(2);
  const order: string[] = [];
  const send = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(`${name} ends`);
  };
  const ran = await Promise.all(['a', 'b', 'c', 'alone'].map((name) => inFlight.run(send(name), name === 'alone')));
  expect(order).toEqual(['a begins', 'b begins', 'a ends', 'b ends', 'alone begins', 'alone ends', 'c begins', 'c ends']);
  expect(ran.map(({ inFlight: count }) => count)).toEqual([2, 2, 1, 1]);
});
