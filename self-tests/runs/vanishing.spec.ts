import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parse } from 'dotenv';
import { LEFT_BEHIND_FILE } from '../../src/engine/evidence/left-behind.ts';
import { startProcess } from '../reference/process.ts';
import { resultIn, test, withStatus } from './run.ts';

/** Records that the run has created by then: somewhere in its middle. */
const RECORDS = 150;

test('kill -9 of the target in the middle: a whole report with the reason, in time, and no claim about the target', async ({ runs }) => {
  test.setTimeout(180_000);
  const service = startProcess(['--port', '0']);
  try {
    const variables = parse(await service.printed);
    const started = runs.start([], { ...variables, CES_PROPERTY_RUNS: '30' });
    const listed = join(started.directory, LEFT_BEHIND_FILE);
    await expect.poll(() => lines(listed), { timeout: 90_000, intervals: [50] }).toBeGreaterThan(RECORDS);
    service.child.kill('SIGKILL');
    const { code, stdout, directory } = await started.ended;
    const result = await resultIn(directory);

    expect(withStatus(result, 'failed')).toEqual([]);
    expect({ code, verdict: result.verdict, complete: result.complete, interrupted: result.interrupted }).toEqual({
      code: 2,
      verdict: 'no-verdict',
      complete: false,
      interrupted: false,
    });
    expect(result.noVerdictReason).toMatch(
      /^The target stopped answering at \d\d:\d\d:\d\d UTC: no connection to http:.* \(ECONNREFUSED\)$/,
    );
    expect(result.sentence).toMatch(/; the target went away$/);
    const { reason, requests } = result.lost ?? { reason: '', requests: [] };
    expect(reason).toBe(result.noVerdictReason);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter(({ curl }) => !curl.includes('-u "$CES_USERNAME:$CES_PASSWORD"') && !curl.includes('-H '))).toEqual([]);
    expect(stdout.indexOf(`✕ ${reason}`)).toBeGreaterThan(-1);
    expect(stdout.indexOf(`✕ ${reason}`)).toBe(stdout.indexOf('✕'));
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`Exit 2: ${reason}`);
    expect((await readFile(join(directory, 'summary.md'), 'utf8')).startsWith('**The target stopped answering at')).toBe(true);
    expect(await readFile(join(directory, 'index.html'), 'utf8')).toContain('The target stopped answering at');
    expect(result.counts.passed).toBeGreaterThan(0);
    const open = result.requirements.flatMap(({ checks }) => checks.filter(({ status }) => status === 'not-assessed'));
    expect(open.some(({ message = '' }) => message === result.noVerdictReason)).toBe(true);
  } finally {
    service.child.kill('SIGKILL');
  }
});

function lines(file: string): number {
  try {
    return readFileSync(file, 'utf8').split('\n').length;
  } catch {
    return 0; // not written yet
  }
}
