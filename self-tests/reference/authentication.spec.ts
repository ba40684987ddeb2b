import { expect } from '@playwright/test';
import { createReferenceService } from '../../reference/service.ts';
import { basic } from '../../src/http/authorization.ts';
import { CREDENTIALS, test } from './service.ts';

const { username, password } = CREDENTIALS;
const good = basic(username, password);

/** What the suite itself does not ask of every endpoint. */
const REFUSED: readonly (readonly [title: string, authorization: string | undefined])[] = [
  ['no header', undefined],
  ['base64 with a stray character that lenient decoders skip', good.replace('Basic ', 'Basic !')],
  ['Latin-1 instead of UTF-8', `Basic ${Buffer.from(`${username}:${password}`, 'latin1').toString('base64')}`],
];
for (const [title, authorization] of REFUSED)
  test(`401: ${title}`, async ({ service }) => {
    const { status, headers, text } = await service.call('/events/x', null, { authorization });
    expect({ status, challenge: headers['www-authenticate'] }).toEqual({ status: 401, challenge: expect.stringMatching(/^Basic realm="/) });
    expect(JSON.parse(text)).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
  });

for (const scheme of ['basic', 'BASIC', 'Basic  '])
  test(`scheme "${scheme}" is accepted`, async ({ service }) => {
    const authorization = good.replace('Basic', scheme);
    expect(await service.call(service.path('/events/{EVENT_ID}'), null, { authorization })).toMatchObject({ status: 200 });
  });

const UNREACHABLE: readonly (readonly [title: string, path: string, body?: string])[] = [
  ['an unknown path', '/nowhere'],
  ['a path that does not decode', '/events/%zz'],
  ['a body that is not JSON', '/businesses', '{'],
  ['a body that is too large', '/businesses', 'x'.repeat(2 ** 21)],
  ['the event look-up', '/conformance/events?marker=x'],
];
for (const [title, path, body] of UNREACHABLE)
  test(`credentials are asked for first: ${title}`, async ({ service }) =>
    expect(await service.call(path, body, { authorization: undefined })).toMatchObject({ status: 401 }));

for (const bad of [{ username: 'a:b' }, { username: 'a\n' }, { password: 'a\u0000' }])
  test(`credentials that HTTP Basic cannot carry are refused: ${JSON.stringify(bad)}`, () =>
    expect(() => createReferenceService({ ...CREDENTIALS, ...bad })).toThrow(TypeError));
