import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readWaivers } from '../../../src/target/waivers.ts';

const WAIVER = {
  requirement: 'business.fields',
  endpoint: 5,
  reason: 'Mended with the next release',
  owner: 'T-1',
  expires: '2026-12-31',
  message: 'a string',
};

function fileOf(content: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'waivers-')), 'waivers.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('waivers are read', () => {
  expect(readWaivers(fileOf([WAIVER]))).toEqual([WAIVER]);
});

const WRONG: readonly [string, unknown, RegExp][] = [
  ['no JSON', '{', /a JSON file/],
  ['no list', {}, /a JSON list/],
  ['an entry that is no object', [5], /an object/],
  ['a missing member', [{ ...WAIVER, owner: undefined }], /a text `owner`/],
  ['an unknown member', [{ ...WAIVER, why: 'x' }], /no members but/],
  ['an unknown statement', [{ ...WAIVER, requirement: 'business.field' }], /Did you mean "business.fields"/],
  ['a foreign endpoint', [{ ...WAIVER, endpoint: 2 }], /an endpoint of business.fields: 5/],
  ['a placeholder', [{ ...WAIVER, reason: 'TODO' }], /somebody else understands/],
  ['a reason of a word', [{ ...WAIVER, reason: 'known' }], /somebody else understands/],
  ['a date that is none', [{ ...WAIVER, expires: '2026-13-01' }], /a date YYYY-MM-DD/],
];

for (const [name, content, message] of WRONG) {
  test(`${name} is told`, () => {
    expect(() => readWaivers(fileOf(content))).toThrow(message);
  });
}

test('a file that is not there is told', () => {
  expect(() => readWaivers('no-such-waivers.json')).toThrow(/CES_WAIVERS: expected a JSON file/);
});
