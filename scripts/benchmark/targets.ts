import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CRASH, insteadOf, onAnswer, onJson, onRecords } from '../../mutation/answers.ts';
import { presenting } from '../../mutation/faults/authentication.ts';
import { HANG } from '../../mutation/faults/hostile-requests.ts';
import type { Interposition } from '../../mutation/interposition.ts';
import { openTestService } from '../../mutation/test-service.ts';
import { createReferenceService } from '../../reference/service.ts';
import { ENDPOINT_NAMES, endpoint } from '../../src/specification/endpoints.ts';
import { openDelayProxy } from './delay-proxy.ts';
import { openMockServer } from './mock-server.ts';

/** A target that is open. */
export interface OpenTarget {
  /** The variables that point the suite at it; none for the embedded service. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface Target {
  readonly name: string;
  /** The exit code of a run against it. */
  readonly code: 0 | 1 | 2;
  /** A request of each run waits in vain for its time-out. */
  readonly hangs?: true;
  open(): Promise<OpenTarget>;
}

/** Known, so that what was recorded can be sent to another service. They guard one on the loopback interface that lives for seconds. */
export const CREDENTIALS = { username: 'bench', password: 'bench-password' } as const;

/** An ordinary staging: in the same region, in the same continent, overseas. */
const ROUND_TRIPS_MS = [10, 50, 150];
/** What hosts grant a client of a free plan. */
const MOST_A_SECOND = 20;

export const EMBEDDED: Target = { name: 'embedded', code: 0, open: async () => ({ variables: {}, close: async () => {} }) };
/** What the bare client asks. */
export const PLAIN: Target = { name: 'plain', code: 0, open: () => openService() };
export const FAR: readonly Target[] = ROUND_TRIPS_MS.map(behind);
export const FAR_FOR_SHARDS: Target = behind(50);
export const LIMITED: Target = { name: `${MOST_A_SECOND} requests a second`, code: 0, open: () => openService({ prepare: limitRate }) };

/** The reference service behind a round trip of so many milliseconds. */
function behind(roundTripMs: number): Target {
  return { name: `behind ${roundTripMs} ms`, code: 0, open: () => openService({ roundTripMs }) };
}

async function openService({ roundTripMs = 0, prepare = (_app: FastifyInstance) => {} } = {}): Promise<OpenTarget> {
  const { app, fixtures, close } = createReferenceService(CREDENTIALS);
  prepare(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const proxy = roundTripMs > 0 ? await openDelayProxy(port, roundTripMs) : null;
  const closeAll = async () => {
    await proxy?.close();
    await close();
  };
  return { variables: fixtures(`http://127.0.0.1:${proxy?.port ?? port}`), close: closeAll };
}

/** Answers 429 to what comes in a second after so many others, as gateways do that count in fixed windows. */
function limitRate(app: FastifyInstance): void {
  let [second, count] = [0, 0];
  app.addHook('onRequest', async (_request, reply) => {
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count > MOST_A_SECOND) return reply.code(429).header('retry-after', '1').send({ message: 'Too many requests' });
  });
}

/** The reference service with a fault in front of it. */
function failing(name: string, interpose: () => Interposition, more: Partial<Target> = {}): Target {
  return { name, code: 1, ...more, open: () => openTestService({ interpose }) };
}

/** Asks again what was refused, with credentials that were accepted before. */
function anyPassword(): Interposition {
  let good: string | undefined;
  return async (request, forward) => {
    const answer = await forward(request);
    if (answer.status !== 401) good = request.headers.authorization;
    return answer.status !== 401 || good === undefined || request.headers.authorization === undefined
      ? answer
      : forward(presenting(request, good));
  };
}

const JSON_ENDPOINTS = ENDPOINT_NAMES.filter((name) => endpoint(name).response !== null);
const noName = onRecords(['createCampaign'], (record) => ({ ...record, name: null }));
const wrapped = onJson(JSON_ENDPOINTS, (data) => ({ data }));
const empty = onAnswer(ENDPOINT_NAMES, (answer) => ({ ...answer, body: Buffer.alloc(0) }));
const utf16 = onAnswer(ENDPOINT_NAMES, (answer) => ({ ...answer, body: Buffer.from(Buffer.from(answer.body).toString(), 'utf16le') }));
const crash = insteadOf(ENDPOINT_NAMES, () => CRASH);
const hanging = (name: 'getSegment' | 'createCampaign') => insteadOf([name], () => HANG);

/** As far away as those that fail, and sound. */
export const SOUND: Target = failing('sound', () => (request, forward) => forward(request), { code: 0 });
export const FAILING: readonly Target[] = [
  failing('one null: a campaign’s name', noName),
  failing('one read hangs: a segment', hanging('getSegment'), { hangs: true }),
  failing('one creation hangs: a campaign', hanging('createCampaign'), { hangs: true }),
  failing('any password is accepted', anyPassword),
  failing('every answer out of shape', wrapped),
  failing('every answer empty', empty),
  failing('every answer in UTF-16', utf16),
  failing('everything is 500', crash, { code: 2 }),
  { name: 'a mock server of the OpenAPI document', code: 1, open: openMockServer },
];

export const TARGETS: readonly Target[] = [EMBEDDED, PLAIN, ...FAR, LIMITED, SOUND, ...FAILING];
