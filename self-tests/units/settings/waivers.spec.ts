import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readWaivers } from '../../../src/settings/files/waivers.ts';

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
  ['a missing member', [{ ...WAIVER, owner: undefined }], /expected `owner`: who answers for it/],
  ['an unknown member', [{ ...WAIVER, why: 'x' }], /no members but/],
  ['an unknown statement', [{ ...WAIVER, requirement: 'business.field' }], /Did you mean "business.fields"/],
  ['a foreign endpoint', [{ ...WAIVER, endpoint: 2 }], /an endpoint of business.fields: 5/],
  ['a placeholder', [{ ...WAIVER, reason: 'TODO' }], /somebody else understands/],
  ['a reason of a word', [{ ...WAIVER, reason: 'known' }], /somebody else understands/],
  ['a placeholder that was begun upon', [{ ...WAIVER, reason: 'TODO: say why this is accepted' }], /somebody else understands/],
  ['a placeholder for an owner', [{ ...WAIVER, owner: 'TODO' }], /who answers for it.*found the owner "TODO" in entry 1/s],
  ['a blank message', [{ ...WAIVER, message: '   ' }], /a part of the failure's message/],
  ['a message that every failure holds', [{ ...WAIVER, message: 'Expected: ' }], /a part of the failure's message/],
  ['an endpoint that is a text', [{ ...WAIVER, endpoint: '5' }], /the number of an endpoint/],
  ['a reason that is no text', [{ ...WAIVER, reason: 5 }], /found the reason 5/],
  ['a date that is none', [{ ...WAIVER, expires: '2026-13-01' }], /a date YYYY-MM-DD/],
];

for (const [name, content, message] of WRONG) {
  test(`${name} is reported`, () => {
    expect(() => readWaivers(fileOf(content))).toThrow(message);
  });
}

test('all that is wrong is reported at once, a line a member', () => {
  const { owner: _owner, ...rest } = { ...WAIVER, reason: 'TODO', expires: 'soon', why: 'x' };
  expect(() => readWaivers(fileOf([WAIVER, rest]))).toThrow(/4 settings need.*entry 2/s);
});

test('a file that is not there is reported', () => {
  expect(() => readWaivers('no-such-waivers.json')).toThrow(/CES_WAIVERS: expected a JSON file/);
});
