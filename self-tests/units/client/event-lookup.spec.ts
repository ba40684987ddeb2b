import { createEventLookup, type EventLookup } from '../../../src/client/tracked-event.ts';
import { Deadline } from '../../../src/http/limits.ts';
import type { Transport } from '../../../src/http/transport.ts';
import { LimitReached } from '../../../src/settings/not-assessed.ts';
import { readSettings, type Settings } from '../../../src/settings/settings.ts';
import { exchange } from '../checks/exchanges.ts';
import { clientOf, expect, test } from '../http/fixtures.ts';

const MARKER = 'conformance-1/2 é';
const BUSINESS = 'b 1';

function lookUp(
  tracking: Partial<Settings['tracking']>,
  base = 'http://127.0.0.1:9',
  transport?: Transport,
  timeoutMs = 5000,
  deadline: Deadline | null = null,
): EventLookup {
  const settings = readSettings({ CES_BASE_URL: base, CES_USERNAME: 'user', CES_PASSWORD: 'secret' });
  const unused = { send: () => Promise.reject(new Error('nothing is to be sent')) } as unknown as Transport;
  const own = { ...settings, run: { ...settings.run, timeoutMs }, tracking: { ...settings.tracking, ...tracking } };
  return createEventLookup(own, clientOf(base, transport ?? unused), deadline);
}

/** Holds what is found to an id, to null for none yet, or to why nobody can tell, with what to set. */
async function expectFound(found: Promise<string | null>, id: string | null | RegExp, ...variables: string[]): Promise<void> {
  if (!(id instanceof RegExp)) return expect(await found).toBe(id);
  await expect(found).rejects.toMatchObject({ name: 'NotAssessed', message: expect.stringMatching(id), variables });
}

test.describe('by URL', () => {
  const BELOW = ['/api/lookup/b%201?marker=conformance-1%2F2%20%C3%A9', `Basic ${btoa('user:secret')}`];
  for (const [title, template, isOwn, asked] of [
    ['marker and business percent-encoded, below the base URL, with credentials', '/lookup/{business}?marker={marker}', true, BELOW],
    ['another origin without credentials', '/{business}/{marker}', false, ['/b%201/conformance-1%2F2%20%C3%A9', undefined]],
  ] as const)
    test(`asks ${title}`, async ({ serve, transport }) => {
      const seen: unknown[] = [];
      const origin = await serve((request, response) => {
        seen.push(request.method, request.url, request.headers.authorization);
        response.end('{"id":"e/1"}');
      });
      const find = isOwn
        ? lookUp({ lookupUrl: template }, `${origin}/api/`, transport())
        : lookUp({ lookupUrl: origin + template }, 'http://127.0.0.1:9', transport());
      expect(await find(MARKER, BUSINESS, exchange())).toBe('e/1');
      expect(seen).toEqual(['GET', ...asked]);
    });

  const ANSWERS: readonly [string, status: number, body: string, id: string | null | RegExp][] = [
    ['an id', 200, '{"id":"e1","name":"x"}', 'e1'],
    ['not known yet', 404, 'nothing', null],
    ['a failure', 500, '{"id":"e1"}', /but: status 500/],
    ['created', 201, '{"id":"e1"}', /but: status 201/],
    ['no JSON', 200, '<p>e1</p>', /but: the body is not JSON/],
    ['no id', 200, '{"event":"e1"}', /but: JSON without an `id` that is a text/],
    ['a number', 200, '{"id":1}', /but: JSON without an `id` that is a text/],
    ['null', 200, 'null', /but: JSON without an `id` that is a text/],
    ['an empty id', 200, '{"id":""}', /but: JSON without an `id` that is a text/],
  ];

  for (const [what, status, body, id] of ANSWERS) {
    test(`reads ${what}`, async ({ serve, transport }) => {
      const origin = await serve((_request, response) => response.writeHead(status).end(body));
      const found = lookUp({ lookupUrl: '/lookup/{marker}' }, origin, transport())('m', 'b', exchange());
      await expectFound(found, id, 'CES_EVENT_LOOKUP_URL');
    });
  }

  test('reports a target that does not answer', async ({ transport }) => {
    const find = lookUp({ lookupUrl: '/lookup/{marker}' }, 'http://127.0.0.1:9', transport());
    await expect(find('m', 'b', exchange())).rejects.toThrow(/but: status .*127\.0\.0\.1:9/);
  });
});

test.describe('by command', () => {
  const COMMANDS: readonly [string, command: string, id: string | null | RegExp][] = [
    ['an id', 'printf "%s of %s\\n" "$CES_MARKER" "$CES_BUSINESS"', `${MARKER} of ${BUSINESS}`],
    ['blanks', 'echo; echo', null],
    ['a failure with words', 'echo "no database" >&2; exit 3', /failed: no database/],
    ['a failure without words', 'exit 3', /failed: exit code 3/],
    ['no such command', 'no-such-command-anywhere', /failed: .*not found/],
  ];

  for (const [what, command, id] of COMMANDS) {
    test(`reads ${what}`, () =>
      expectFound(lookUp({ lookupCommand: command })(MARKER, BUSINESS, exchange()), id, 'CES_EVENT_LOOKUP_COMMAND'));
  }

  test('does not wait for one that hangs', async () => {
    const find = lookUp({ lookupCommand: 'exec sleep 60' }, undefined, undefined, 100);
    await expect(find('m', 'b', exchange())).rejects.toThrow('no end within 100 ms');
  });

  for (const [title, deadline] of [
    ['is not started after the end of the run', () => new Deadline(1, Date.now() - 1)],
    ['is not left running', () => new Deadline(0.005, Date.now() + 300)],
  ] as const)
    test(title, async () => {
      const find = lookUp({ lookupCommand: 'sleep 60' }, undefined, undefined, 60_000, deadline());
      await expect(find('m', 'b', exchange())).rejects.toBeInstanceOf(LimitReached);
    });
});

test.describe('by Location', () => {
  const LOCATIONS: readonly [location: string | undefined, id: string | null][] = [
    ['https://service.example/api/v1/events/e1', 'e1'],
    ['/events/a%2Fb%20%C3%A9', 'a/b é'],
    [undefined, null],
    ['/events/', null],
    ['/tracked/e1', null],
    ['/events/e1/details', null],
    ['/events/%zz', null],
  ];

  for (const [location, id] of LOCATIONS) {
    test(`${location} ${id === null ? 'gives no id' : `gives ${id}`}`, () => {
      const tracked = exchange({ headers: location === undefined ? {} : { location } });
      return expectFound(lookUp({})('m', 'b', tracked), id ?? /./, 'CES_EVENT_LOOKUP_URL', 'CES_EVENT_LOOKUP_COMMAND');
    });
  }
});
