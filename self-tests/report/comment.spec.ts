import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toComment } from '../../src/report/comment.ts';
import { command } from '../runs/command.ts';
import { expect, test } from '../test.ts';
import { changedResult, hostileResult, largeResult } from './sample-result.ts';

test('however much is broken, a server takes it', () => {
  expect(toComment(largeResult(60, 'a place each')).length).toBeLessThan(65_536);
  const result = hostileResult('<`*'.repeat(5000));
  expect(toComment(result).length).toBeLessThan(65_536);
});

test('the command prints the result of a file; what cannot be used ends with 2', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'comment-'));
  const run = (...args: string[]) => command(['comment', ...args], { CES_REPORT_DIR: folder });
  try {
    expect(await run()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('conformance.json: no such file') });
    writeFileSync(join(folder, 'conformance.json'), JSON.stringify(changedResult()));
    expect(await run()).toMatchObject({ code: 0, stderr: '', stdout: toComment(changedResult()) });
    expect((await run(join(folder, 'conformance.json'))).stdout).toBe(toComment(changedResult()));
    expect(await run('a', 'b')).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: npm run comment') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
