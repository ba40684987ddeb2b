import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { marked } from 'marked';
import { MARKER, toComment } from '../../src/report/comment.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { ACTIVE, HOSTILE_MARKDOWN } from './hostile-markdown.ts';
import { changedResult, hostileResult, largeResult } from './sample-result.ts';

const shown = (result: ConformanceResult) => marked.parse(toComment(result), { async: false });

test('however much is broken, a server takes it', () => {
  expect(toComment(largeResult(2000, 'a place each')).length).toBeLessThan(65_536);
  const result = hostileResult('<`*'.repeat(5000));
  expect(toComment(result).length).toBeLessThan(65_536);
});

for (const [name, text] of Object.entries(HOSTILE_MARKDOWN)) {
  test(`nothing of the target acts: ${name}`, () => {
    expect(shown(hostileResult(text)).replace(MARKER, '')).not.toMatch(ACTIVE);
  });
}

test('the command prints the result of a file; what cannot be used ends with 2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comment-'));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/conformance.mjs', 'comment', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, CES_ENV_FILE: '/dev/null', CES_REPORT_DIR: folder },
    });
  try {
    expect(run()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('conformance.json: no such file') });
    writeFileSync(join(folder, 'conformance.json'), JSON.stringify(changedResult()));
    expect(run()).toMatchObject({ status: 0, stderr: '', stdout: toComment(changedResult()) });
    expect(run(join(folder, 'conformance.json')).stdout).toBe(toComment(changedResult()));
    expect(run('a', 'b')).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: npm run comment') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
