import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findBaseline, targetOf } from '../../../src/settings/files/stored-result.ts';
import { partialResult, passingResult } from '../../report/sample-result.ts';
import { expect, test } from '../http/fixtures.ts';

const RESULT = passingResult();

const at = (startedAt: string, given: object = {}) => ({ ...RESULT, ...given, startedAt });

test('a file is taken as it is, whatever its target', ({ file: write }) => {
  const file = write('old.json', RESULT);
  expect(findBaseline(file, { baseUrl: 'https://elsewhere.example', embedded: false })).toMatchObject({ file });
});

test('of a folder, the newest whole result of the same target is taken, at any depth', ({ folder, file: write }) => {
  write('1.json', at('2026-03-01T00:00:00Z'));
  const newest = write('deep/er/conformance.json', at('2026-03-03T00:00:00Z'));
  write('2.json', at('2026-03-02T00:00:00Z'));
  write('other.json', at('2026-03-09T00:00:00Z', { target: { baseUrl: 'https://other.example', embedded: false } }));
  write('part.json', { ...partialResult(), startedAt: '2026-03-09T00:00:00Z' });
  write('none.json', at('2026-03-09T00:00:00Z', { verdict: 'no-verdict', noVerdictReason: 'Nobody answers.' }));
  write('ctrf.json', { results: {} });
  write('badge.svg', '<svg/>');
  expect(findBaseline(folder, RESULT.target)).toMatchObject({ file: newest });
});

const UNFIT: readonly (readonly [title: string, newest: object | null, words: string])[] = [
  ['of another target', { target: { baseUrl: 'https://other.example', embedded: false } }, 'is of another target, https://other.example'],
  ['of a part of a run', partialResult(), 'is of a part of a run'],
  ['of a run that ended early', { interrupted: true }, 'is of a run that ended early'],
  ['of a run without a verdict', { verdict: 'no-verdict' }, 'is of a run without a verdict'],
  ['missing', null, ''],
];
for (const [title, newest, words] of UNFIT)
  test(`a folder whose newest result is ${title} says so, and what to give`, ({ folder, file: write }) => {
    const file = newest === null ? '' : write('2.json', at('2026-03-04T09:08:00Z', newest));
    if (newest !== null) write('1.json', at('2026-03-01T00:00:00Z', newest));
    const found = newest === null ? '' : ` ${file} ${words} (2026-03-04 09:08 UTC).`;
    expect(findBaseline(folder, RESULT.target)).toEqual({
      missing: `CES_BASELINE=${folder} holds no whole result of this target, so nothing is compared.${found} Name the conformance.json of a whole run against this target, or keep one in this folder for the next run.`,
    });
  });

test('the embedded service is one target, whatever its port', ({ folder, file: write }) => {
  const file = write('1.json', { ...RESULT, target: { baseUrl: 'http://127.0.0.1:4010', embedded: true } });
  expect(findBaseline(folder, targetOf({}))).toMatchObject({ file });
  expect(findBaseline(folder, targetOf({ CES_BASE_URL: 'http://127.0.0.1:4010' }))).toHaveProperty('missing');
});

test('a base URL is compared as a run uses it', () =>
  expect(targetOf({ CES_BASE_URL: 'HTTPS://Staging.example.com/api/v1/' })).toEqual(RESULT.target));

test('a baseline that is missing, or holds no result, is a wrong setting', ({ folder, file: write }) => {
  const expected = (found: RegExp) =>
    new RegExp(`CES_BASELINE: expected the conformance\\.json of an earlier run, or a folder of them; found .*${found.source}`);
  expect(() => findBaseline(join(folder, 'none.json'), RESULT.target)).toThrow(expected(/none\.json", no such file/));
  for (const path of [write('cut.json', '{"format": '), folder])
    expect(() => findBaseline(path, RESULT.target)).toThrow(expected(/cut\.json", not JSON and seems to be cut/));
});

test('a baseline that the system does not open is a wrong setting', ({ folder }) => {
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  expect(() => findBaseline(loop, RESULT.target)).toThrow(/CES_BASELINE: expected .*; found ".*loop", ELOOP/);
});
