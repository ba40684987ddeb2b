import type { WriteStream } from 'node:tty';
import { Progress } from '../../../src/report/progress.ts';
import { expect, test } from '../../test.ts';

/** What two tests and a finding write. */
function written(isTTY: boolean): string {
  let text = '';
  const stream = { isTTY, write: (part: string) => (text += part) } as unknown as WriteStream;
  const progress = new Progress(stream);
  progress.begin(2);
  progress.ended(false);
  progress.say('✕ segment.fields');
  progress.ended(true);
  progress.end();
  return text;
}

test('a log has a line for what is said, with the elapsed time, and one count at the end', () => {
  expect(written(false)).toMatch(/^\d+:\d\d ✕ segment\.fields\n2 of 2 tests run, 1 with failures\n$/);
});

test('on a terminal, the count moves and what is said stays above it', () => {
  const clear = '\r\u001b[2K';
  const [first, ...rest] = written(true).split(clear).slice(1);
  expect(first).toBe('1 of 2 tests run');
  expect(rest[0]).toMatch(/^\d+:\d\d ✕ segment\.fields\n$/);
  expect(rest.slice(1)).toEqual(['1 of 2 tests run', '2 of 2 tests run, 1 with failures', '2 of 2 tests run, 1 with failures\n']);
});
