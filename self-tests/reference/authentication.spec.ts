import { expect } from '@playwright/test';
import { createReferenceService } from '../../reference/service.ts';
import { MARKER_MEMBER } from '../../src/settings/parsing/event-data.ts';
import { basic } from './support/http.ts';
import { CREDENTIALS, test } from './support/service.ts';

const { username, password } = CREDENTIALS;
const good = basic(username, password);

const REFUSED: [string, string | null][] = [
  ['no header', null],
  ['empty credentials', basic('', '')],
  ['wrong password', basic(username, 'wrong')],
  ['wrong user', basic('wrong', password)],
  ['password in other letter case', basic(username, password.toUpperCase())],
  ['prefix of the password', basic(username, password.slice(0, -1))],
  ['password and one character more', basic(username, `${password}x`)],
  ['colon missing between user and password', basic(username + password.slice(0, 1), password.slice(1))],
  ['another scheme', good.replace('Basic', 'Bearer')],
  ['not base64', 'Basic ***'],
  ['base64 with a stray character that lenient decoders skip', good.replace('Basic ', 'Basic !')],
  ['base64 without a colon', `Basic ${Buffer.from('user').toString('base64')}`],
  ['scheme alone', 'Basic'],
  ['Latin-1 instead of UTF-8', `Basic ${Buffer.from(`${username}:${password}`, 'latin1').toString('base64')}`],
];

for (const [title, authorization] of REFUSED) {
  test(`401: ${title}`, async ({ service }) => {
    const reply = await service.call('/events/x', { authorization });
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toMatch(/^Basic realm="/);
    expect(reply.json()).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
  });
}

for (const scheme of ['basic', 'BASIC', 'Basic  ']) {
  test(`scheme "${scheme}" is accepted`, async ({ service, path }) => {
    expect((await service.call(path('/events/{EVENT_ID}'), { authorization: good.replace('Basic', scheme) })).status).toBe(200);
  });
}

const UNREACHABLE: [string, string, object][] = [
  ['an unknown path', '/nowhere', {}],
  ['a path that does not decode', '/events/%zz', {}],
  ['an unusual method', '/events/x', { method: 'PURGE' }],
  ['a body that is not JSON', '/businesses', { body: '{' }],
  ['a body that is too large', '/businesses', { body: 'x'.repeat(2 ** 21) }],
  ['the event look-up', '/conformance/events?marker=x', {}],
];

for (const [title, target, sending] of UNREACHABLE) {
  test(`credentials are asked for first: ${title}`, async ({ service }) => {
    expect((await service.call(target, { ...sending, authorization: null })).status).toBe(401);
  });
}

test('a refused request does nothing', async ({ service, path }) => {
  const body = { event: 'a', data: { [MARKER_MEMBER]: 'refused' } };
  expect((await service.call(path('/businesses/{BUSINESS_ID}/track'), { body, authorization: basic(username, 'wrong') })).status).toBe(401);
  expect((await service.call('/conformance/events?marker=refused')).status).toBe(404);
});

for (const bad of [{ username: 'a:b' }, { username: 'a\n' }, { password: 'a\u0000' }]) {
  test(`credentials that HTTP Basic cannot carry are refused: ${JSON.stringify(bad)}`, () => {
    expect(() => createReferenceService({ ...CREDENTIALS, ...bad })).toThrow(TypeError);
  });
}
