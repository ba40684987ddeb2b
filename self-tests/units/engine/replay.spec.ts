import { expect, test } from '@playwright/test';
import type { Step } from '../../../src/generation/sequences.ts';
import type { CheckEvidence } from '../../../src/engine/evidence/evidence.ts';
import { runSuite } from '../../../mutation/run-suite.ts';

test.describe.configure({ timeout: 120_000 });

/** Scenes of generated input, and the endpoints that each writes to before any input. */
const SCENES = [
  // The example, and the creation whose members the input replaces.
  { title: 'POST /businesses: any business that is accepted comes back', endpoint: 5, before: [5, 5] },
  // The example.
  { title: 'POST /businesses/{id}/customers/batch_update: any update that is accepted comes back', endpoint: 3, before: [3] },
  { title: 'requests in any order', endpoint: null, before: [] },
];
const [BUSINESSES, , SEQUENCES] = SCENES as [Scene, Scene, Scene];
type Scene = (typeof SCENES)[number];

/** Endpoints of the steps that write. */
const WRITES: Partial<Record<Step['do'], number>> = {
  'create campaign': 2,
  'update customer': 3,
  'copy project template': 4,
  'create business': 5,
  'copy template': 6,
  embed: 7,
  track: 18,
};

/** The endpoints to which one input writes. */
function writesOf({ endpoint }: Scene, input: unknown): number[] {
  return endpoint === null ? (input as Step[]).flatMap((step) => WRITES[step.do] ?? []) : [endpoint];
}

/** No boundary holds a fraction of a number so large, so only random input finds that it is lost. */
const BEYOND_BOUNDARIES = 100;

/** Plays one scene against a service that loses the fractions of numbers from `least` up; tells the endpoints of all writes. */
async function play({ title }: Scene, least: number, variables: Readonly<Record<string, string>> = {}) {
  const writes: (number | null)[] = [];
  const { failed, mistakes, scenesPlayed } = await runSuite(
    {
      interpose: () => (request, forward) => {
        if (request.method !== 'GET') writes.push(request.endpoint);
        return forward({ ...request, body: withoutFractions(request.body, least) });
      },
    },
    {
      parts: [(scene) => scene.title === title],
      settles: () => false,
      // A long limit: another run on the same machine must not make the service look as if it hung.
      variables: { CES_PROPERTY_RUNS: '100', CES_TIMEOUT_MS: '20000', ...variables },
    },
  );
  expect({ mistakes, scenesPlayed }).toEqual({ mistakes: [], scenesPlayed: 1 });
  return { failed, writes };
}

function withoutFractions(body: Uint8Array, least: number): Uint8Array {
  if (body.length === 0) return body;
  const value: unknown = JSON.parse(new TextDecoder().decode(body), (_key, member: unknown) =>
    typeof member === 'number' && Math.abs(member) >= least ? Math.round(member) : member,
  );
  return new TextEncoder().encode(JSON.stringify(value));
}

/** The failure that is told, and the token of its replay line. */
async function failureOf(scene: Scene, least: number): Promise<{ failure: CheckEvidence; token: string }> {
  const [failure] = (await play(scene, least)).failed;
  if (!failure) throw new Error('The fault was not found.');
  return { failure, token: /CES_REPLAY=(\S+)/.exec(failure.replay ?? '')?.[1] ?? '' };
}

const told = ({ requirement, findings, counterexample }: CheckEvidence) => ({ requirement, findings, counterexample });

for (const scene of SCENES)
  test(`a replay sends the shrunk input once and nothing else, or the one that failed first: ${scene.title}`, async () => {
    const { failure, token } = await failureOf(scene, BEYOND_BOUNDARIES);
    expect(token).toMatch(/^r\d+(:\d+)+$/);
    const shrunk = await play(scene, BEYOND_BOUNDARIES, { CES_REPLAY: token });
    expect(shrunk.writes).toEqual([...scene.before, ...writesOf(scene, failure.counterexample)]);
    expect(shrunk.failed.map(told)).toEqual([told(failure)]);
    const first = await play(scene, BEYOND_BOUNDARIES, { CES_REPLAY: token.replace(/:.*/, '') });
    expect(first.writes).toEqual([...scene.before, ...writesOf(scene, failure.original)]);
    expect(first.failed).toMatchObject([{ requirement: failure.requirement, counterexample: failure.original }]);
  });

test('a replay sends a boundary once and nothing else', async () => {
  const { failure, token } = await failureOf(BUSINESSES, 0.1);
  expect(token).toMatch(/^b\d+$/);
  const { writes, failed } = await play(BUSINESSES, 0.1, { CES_REPLAY: token });
  expect(writes).toEqual([...BUSINESSES.before, 5]);
  expect(failed.map(told)).toEqual([told(failure)]);
});

test('a replay sends a sequence among the boundaries once and nothing else', async () => {
  const { writes, failed } = await play(SEQUENCES, BEYOND_BOUNDARIES, { CES_REPLAY: 'b5' });
  expect(writes).toEqual([5, 2, 5, 2]);
  expect(failed).toEqual([]);
});
