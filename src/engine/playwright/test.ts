import { test as base } from '@playwright/test';
import type { Covers } from '../evidence/check-record.ts';
import { ENDPOINT_ANNOTATION, EVIDENCE, REQUIREMENT_ANNOTATION } from '../evidence/evidence.ts';
import { perform, type Scene, scene } from '../scenario.ts';
import { Session } from '../session.ts';

const test = base.extend<object, { session: Session }>({
  session: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, workerInfo) => {
      const session = Session.open(workerInfo.workerIndex, workerInfo.config.workers);
      await use(session);
      await session.close();
    },
    { scope: 'worker' },
  ],
});

let collected: Scene[] | null = null;

/** A scene as a Playwright test. */
export function conformance(title: string, covers: Covers, play: Scene['play']): void {
  const played = scene(title, covers, play);
  if (collected) collected.push(played);
  else declare(played);
}

/** The scenes of a file of the suite, for who plays them without Playwright's tests: the bench, which has one test a fault. */
export async function scenesOf(load: () => Promise<unknown>): Promise<readonly Scene[]> {
  const scenes: Scene[] = [];
  collected = scenes;
  await load();
  collected = null;
  return scenes;
}

function declare(played: Scene): void {
  const { endpoint, requirements } = played.covers;
  const annotation = [
    { type: ENDPOINT_ANNOTATION, description: String(endpoint) },
    ...requirements.map((id) => ({ type: REQUIREMENT_ANNOTATION, description: id })),
  ];
  const tag = endpoint === null ? [] : [`@endpoint-${endpoint}`];
  test(played.title, { annotation, tag }, async ({ session }, testInfo) => {
    const { record, evidence, suiteError } = await perform(played, session);
    await testInfo.attach(EVIDENCE, { body: JSON.stringify(evidence), contentType: 'application/json' });
    if (suiteError !== null) throw suiteError;
    const failures = record.failures();
    if (failures !== null) throw new CheckFailure(session.redact(failures));
    const reason = record.nothingAssessed();
    test.skip(reason !== null, reason ?? '');
  });
}

/** Its message says all; where in the suite it was thrown helps nobody. */
class CheckFailure extends Error {
  override readonly name = 'Failed check';

  constructor(message: string) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}
