import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addSensitivity, type MeasuredSensitivity, withSensitivity } from '../../src/report/write-reports.ts';
import { type ConformanceResult, FORMAT } from '../../src/result/result.ts';
import { readResult } from '../../src/settings/files/stored-result.ts';
import { newFolder } from '../folders.ts';
import { expect, test } from '../test.ts';
import { failingResult } from './sample-result.ts';

const STAGING = { baseUrl: 'https://staging.example.com/api/v1', embedded: false };
const figures = { sentence: '1 of 2 faults were noticed', noticed: 1, assessed: 2, measuredAt: '2026-03-05T00:00:00.000Z', unseen: [] };
const measured = (target: ConformanceResult['target']): MeasuredSensitivity => ({ ...figures, target });

const EMBEDDED = { baseUrl: 'http://127.0.0.1:4000', embedded: true };

test('only what the format has is taken over, and a file of the first version becomes one of the next', () => {
  const more = { ...measured(STAGING), counts: {}, faults: [] };
  expect(withSensitivity(failingResult(), more)).toEqual({ ...failingResult(), sensitivity: figures });
  expect(withSensitivity({ ...failingResult(), format: '1.0.0' }, more)).toMatchObject({ format: FORMAT, sensitivity: figures });
  expect(withSensitivity({ ...failingResult(), format: '1.8.0' }, more)?.sensitivity).toEqual(figures);
  expect(withSensitivity({ ...failingResult(), format: '1.8.0' }, more)?.format).toBe('1.8.0');
});

test.describe('in a folder', () => {
  let folder: string;
  test.beforeEach(() => {
    folder = newFolder();
  });
  const write = (content: string) => writeFileSync(join(folder, 'conformance.json'), content);

  test('all reports are written again, what failed by what was set for the run', async () => {
    const { sensitivity: _, ...first } = failingResult();
    write(
      JSON.stringify({ ...first, settings: [...first.settings, { name: 'CES_FAIL_ON', value: 'completeness', source: 'environment' }] }),
    );
    expect(await addSensitivity(measured(STAGING), folder)).toContain(`tells it too: ${join(folder, 'index.html')}`);
    expect(readResult(join(folder, 'conformance.json')).sensitivity).toEqual(figures);
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('With these settings, 1 of 2 faults were noticed');
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('failures="6"');
  });

  for (const [title, content, line] of [
    ['no result', null, /^No report tells it: there is no \S+conformance\.json, as a run of the suite writes it\.$/],
    ['another target', JSON.stringify({ ...failingResult(), target: EMBEDDED }), /^No report tells it: \S+ is about another target\.$/],
    ['a file that is cut', '{"format": "1.1.0",', /^No report tells it: \S+conformance\.json: not JSON and seems to be cut/],
  ] as const)
    test(`${title}: one line, and nothing is written`, async () => {
      if (content !== null) write(content);
      expect(await addSensitivity(measured(STAGING), folder)).toMatch(line);
      expect(readdirSync(folder)).toEqual(content === null ? [] : ['conformance.json']);
      if (content !== null) expect(readFileSync(join(folder, 'conformance.json'), 'utf8')).toBe(content);
    });
});
