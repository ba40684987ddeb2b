import { Rhythm } from '../../../src/checks/run-history.ts';
import { expect, test } from '../../test.ts';
import { exchange } from './exchanges.ts';

for (const [what, broken, words] of [
  ['every tenth', [10, 20, 30, 40, 50], 'every 10th of 60 answers breaks: nos. 10, 20, 30 …'],
  ['every third', [3, 6, 9, 12, 15], 'every 3rd of 60 answers breaks: nos. 3, 6, 9 …'],
  ['every eleventh, though answers overtake one another', [9, 24, 33, 43, 55], 'every 11th of 60 answers breaks: nos. 9, 24, 33 …'],
  ['all at one endpoint, which is asked now and then', [96, 202, 320, 410, 480], null],
  ['too few', [10, 20, 30, 40], null],
  ['none', [], null],
  ['now and then', [4, 9, 33, 34, 55], null],
  ['all at one time', [41, 42, 43, 44, 45], null],
  ['in one burst from the beginning on', [13, 14, 15, 16, 17], null],
  ['the next but one', [2, 4, 6, 8, 10, 12], null],
] as const)
  test(`which answers of a run break: ${what}`, () => {
    const rhythm = new Rhythm();
    for (let number = 1; number <= Math.max(60, ...broken); number += 1)
      rhythm.note(exchange({ status: (broken as readonly number[]).includes(number) ? 500 : 200 }));
    expect(rhythm.words()).toBe(words && `whatever was in flight, ${words}`);
  });
