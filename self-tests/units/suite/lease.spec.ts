import { Lease } from '../../../tests/scenarios/customers/owned-customers.ts';
import { expect, test } from '../../test.ts';

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
