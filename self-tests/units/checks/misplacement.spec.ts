import { echoFindings } from '../../../src/checks/echo.ts';
import { misplacement } from '../../../src/checks/misplacement.ts';
import { expect, test } from '../../test.ts';

const SENT = ['a', 'b', 'c', 'd'];

const MISPLACED: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
  ['all equal the first', SENT, ['a', 'a', 'a', 'a']],
  ['all equal the first', ['a', 'b'], ['a', 'a']],
  ['reversed', SENT, ['d', 'c', 'b', 'a']],
  ['reversed', ['a', 'b', 'c'], ['c', 'b', 'a']],
  ['shifted by one', SENT, ['d', 'a', 'b', 'c']],
  ['shifted by one', SENT, ['b', 'c', 'd', 'a']],
  ['1 and 2 swapped', ['a', 'b'], ['b', 'a']],
  ['2 and 4 swapped', SENT, ['a', 'd', 'c', 'b']],
  ['in another order', SENT, ['b', 'a', 'd', 'c']],
  ['1 and 2 swapped', [{ mark: 1, of: 'x' }, { mark: 2 }], [{ mark: 2 }, { of: 'x', mark: 1 }]],
];

for (const [words, sent, answered] of MISPLACED)
  test(`${JSON.stringify(sent)} that comes back as ${JSON.stringify(answered)} is ${words}`, () => {
    expect(misplacement(sent, answered)).toBe(words);
  });

const OTHERWISE: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
  ['all are in their places', SENT, SENT],
  ['a value is new', SENT, ['d', 'c', 'b', 'x']],
  ['one value is lost', SENT, ['a', 'b', 'c']],
  ['one value stands for another', SENT, ['a', 'b', 'c', 'c']],
  ['there is none', [], []],
  ['the only one is another', ['a'], ['b']],
];

for (const [what, sent, answered] of OTHERWISE)
  test(`no value is misplaced where ${what}`, () => {
    expect(misplacement(sent, answered)).toBeNull();
  });

test('values are compared as the caller compares them', () => {
  const startsAlike = (sent: unknown, answered: unknown) => String(answered).startsWith(String(sent));
  expect(misplacement(['a', 'b'], ['b1', 'a1'], startsAlike)).toBe('1 and 2 swapped');
  expect(misplacement(['a', 'b'], ['a1', 'b1'], startsAlike)).toBeNull();
});

const STEPS = ['t1', 't2', 't3'].map((template, index) => ({ type: 'email', template, step: `s${index + 1}` }));
const withTemplates = (templates: readonly unknown[]) => STEPS.map((step, index) => ({ ...step, template: templates[index] }));

test('items in another order are one finding for each member that differs between them', () => {
  expect(echoFindings('items', STEPS, STEPS.toReversed(), '/steps')).toEqual([
    { pointer: '/steps/0/template', expected: 'in this order: ["t1","t2","t3"]', actual: 'reversed: ["t3","t2","t1"]' },
    { pointer: '/steps/0/step', expected: 'in this order: ["s1","s2","s3"]', actual: 'reversed: ["s3","s2","s1"]' },
  ]);
});

test('a member that is the same in all items is found at the first wrong one', () => {
  expect(echoFindings('items', STEPS, withTemplates(['t1', 't1', 't1']), '/steps')).toEqual([
    { pointer: '/steps/1/template', expected: 'in this order: ["t1","t2","t3"]', actual: 'all equal the first: ["t1","t1","t1"]' },
  ]);
});

test('items that gained members are in order, and another damage stays where it is', () => {
  expect(
    echoFindings(
      'items',
      STEPS,
      STEPS.map((step) => ({ ...step, id: 1 })),
      '/steps',
    ),
  ).toEqual([]);
  expect(echoFindings('items', STEPS, withTemplates(['t1', null, 't3']), '/steps')).toEqual([
    { pointer: '/steps/1/template', expected: '"t2"', actual: 'null' },
  ]);
  expect(echoFindings('items', STEPS, [], '/steps')).toHaveLength(1);
  // What was sent for one item only may be filled in for the other.
  expect(
    echoFindings(
      'items',
      [{ a: 1, b: 2 }, { a: 3 }],
      [
        { a: 1, b: 2 },
        { a: 3, b: 2 },
      ],
      '/steps',
    ),
  ).toEqual([]);
});
