import { namesOf } from '../../../../src/result/history/names.ts';
import { expect, test } from '../../../test.ts';

const run = (startedAt: string, file = `${startedAt}.json`) => ({ startedAt, file });

test('a run is named by its day; of one day, by the time as far as it is needed', () => {
  expect(
    namesOf([
      run('2026-03-04T09:08:07.123Z'),
      run('2026-03-05T09:08:07.123Z'),
      run('2026-03-05T10:08:07.123Z'),
      run('2026-03-06T09:08:07.123Z'),
      run('2026-03-06T09:08:08.123Z'),
      run('2026-03-07T09:08:07.123Z'),
      run('2026-03-07T09:08:07.124Z'),
    ]),
  ).toEqual([
    '2026-03-04',
    '2026-03-05 09:08',
    '2026-03-05 10:08',
    '2026-03-06 09:08:07',
    '2026-03-06 09:08:08',
    '2026-03-07 09:08:07.123',
    '2026-03-07 09:08:07.124',
  ]);
});

test('runs of the same instant are named by their files too', () => {
  const at = '2026-03-04T09:08:07Z';
  expect(namesOf([run(at, 'a.json'), run(at, 'b.json')])).toEqual(['2026-03-04 09:08 (a.json)', '2026-03-04 09:08 (b.json)']);
});
