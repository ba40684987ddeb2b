import { expect, test } from '@playwright/test';
import { Turns } from '../../../tests/scenarios/sequences/turns.ts';

/** Attempts that end when they are told to, and a log of what they did. */
function attempts() {
  const turns = new Turns();
  const log: string[] = [];
  const begin = (name: string, ids: readonly string[]) => {
    let end: (error?: Error) => void = () => undefined;
    const ended = turns.having(ids, () => {
      log.push(name);
      return new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      });
    });
    return { ended, end: (error?: Error) => end(error) };
  };
  return { log, begin };
}

test('what needs nothing in common runs side by side', () => {
  const { log, begin } = attempts();
  begin('first', ['a']);
  begin('second', ['b', 'c']);
  begin('third', []);
  expect(log).toEqual(['first', 'second', 'third']);
});

test('what needs the same waits, and overtakes nobody who has it', async () => {
  const { log, begin } = attempts();
  const first = begin('first', ['a', 'b']);
  begin('second', ['b', 'c']);
  const third = begin('third', ['c']);
  expect(log).toEqual(['first', 'third']);
  first.end();
  await first.ended;
  expect(log).toEqual(['first', 'third']);
  third.end();
  await third.ended;
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(['first', 'third', 'second']);
});

test('what fails lets go', async () => {
  const { log, begin } = attempts();
  const first = begin('first', ['a', 'a']);
  begin('second', ['a']);
  first.end(new Error('broken'));
  await expect(first.ended).rejects.toThrow('broken');
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual(['first', 'second']);
});
