import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CRASH, HANG, pause, textOf } from '../../mutation/answers.ts';
import { page } from '../../mutation/environments/gateways.ts';
import { inWindow } from '../../mutation/environments/limits.ts';
import { accepting } from '../../mutation/faults/authentication.ts';
import type { Interposition } from '../../mutation/interposition.ts';
import { answers, at, instead, json, set } from '../../mutation/rows.ts';
import { openTestService } from '../../mutation/test-service.ts';
import { fixtureVariables } from '../../reference/fixtures.ts';
import { ENDPOINT_NAMES, endpoint } from '../../src/specification/endpoints.ts';

export interface Target {
  readonly name: string;
  /** The exit code of a run against it. */
  readonly code: 0 | 1 | 2;
  /** A request of each run waits in vain for its time-out. */
  readonly hangs?: true;
  /** With the variables that point the suite at it; none for the embedded service. */
  open(): Promise<{ readonly variables: Readonly<Record<string, string>>; close(): Promise<void> }>;
}

/** An ordinary staging: in the same region, in the same continent, overseas. */
const ROUND_TRIPS_MS = [10, 50, 150];
/** What hosts grant a client of a free plan. */
const MOST_A_SECOND = 20;

function behind(name: string, code: Target['code'], interpose: () => Interposition, more: Partial<Target> = {}): Target {
  return { name, code, ...more, open: () => openTestService({ interpose }) };
}

const failing = (name: string, interpose: () => Interposition, more: Partial<Target> = {}): Target => behind(name, 1, interpose, more);

/** Each request takes a round trip longer. A new connection costs none of its own. */
function distant(roundTripMs: number): Target {
  return behind(`behind ${roundTripMs} ms`, 0, () => async (request, forward) => {
    await pause(roundTripMs);
    return forward(request);
  });
}

export const EMBEDDED: Target = { name: 'embedded', code: 0, open: async () => ({ variables: {}, close: async () => {} }) };
export const FAR: readonly Target[] = ROUND_TRIPS_MS.map(distant);
export const FAR_FOR_SHARDS: Target = distant(50);
export const LIMITED: Target = behind(`${MOST_A_SECOND} requests a second`, 0, () =>
  inWindow(MOST_A_SECOND, 1000, () => page(429, { 'retry-after': '1' })),
);

const anyPassword = at(ENDPOINT_NAMES)(accepting((presented) => presented !== undefined));
const empty = at(ENDPOINT_NAMES)(answers((answer) => ({ ...answer, body: Buffer.alloc(0) })));
const utf16 = at(ENDPOINT_NAMES)(answers((answer) => ({ ...answer, body: Buffer.from(textOf(answer), 'utf16le') })));
const hanging = (name: 'getSegment' | 'createCampaign') => at(name)(instead(() => HANG));

/** As far away as those that fail, and sound. */
export const SOUND: Target = behind('sound', 0, () => (request, forward) => forward(request));
export const FAILING: readonly Target[] = [
  failing('one null: a campaign’s name', at('createCampaign')(set({ name: null }))),
  failing('one read hangs: a segment', hanging('getSegment'), { hangs: true }),
  failing('one creation hangs: a campaign', hanging('createCampaign'), { hangs: true }),
  failing('any password is accepted', anyPassword),
  failing('every answer out of shape', at(ENDPOINT_NAMES.filter((name) => endpoint(name).response !== null))(json((data) => ({ data })))),
  failing('every answer empty', empty),
  failing('every answer in UTF-16', utf16),
  failing('everything is 500', at(ENDPOINT_NAMES)(instead(() => CRASH)), { code: 2 }),
  { name: 'a mock server of the OpenAPI document', code: 1, open: openMockServer },
];

/** Made by others from the OpenAPI document alone. The last version for Node.js 20. Started by npx: as a dependency it would add 157 packages. */
const PRISM = '@stoplight/prism-cli@5.14.2';
const DOCUMENT = fileURLToPath(new URL('../../schemas/derived/openapi.json', import.meta.url));
const LISTENING = /is listening on (http:\/\/127\.0\.0\.1:\d+)/;
/** As many last characters of its output show why it did not start. */
const SHOWN = 2000;

/** Starts Prism, a mock server, on a free port. It accepts any credentials, and answers any id. */
function openMockServer(): Promise<{ variables: Record<string, string>; close(): Promise<void> }> {
  // A group of its own, since npx starts the server as a grandchild.
  const child = spawn('npx', ['--yes', PRISM, 'mock', '--host', '127.0.0.1', '--port', '0', DOCUMENT], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    return ended;
  };
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-SHOWN);
        const [, baseUrl] = LISTENING.exec(output) ?? [];
        if (baseUrl !== undefined) resolve({ variables: fixtureVariables(baseUrl, { username: 'any', password: 'any-password' }), close });
      });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${PRISM} ended with exit code ${code} before it listened: ${output}`)));
  });
}
