import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendStepSummary } from '../../src/report/step-summary.ts';
import { expect, test } from '../test.ts';

test('summaries of several runs stand below one another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'summary-'));
  const file = join(folder, 'step.md');
  try {
    await appendStepSummary('# First', { GITHUB_STEP_SUMMARY: file });
    await appendStepSummary('# Second', { GITHUB_STEP_SUMMARY: file });
    expect(await readFile(file, 'utf8')).toBe('# First\n# Second\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('without the variable, or with one that cannot be written, the run goes on', async () => {
  await appendStepSummary('# First', {});
  await appendStepSummary('# First', { GITHUB_STEP_SUMMARY: tmpdir() });
});
