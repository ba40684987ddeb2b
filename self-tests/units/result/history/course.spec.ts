import { courseOf } from '../../../../src/result/history/course.ts';
import type { Sight } from '../../../../src/result/history/history.ts';
import { expect, test } from '../../../test.ts';

/** A letter a run: found, waived, gone, or not looked for. */
const SIGHT: Readonly<Record<string, Sight>> = { x: 'seen', w: 'waived', '-': 'gone', '.': 'not-assessed' };
const course = (runs: string) => courseOf([...runs].map((letter) => SIGHT[letter] ?? 'gone'));

for (const [runs, expected] of [
  ['x', { state: 'there', first: 0, last: 0, since: 0, began: false, seen: 1, returns: 0 }],
  ['--xx', { state: 'there', first: 2, last: 3, since: 2, began: true, seen: 2, returns: 0 }],
  ['..xx', { state: 'there', since: 2, began: false, notAssessed: 2 }],
  ['-.xx', { state: 'there', since: 2, began: true }],
  ['-x.x', { state: 'there', since: 1, began: true, seen: 2, returns: 0 }],
  ['xx--', { state: 'gone', first: 0, last: 1 }],
  ['xx..', { state: 'not-looked-for', last: 1, since: 0 }],
  ['xx.-', { state: 'gone', last: 1 }],
  ['x-x', { state: 'there', first: 0, since: 2, began: true, returns: 1 }],
  ['-x-x-', { state: 'gone', first: 1, last: 3, since: 3, returns: 1 }],
  ['x.-.x', { state: 'there', since: 4, returns: 1 }],
  ['-xw', { state: 'there', waived: true, since: 1 }],
  ['-wx', { state: 'there', waived: false, since: 1 }],
] as const) {
  test(`the course of ${runs}`, () => {
    expect(course(runs)).toMatchObject(expected);
  });
}

test('what no run shows has no course', () => {
  expect(() => course('-.-')).toThrow('without a run that shows it');
});
