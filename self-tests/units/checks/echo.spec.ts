import { echoFindings, type Likeness } from '../../../src/checks/echo.ts';
import { misplacement } from '../../../src/checks/misplacement.ts';
import { memberPointer } from '../../../src/specification/json-pointer.ts';
import { expect, test } from '../../test.ts';

type Row = readonly [what: string, sent: unknown, answered: unknown];

const SAME: Readonly<Partial<Record<Likeness, readonly Row[]>>> = {
  instant: [
    ['the same text', '2031-05-01T10:30:00Z', '2031-05-01T10:30:00Z'],
    ['an offset', '2031-05-01T10:30:00Z', '2031-05-01T12:30:00+02:00'],
    ['an offset of half an hour', '2031-05-01T10:30:00Z', '2031-05-01T16:00:00+05:30'],
    ['another day', '2031-05-01T23:30:00Z', '2031-05-02T01:30:00+02:00'],
    ['the basic form', '2031-05-01T10:30:00Z', '20310501T103000Z'],
    ['a week date', '2031-05-01T10:30:00Z', '2031-W18-4T10:30:00Z'],
    ['more digits', '2031-05-01T10:30:00Z', '2031-05-01T10:30:00.000000Z'],
    ['no seconds', '2031-05-01T10:30:00Z', '2031-05-01T10:30Z'],
    ['minutes that were cut off', '2031-05-01T10:30:45Z', '2031-05-01T10:30Z'],
    ['milliseconds that were cut off', '2031-05-01T10:30:00.999Z', '2031-05-01T10:30:00Z'],
    ['milliseconds that were rounded up', '2031-05-01T10:30:00.600Z', '2031-05-01T10:30:01Z'],
    ['milliseconds that were cut off, and are shown', '2031-05-01T10:30:00.999Z', '2031-05-01T10:30:00.000Z'],
    ['no zone, as in UTC', '2031-05-01T10:30:00Z', '2031-05-01T10:30:00'],
    ['no zone, as in a zone ahead', '2031-05-01T10:30:00Z', '2031-05-01T12:30:00'],
    ['no zone, as in a zone behind', '2031-05-01T10:30:00Z', '2031-05-01T02:30:00'],
    ['no zone, as in the farthest ahead', '2031-05-01T10:30:00Z', '2031-05-02T00:30:00'],
    ['no zone, as in one of three quarters', '2031-05-01T10:30:00Z', '2031-05-01T16:15:00'],
    ['no zone behind, and minutes that were cut off', '2031-05-01T10:30:45Z', '2031-05-01T08:30'],
    ['no zone ahead, and minutes that were cut off', '2031-05-01T10:30:45Z', '2031-05-01T12:30'],
  ],
  url: [
    ['the same text', 'https://example.com/a', 'https://example.com/a'],
    ['a slash for an empty path', 'https://example.com', 'https://example.com/'],
    ['letter case of scheme and host', 'HTTPS://Example.COM/a', 'https://example.com/a'],
    ['the default port', 'https://example.com:443/a', 'https://example.com/a'],
    ['letter case of an escape', 'https://example.com/%c3%a9', 'https://example.com/%C3%A9'],
    ['an escape that was not needed', 'https://example.com/%7Eann', 'https://example.com/~ann'],
    ['a letter that was not escaped', 'https://example.com/é', 'https://example.com/%C3%A9'],
    ['dot segments', 'https://example.com/a/./b/../c', 'https://example.com/a/c'],
    ['an international host', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ],
  members: [['members of its own', { a: 1 }, { a: 1, b: 2 }]],
  set: [['another order', ['a', 'b'], ['b', 'a']]],
  json: [['another order of members', { a: 1, b: 2 }, { b: 2, a: 1 }]],
};

const OTHER: Readonly<Partial<Record<Likeness, readonly Row[]>>> = {
  instant: [
    ['another second', '2031-05-01T10:30:00Z', '2031-05-01T10:30:01Z'],
    ['seconds cut off', '2031-05-01T10:30:45Z', '2031-05-01T10:30:00Z'],
    ['seconds cut off with their parts', '2031-05-01T10:30:45.5Z', '2031-05-01T10:30:00.000Z'],
    ['the zone dropped', '2031-05-01T10:30:00+02:00', '2031-05-01T10:30:00Z'],
    ['a day off', '2031-05-01T10:30:00Z', '2031-05-02T10:30:00Z'],
    ['a minute off, to the minute', '2031-05-01T10:30:00Z', '2031-05-01T10:31Z'],
    ['no zone and no whole quarter off', '2031-05-01T10:30:00Z', '2031-05-01T10:37:00'],
    ['no zone and farther than any zone', '2031-05-01T10:30:00Z', '2031-05-02T00:45:00'],
    ['no time', '2031-05-01T10:30:00Z', 'soon'],
    ['a number', '2031-05-01T10:30:00Z', 1935484200],
    ['null', '2031-05-01T10:30:00Z', null],
  ],
  url: [
    ['another path', 'https://example.com/a', 'https://example.com/b'],
    ['letter case of the path', 'https://example.com/A', 'https://example.com/a'],
    ['another scheme', 'https://example.com/', 'http://example.com/'],
    ['a slash at the end of a path', 'https://example.com/a', 'https://example.com/a/'],
    ['a slash that was escaped', 'https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['the fragment cut off', 'https://example.com/a#b', 'https://example.com/a'],
    ['the order of the query', 'https://example.com/?a=1&b=2', 'https://example.com/?b=2&a=1'],
    ['no URL', 'https://example.com/', 'example.com'],
    ['null', 'https://example.com/', null],
  ],
  members: [['a member lost', { a: 1 }, {}]],
  set: [['an item lost', ['a', 'b'], ['a']]],
  json: [['another value', { a: 1 }, { a: '1' }]],
};

for (const [likeness, rows] of Object.entries(SAME) as [Likeness, readonly Row[]][])
  for (const [what, sent, answered] of rows)
    test(`the same ${likeness}: ${what}`, () => expect(echoFindings(likeness, sent, answered, '/x')).toEqual([]));

for (const [likeness, rows] of Object.entries(OTHER) as [Likeness, readonly Row[]][])
  for (const [what, sent, answered] of rows)
    test(`not the same ${likeness}: ${what}`, () => {
      const [finding, ...others] = echoFindings(likeness, sent, answered, '/x');
      expect(others).toEqual([]);
      expect(finding?.pointer).toMatch(/^\/x/);
      expect(finding?.expected).not.toBe(finding?.actual);
    });

test('writes pointers to members', () => expect(memberPointer('a/b', '/customers/0')).toBe('/customers/0/a~1b'));

const SENT = ['a', 'b', 'c', 'd'];

for (const [words, sent, answered] of [
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
] as const)
  test(`${JSON.stringify(sent)} that comes back as ${JSON.stringify(answered)} is ${words}`, () =>
    expect(misplacement(sent, answered)).toBe(words));

for (const [what, sent, answered] of [
  ['all are in their places', SENT, SENT],
  ['a value is new', SENT, ['d', 'c', 'b', 'x']],
  ['one value is lost', SENT, ['a', 'b', 'c']],
  ['one value stands for another', SENT, ['a', 'b', 'c', 'c']],
  ['there is none', [], []],
  ['the only one is another', ['a'], ['b']],
] as const)
  test(`no value is misplaced where ${what}`, () => expect(misplacement(sent, answered)).toBeNull());

test('values are compared as the caller compares them', () => {
  const startsAlike = (sent: unknown, answered: unknown) => String(answered).startsWith(String(sent));
  expect(misplacement(['a', 'b'], ['b1', 'a1'], startsAlike)).toBe('1 and 2 swapped');
  expect(misplacement(['a', 'b'], ['a1', 'b1'], startsAlike)).toBeNull();
});

const STEPS = ['t1', 't2', 't3'].map((template, index) => ({ type: 'email', template, step: `s${index + 1}` }));
const withTemplates = (templates: readonly unknown[]) => STEPS.map((step, index) => ({ ...step, template: templates[index] }));

test('items in another order are one finding for each member that differs between them', () =>
  expect(echoFindings('items', STEPS, STEPS.toReversed(), '/steps')).toEqual([
    { pointer: '/steps/0/template', expected: 'in this order: ["t1","t2","t3"]', actual: 'reversed: ["t3","t2","t1"]' },
    { pointer: '/steps/0/step', expected: 'in this order: ["s1","s2","s3"]', actual: 'reversed: ["s3","s2","s1"]' },
  ]));

test('a member that is the same in all items is found at the first wrong one', () =>
  expect(echoFindings('items', STEPS, withTemplates(['t1', 't1', 't1']), '/steps')).toEqual([
    { pointer: '/steps/1/template', expected: 'in this order: ["t1","t2","t3"]', actual: 'all equal the first: ["t1","t1","t1"]' },
  ]));

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
