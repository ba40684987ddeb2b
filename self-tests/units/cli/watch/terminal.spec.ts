import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { isAnother, VersionSource } from '../../../../src/cli/watch/version.ts';
import { hearKeys, type Wish } from '../../../../src/cli/watch/wishes.ts';
import { createdOf, leftIn } from '../../../../src/cli/watch.ts';
import { readSettings } from '../../../../src/settings/settings.ts';
import { expect, test } from '../../../test.ts';

test('single keys are wishes, others are none, and the end of the input is one to quit', async () => {
  const wishes: Wish[] = [];
  const modes: boolean[] = [];
  const setRawMode = (mode: boolean) => modes.push(mode);
  const keyboard = Object.assign(new PassThrough(), { setRawMode });
  const stop = hearKeys(keyboard, (wish) => wishes.push(wish));
  keyboard.write('\rx\nAaqQ\u0003');
  keyboard.end();
  await new Promise((resolve) => keyboard.once('end', resolve));
  expect(wishes).toEqual(['failed', 'failed', 'all', 'all', 'quit', 'quit', 'quit', 'quit']);
  stop();
  expect(modes).toEqual([true, false]);
});

for (const [title, known, now, expected] of [
  ['the same text', 'a', 'a', false],
  ['another text', 'a', 'b', true],
  ['a target that goes away', 'a', null, false],
  ['a target that is still away', null, null, false],
  ['a target that is back', null, 'a', true],
] as const)
  test(`${title} is ${expected ? 'another' : 'no other'} version`, () => expect(isAnother(known, now)).toBe(expected));

test('the version is asked for with credentials, and never twice in two seconds; what keeps it from showing is said', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization);
    response.writeHead(404, { 'X-Version': '3' }).end('gone');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const source = (place: string, further: Readonly<Record<string, string>> = {}) =>
    new VersionSource(
      readSettings({
        CES_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
        CES_USERNAME: 'u',
        CES_PASSWORD: 'p',
        CES_VERSION_URL: place,
        ...further,
      }),
    );
  const [header, body, missing] = [source('/v#X-Version'), source('/v', { CES_MAX_RPS: '0.1' }), source('/v#etag')];
  expect([await header.ask(), header.problem, header.pauseMs]).toEqual(['3', null, 2000]);
  expect([await body.ask(), body.problem, body.pauseMs]).toEqual([
    '404 gone',
    'CES_VERSION_URL does not show the version: it answers 404.',
    10_000,
  ]);
  await missing.ask();
  expect(missing.problem).toContain('(status 404) has no header etag');
  expect(new Set(seen)).toEqual(new Set([`Basic ${Buffer.from('u:p').toString('base64')}`]));
  server.closeAllConnections();
  server.close();
  expect(await header.ask()).toBeNull();
  for (const each of [header, body, missing]) await each.close();
});

test('a list of several runs is counted by kind, a customer once', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'listed-')), 'left-behind.jsonl');
  expect(leftIn(file, 0)).toEqual([]);
  const rows = [
    { endpoint: 5, kind: 'businesses', id: 'b1' },
    { endpoint: 5, kind: 'businesses', name: 'b2', unanswered: true },
    { endpoint: 3, kind: 'updated customers', id: 'c1' },
    { endpoint: 3, kind: 'updated customers', id: 'c1' },
  ];
  const earlier = `${JSON.stringify({ endpoint: 5, kind: 'businesses', id: 'bücher' })}\n`;
  writeFileSync(file, earlier + rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const left = leftIn(file, Buffer.byteLength(earlier));
  expect(left).toEqual([
    { endpoint: 3, kind: 'updated customers', count: 1, examples: ['c1'] },
    { endpoint: 5, kind: 'businesses', count: 1, unanswered: 1, examples: ['b1'] },
  ]);
  expect(createdOf(left)).toBe(2);
});
