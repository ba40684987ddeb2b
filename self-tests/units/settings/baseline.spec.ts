import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findBaseline, targetOf } from '../../../src/settings/files/baseline.ts';
import { partialResult, passingResult } from '../../report/sample-result.ts';

let folder = '';
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baseline-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RESULT = passingResult();

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const at = (startedAt: string, given: object = {}) => ({ ...RESULT, startedAt, ...given });

test('a file is taken as it is, whatever its target', () => {
  const file = write('old.json', RESULT);
  expect(findBaseline(file, { baseUrl: 'https://elsewhere.example', embedded: false })).toBe(file);
});

test('of a folder, the newest whole result of the same target is taken, at any depth', () => {
  write('1.json', at('2026-03-01T00:00:00Z'));
  const newest = write('deep/er/conformance.json', at('2026-03-03T00:00:00Z'));
  write('2.json', at('2026-03-02T00:00:00Z'));
  write('other.json', at('2026-03-09T00:00:00Z', { target: { baseUrl: 'https://other.example', embedded: false } }));
  write('part.json', { ...partialResult(), startedAt: '2026-03-09T00:00:00Z' });
  write('none.json', at('2026-03-09T00:00:00Z', { verdict: 'no-verdict', noVerdictReason: 'Nobody answers.' }));
  write('ctrf.json', { results: {} });
  write('badge.svg', '<svg/>');
  expect(findBaseline(folder, RESULT.target)).toBe(newest);
});

test('a folder without a result of this target has none', () => {
  write('1.json', RESULT);
  expect(findBaseline(folder, { baseUrl: 'https://elsewhere.example', embedded: false })).toBeNull();
});

test('the embedded service is one target, whatever its port', () => {
  const file = write('1.json', { ...RESULT, target: { baseUrl: 'http://127.0.0.1:4010', embedded: true } });
  expect(findBaseline(folder, targetOf({}))).toBe(file);
  expect(findBaseline(folder, targetOf({ CES_BASE_URL: 'http://127.0.0.1:4010' }))).toBeNull();
});

test('a base URL is compared as a run uses it', () => {
  expect(targetOf({ CES_BASE_URL: 'HTTPS://Staging.example.com/api/v1/' })).toEqual(RESULT.target);
});

for (const [title, name, content, problem] of [
  ['is missing', 'none.json', null, /none\.json", no such file/],
  ['is cut', 'cut.json', '{"format": ', /cut\.json", not JSON and seems to be cut/],
  ['is of another format', 'new.json', { ...RESULT, format: '2.0.0' }, /format 2\.0\.0, and this version reads 1\.x/],
  ['was changed', 'changed.json', { ...RESULT, seed: 'x' }, /\/seed must be integer/],
] as const) {
  test(`a baseline that ${title} is a wrong setting`, () => {
    if (content !== null) write(name, content);
    const expected = new RegExp(
      `CES_BASELINE: expected the conformance\\.json of an earlier run, or a folder of them; found .*${problem.source}`,
    );
    expect(() => findBaseline(join(folder, name), RESULT.target)).toThrow(expected);
    if (content !== null) expect(() => findBaseline(folder, RESULT.target)).toThrow(expected);
  });
}

test('a baseline that the system does not open is a wrong setting', () => {
  const loop = join(folder, 'loop');
  symlinkSync(loop, loop);
  expect(() => findBaseline(loop, RESULT.target)).toThrow(/CES_BASELINE: expected .*; found ".*loop", ELOOP/);
});
