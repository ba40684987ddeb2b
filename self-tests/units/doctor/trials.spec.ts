import type { RequestListener } from 'node:http';
import type { FlagEncoding } from '../../../src/client/call.ts';
import type { Implementation } from '../../../src/client/implementation.ts';
import { WaitPolicy } from '../../../src/client/time.ts';
import type { EventLookup } from '../../../src/client/tracked-event.ts';
import { credentialsTried, knock, reached } from '../../../src/doctor/examine.ts';
import { type AskFlags, findFlagParameter, PARAMETERS } from '../../../src/doctor/fixture-trials.ts';
import { tryLookup } from '../../../src/doctor/lookup-trial.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import { jsonIn } from '../../../src/settings/parsing/json.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { exchange } from '../checks/exchanges.ts';
import { expect, implementationOf, test } from '../http/fixtures.ts';

test('one endpoint that hangs does not make a target that is out of reach', async ({ serve, transport }) => {
  const origin = await serve((request, response) => {
    if (!request.url?.startsWith('/segments/')) response.writeHead(404).end();
  });
  const read = await knock(implementationOf(origin, transport({ timeoutMs: 300 })));
  expect(reached(read)).toMatchObject({ words: expect.stringMatching(/^reached: status 404/), remedy: null });
});

test('a port that speaks something else', async ({ serveRaw, transport }) => {
  const origin = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
  expect(reached(await knock(implementationOf(origin, transport()))).remedy).toContain('Something else than HTTP answers at this port.');
});

test('TLS on one side only', async ({ serve, transport }) => {
  const origin = await serve((_request, response) => void response.end());
  expect(reached(await knock(implementationOf(origin.replace('http:', 'https:'), transport()))).remedy).toContain('http:');
});

const CREDENTIALS: readonly (readonly [what: string, listener: RequestListener, words: RegExp, isOpen: boolean])[] = [
  [
    'refused at one endpoint only',
    (request, response) =>
      void response.writeHead(request.url?.startsWith('/segments/') || !request.headers.authorization ? 403 : 404).end(),
    /^accepted: status 404 with them, status 403 without$/,
    true,
  ],
  ['of an account that wrong ones lock', locking(3), /^locked: good ones were accepted, and after 3 wrong passwords status 401$/, false],
  ['that nobody needs', (_, response) => void response.end('{}'), /^not needed: the same read succeeds without them/, true],
];

/** Refuses everything after so many wrong passwords. */
function locking(most: number): RequestListener {
  let wrong = 0;
  return ({ headers: { authorization = '' } }, response) => {
    const isWrong = authorization !== '' && Buffer.from(authorization.slice(6), 'base64').toString().endsWith(':wrong-password');
    if (isWrong) wrong += 1;
    response.writeHead(authorization === '' || isWrong || wrong >= most ? 401 : 404).end();
  };
}

for (const [what, listener, words, isOpen] of CREDENTIALS)
  test(`credentials ${what}`, async ({ serve, transport }) => {
    const target = implementationOf(await serve(listener), transport());
    const read = await knock(target);
    const tried = await credentialsTried(target, typeof read === 'string' ? [] : [read]);
    expect(tried.words).toMatch(words);
    expect(tried.remedy === null).toBe(isOpen);
  });

const FLAGS = ['new_editor', 'sms & more', 'beta'];
const UNKNOWN = 'made-up';

/** How a service reads the names out of a query; null where it refuses it. */
type Reader = (query: URLSearchParams) => readonly string[] | null;

const READERS: Readonly<Record<FlagEncoding, (parameter: string) => Reader>> = {
  repeat: (parameter) => (query) => (query.has(parameter) ? query.getAll(parameter) : null),
  comma: (parameter) => (query) => query.get(parameter)?.split(',') ?? null,
  brackets: (parameter) => (query) => (query.has(`${parameter}[]`) ? query.getAll(`${parameter}[]`) : null),
  json: (parameter) => (query) => (jsonIn(query.get(parameter) ?? '') as string[] | undefined) ?? null,
};

/** A service that knows the flags, and what it was asked. */
function service(reader: Reader): { ask: AskFlags; asked: string[] } {
  const asked: string[] = [];
  const ask: AskFlags = async (query) => {
    asked.push(query);
    return reader(new URLSearchParams(query))?.filter((name) => FLAGS.includes(name)) ?? null;
  };
  return { ask, asked };
}

for (const encoding of Object.keys(READERS) as FlagEncoding[]) {
  for (const parameter of ['names', 'q'])
    test(`${parameter}, by ${encoding}, is found`, async () => {
      const { ask, asked } = service(READERS[encoding](parameter));
      expect(await findFlagParameter(ask, FLAGS, UNKNOWN)).toEqual({ parameter, encoding });
      // No question twice, and no more than three for each parameter that is not the one.
      expect(new Set(asked).size).toBe(asked.length);
      expect(asked.length).toBeLessThanOrEqual(3 * PARAMETERS.length + 4);
    });
}

const NOT_UNDERSTOOD: readonly (readonly [what: string, reader: Reader])[] = [
  ['lists all flags whatever is asked', () => FLAGS],
  [
    'lists all flags where the parameter is missing or stands twice',
    (query) => (query.getAll('names').length === 1 ? query.getAll('names') : FLAGS),
  ],
  ['answers no flag', () => []],
  ['refuses everything', () => null],
  ['answers the first of several alone', (query) => query.getAll('names').slice(0, 1)],
];

for (const [what, reader] of NOT_UNDERSTOOD)
  test(`a service that ${what} is not taken for one that understood`, async () => {
    expect(await findFlagParameter(service(reader).ask, FLAGS.slice(0, 2), UNKNOWN)).toBeNull();
  });

test('with one flag known, the parameter is found, and one that always lists it is not', async () => {
  const one = FLAGS.slice(0, 1);
  expect(await findFlagParameter(service(READERS.comma('flags')).ask, one, UNKNOWN)).toEqual({ parameter: 'flags', encoding: 'repeat' });
  expect(await findFlagParameter(service(READERS.json('flags')).ask, one, UNKNOWN)).toEqual({ parameter: 'flags', encoding: 'json' });
  expect(await findFlagParameter(service(() => one).ask, one, UNKNOWN)).toBeNull();
});

test('flags that are unknown may be answered as disabled', async () => {
  const ask: AskFlags = async (query) => new URLSearchParams(query).getAll('names');
  expect(await findFlagParameter(ask, FLAGS.slice(0, 1), UNKNOWN)).toEqual({ parameter: 'names', encoding: 'repeat' });
});

const TARGET = { CES_BASE_URL: 'http://127.0.0.1:9', CES_USERNAME: 'user', CES_PASSWORD: 'secret', CES_BUSINESS_ID: 'b' };
const MATCHING = { CES_TRACK_MATCHING_DATA: '{"email":"a@example.com"}', CES_TRACK_MATCHING_CUSTOMER_ID: 'c' };
const VARIABLES = ['CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID'];

function trial(variables: Readonly<Record<string, string>>, findEvent: EventLookup) {
  const implementation = {
    settings: readSettings({ ...TARGET, ...MATCHING, CES_RESOLUTION_TIMEOUT_MS: '100', ...variables }),
    client: { send: async () => ({ ...exchange({ durationMs: 0 }), startedAt: Date.now() }), environment: { absence: { backAt: 0 } } },
    findEvent,
    unique: () => 'marker',
    businessId: async () => 'b',
    patience: { judged: new WaitPolicy(), needed: new WaitPolicy(), resolved: new WaitPolicy(), late: null },
  };
  return tryLookup(implementation as unknown as Implementation, 'b', exchange());
}

test('where the tracked event is not found, nothing is said of what it should match', async () => {
  expect(await trial({ CES_EVENT_LOOKUP_URL: '/events?marker={marker}' }, async () => null)).toMatchObject([
    { variables: ['CES_EVENT_LOOKUP_URL'], outcome: 'wrong' },
    { variables: VARIABLES, outcome: 'untried', words: 'not tried: the event was not found' },
  ]);
});

test('a look-up that nobody has set is missing, not wrong', async () => {
  const none: EventLookup = async () => {
    throw new NotAssessed('neither is set', ['CES_EVENT_LOOKUP_URL']);
  };
  const [tried] = await trial({}, none);
  expect(tried).toMatchObject({ variables: ['CES_EVENT_LOOKUP_URL'], outcome: 'untried', words: 'neither is set' });
});
