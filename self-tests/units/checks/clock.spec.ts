import { CreationTimes } from '../../../src/checks/clock.ts';
import { expect, test } from '../../test.ts';
import { exchange, START } from './exchanges.ts';

/** Records made in turn, 4 s apart, each answered after 3 ms: what their times break. */
function deviationsOf(...texts: readonly string[]) {
  const times = new CreationTimes();
  return texts.flatMap((text, index) => {
    const made = { ...exchange(), startedAt: START + index * 4000 };
    return times.deviations('createBusiness', made, { id: index, created_at: text });
  });
}

// They were asked for at 17.250, 21.250, 25.250 and 29.250 s.
test('milliseconds without the zeros before them are told the second time', () => {
  const ahead = (...texts: readonly string[]) => deviationsOf('2030-01-01T10:30:17.020Z', '2030-01-01T10:30:21.021Z', ...texts);
  expect(ahead('2030-01-01T10:30:25.21Z')).toEqual([]);
  expect(ahead('2030-01-01T10:30:25.21Z', '2030-01-01T10:30:29.22Z')).toMatchObject([
    {
      expected: '"2030-01-01T10:30:29.022Z", with its zeros',
      actual: '"2030-01-01T10:30:29.22Z", 196 ms after the answer',
    },
  ]);
});

test('milliseconds without their zeros are told where the first time of all is one', () => {
  const texts = ['17.7', '21.021', '25.21', '29.22'].map((second) => `2030-01-01T10:30:${second}Z`);
  expect(deviationsOf(...texts)).toMatchObject([{ actual: '"2030-01-01T10:30:29.22Z", 195 ms after the answer' }]);
});

for (const [title, ...texts] of [
  [
    'zeros left out at their end',
    '2030-01-01T10:30:17.251Z',
    '2030-01-01T10:30:21.25Z',
    '2030-01-01T10:30:25.25Z',
    '2030-01-01T10:30:29.25Z',
  ],
  ['no milliseconds', '2030-01-01T10:30:17Z', '2030-01-01T10:30:21Z', '2030-01-01T10:30:25Z', '2030-01-01T10:30:29Z'],
  [
    'clocks of two machines',
    ...['2030-01-01T10:30:17.020Z', '2030-01-01T10:30:21.652Z'],
    ...['2030-01-01T10:30:25.21Z', '2030-01-01T10:30:29.22Z'],
  ],
] as const)
  test(`times are told for nothing: ${title}`, () => {
    expect(deviationsOf(...texts)).toEqual([]);
  });
