import { LostWrites } from '../../../src/client/lost-writes.ts';
import { expect, test } from '../../test.ts';

const ROWS: readonly (readonly [title: string, answered: readonly number[], lost: readonly number[], areMany: boolean])[] = [
  ['three are many where none is answered', [], [1, 2, 3], true],
  ['two are not', [], [1, 2], false],
  ['three are many beside as many answers', [1, 2, 3], [1, 2, 3], true],
  ['three are few beside more answers', [1, 2, 3, 4], [1, 2, 3], false],
  ['answers before the third-last do not count', [1, 2, 3, 4, 5], [1, 6, 7, 8], true],
  ['the order in which they end does not count', [4, 5, 6, 7], [9, 8, 3, 2, 1], false],
];

for (const [title, answered, lost, areMany] of ROWS)
  test(title, () => {
    const writes = new LostWrites();
    for (const at of answered) writes.answered('POST /x', at);
    for (const at of lost) writes.lost('POST /x', at);
    expect(writes.areMany('POST /x')).toBe(areMany);
    expect(writes.areMany('POST /y')).toBe(false);
  });
