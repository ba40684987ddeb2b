import { Environment } from '../../../src/client/environment.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import type { Reading } from '../../../src/http/reading.ts';
import { LimitReached } from '../../../src/settings/not-assessed.ts';
import { exchange as exchangeOf, failed } from '../checks/exchanges.ts';
import { expect, test } from '../http/fixtures.ts';
import { ASK } from './asks.ts';

/** Environments of these tests ask nobody by themselves. */
const BASE_URL = 'http://127.0.0.1:9';

/** Has a target looked at after this exchange. It answers the read that was good before first so, and like `later` from then on. */
function look(environment: Environment, exchange: Exchange, reading: Reading, first: Exchange, later: Exchange = exchangeOf()) {
  const answers = [first];
  const ask = { ...ASK, effect: 'none' as const, send: async () => answers.shift() ?? later };
  environment.absence.answered(ask);
  return environment.absence.look(ask, exchange, reading);
}

for (const [title, kind, patience] of [
  ['takes no connections is waited for as long as one that takes none at once', 'refused', '20 s'],
  ['goes on answering 500 is not waited for as long', null, '5 s'],
] as const)
  test(`a target that answers 500 and then ${title}`, async ({ transport }) => {
    const said: string[] = [];
    const environment = new Environment({ transport: transport(), baseUrl: BASE_URL, patienceMs: 20_000, say: (line) => said.push(line) });
    const broken = exchangeOf({ status: 500 });
    await look(environment, { ...broken, startedAt: Date.now() - 1000 }, 'service', kind === null ? broken : failed(kind));
    expect(said[0]).toContain(`up to ${patience} `);
  });

const NOBODY = ' Nothing listens at this port: start the service, ';
for (const [title, wasThere, patience, hint] of [
  ['has never answered is waited for shortly, and the port may be wrong', false, '10 s', NOBODY],
  ['has answered is waited for as long as settings say', true, '20 s', undefined],
] as const)
  test(`a target that takes no connections and ${title}`, async ({ transport }) => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const environment = new Environment({ transport: transport(), baseUrl: BASE_URL, patienceMs: 20_000, firstPatienceMs: 10_000, say });
    const failure = { kind: 'refused', message: 'no connection (ECONNREFUSED)', status: null } as const;
    const away: Exchange = { ...failed('refused'), failure, startedAt: Date.now() - 1000 };
    const answers = [away];
    const ask = { ...ASK, effect: 'none' as const, send: async () => answers.shift() ?? exchangeOf({ status: 200 }) };
    if (wasThere) environment.absence.answered(ask);
    await environment.absence.look(ask, away, 'unreached');
    expect(said[0]).toContain(`up to ${patience} (CES_PATIENCE_MS).`);
    expect(said[0]?.includes('Nothing listens')).toBe(hint !== undefined);
    expect(said[0]).toContain(hint ?? 'the run waits for it');
  });

for (const [title, awayMs, times] of [
  ['briefly, it may have a limit of requests a second', 0, 1],
  ['for a second, it was away', 1000, 0],
] as const)
  test(`where a target closes all connections ${title}`, async ({ transport: open }) => {
    const transport = open();
    const refusedAt: number[] = [];
    transport.refusedAlone = (at) => void refusedAt.push(at);
    const environment = new Environment({ transport, baseUrl: BASE_URL, patienceMs: 20_000 });
    await look(environment, { ...failed('reset'), startedAt: Date.now() - awayMs, durationMs: 0 }, 'lost', failed('reset'));
    expect(refusedAt).toHaveLength(times);
  });

for (const [title, status, guesses, words] of [
  [
    'right after wrong credentials may have banned this machine',
    'refused',
    2,
    /or a firewall has banned this machine: 2 requests with wrong credentials came right before/,
  ],
  ['by itself bans nobody', 'refused', 0, /failed: refused$/],
  ['for its certificate bans nobody', 'tls', 2, /failed: tls$/],
  ['with answers bans nobody by a firewall', 503, 2, /^The target answered 503 to everything from \S+ UTC on$/],
  ['for a redirect says where to, without the query', 302, 0, /UTC on, leading to \/login\. If a log-in has ended, renew what CES_HEADERS/],
] as const)
  test(`a target that is given up ${title}`, async ({ transport }) => {
    const environment = new Environment({ transport: transport(), baseUrl: BASE_URL, patienceMs: 0 });
    const headers = { location: '/login?next=secret' };
    const isAnswered = typeof status === 'number';
    const gone = { ...(isAnswered ? exchangeOf({ status, headers }) : failed(status)), startedAt: Date.now() };
    for (let guess = 0; guess < guesses; guess += 1) environment.account.rejected(gone.startedAt - 100, true);
    await expect(look(environment, gone, isAnswered ? 'busy' : 'unreached', gone, gone)).rejects.toThrow(words);
  });

for (const [title, partFails, isThere] of [
  ['whose first part alone is away is there', 6, true],
  ['whose first part answers again meanwhile was away', 1, false],
] as const)
  test(`a target ${title}`, async ({ transport }) => {
    const environment = new Environment({ transport: transport(), baseUrl: BASE_URL, patienceMs: 20_000 });
    const gone = { ...exchangeOf({ status: 504 }), startedAt: Date.now() };
    const answers = Array.from({ length: partFails }, () => gone);
    const part = { ...ASK, route: 'GET /part', effect: 'none' as const, send: async () => answers.shift() ?? exchangeOf() };
    const rest = { ...ASK, route: 'GET /rest', effect: 'none' as const, send: async () => exchangeOf() };
    environment.absence.answered(part);
    environment.absence.answered(rest);
    expect(await environment.absence.look(part, gone, 'busy')).toBe(isThere ? 'there' : 'back');
    expect(environment.absence.control).toBe(isThere ? rest : part);
  });

test('a limit that begins anew at each request, and names no time, is left alone for longer and longer', async ({ transport }) => {
  const environment = new Environment({ transport: transport(), baseUrl: BASE_URL, patienceMs: 8000 });
  const refused = { ...exchangeOf({ status: 429 }), startedAt: Date.now() };
  // Longer than the pauses after an outage.
  const quietMs = 1300;
  let [asks, askedAt] = [0, Date.now()];
  const send = async () => {
    const isOver = asks > 0 && Date.now() - askedAt > quietMs;
    [asks, askedAt] = [asks + 1, Date.now()];
    return isOver ? exchangeOf() : { ...refused, startedAt: askedAt };
  };
  const ask = { ...ASK, effect: 'none' as const, send };
  environment.absence.answered(ask);
  expect(await environment.absence.look(ask, refused, 'put-off')).toBe('back');
});

const NO_NAME = { kind: 'refused', message: 'no connection to http://staging.example (EAI_AGAIN)', status: null } as const;

for (const [words, gone, reading] of [
  ['answered 503 to everything', exchangeOf({ status: 503 }), 'busy'],
  ['was not found by its name from this machine (DNS)', { ...failed('refused'), failure: NO_NAME }, 'unreached'],
] as const)
  test(`a target that is still away when a ceiling is met ${words}`, async ({ transport }) => {
    const environment = new Environment({ transport: transport(), baseUrl: BASE_URL, patienceMs: 20_000 });
    const away = { ...gone, startedAt: Date.now() };
    const answers = [away];
    const send = async () => answers.shift() ?? Promise.reject(new LimitReached('All requests are spent', ['CES_MAX_REQUESTS']));
    const ask = { ...ASK, effect: 'none' as const, send };
    environment.absence.answered(ask);
    await expect(environment.absence.look(ask, away, reading)).rejects.toThrow('All requests are spent');
    expect(environment.absence.drain()).toMatchObject([{ words, goesOn: true }]);
  });
