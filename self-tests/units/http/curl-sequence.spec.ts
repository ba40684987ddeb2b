import { credentials } from '../../../src/http/authorization.ts';
import { EARLIER_COOKIE, inOneCall, toCurl } from '../../../src/http/curl.ts';
import type { SentRequest } from '../../../src/http/exchange.ts';
import { expect, test } from '../../test.ts';
import { runWithStubCurl } from './shell.ts';

const PRINTED = "a\u0001 | curl 'b'";

function line(body: string | null, path = 'a'): string {
  const request: SentRequest = {
    method: 'POST',
    url: `https://host/${path}`,
    headers: { accept: 'a/b' },
    body,
    authorization: credentials('ann', 'pw'),
  };
  return toCurl(request);
}

/** The options of each part. */
function partsOf(args: readonly string[]): string[][] {
  return args
    .join('\0')
    .split('\0--next\0')
    .map((part) => part.split('\0'));
}

test('each part has all that its line has', () => {
  const [command = '', ...more] = inOneCall([line('{}'), line(null, 'b')]);
  expect(more).toEqual([]);
  const parts = partsOf(runWithStubCurl(command, { CES_USERNAME: 'ann', CES_PASSWORD: 'pw' }).args);
  const alone = ['{}', null].map(
    (body, index) => runWithStubCurl(line(body, index === 0 ? 'a' : 'b'), { CES_USERNAME: 'ann', CES_PASSWORD: 'pw' }).args,
  );
  expect(parts).toEqual([[...(alone[0] ?? []), '-w', '\\n'], alone[1]]);
});

for (const [which, bodies] of [
  ['first', [PRINTED, null]],
  ['second', [null, PRINTED]],
] as const)
  test(`what only printf writes reaches the ${which} part`, () => {
    const [command = ''] = inOneCall(bodies.map((body) => line(body)));
    expect(command).toMatch(/^printf /);
    expect(command.match(/--next/g)).toHaveLength(1);
    const parts = partsOf(runWithStubCurl(command).args);
    expect(parts.map((part) => part.includes('@-'))).toEqual(bodies.map((body) => body !== null));
  });

test('two bodies for one standard input take two calls', () => {
  expect(inOneCall([line(PRINTED), line(PRINTED)])).toEqual([`${line(PRINTED)} -w '\\n'`, line(PRINTED)]);
});

test('a cookie goes from one answer to the next request', () => {
  expect(inOneCall(["curl 'a'", `curl 'a' ${EARLIER_COOKIE}`])).toEqual(["curl 'a' -b '' -w '\\n' --next 'a' -b ''"]);
});
