import { type Preflight, preflight } from '../client/preflight.ts';
import type { RunState } from './run-state.ts';
import { Session } from './session.ts';
import { unsoundAnswers } from './unsound-answers.ts';

/** A target that does not answer is reported within 15 seconds, even if later requests may take longer. */
const TIMEOUT_MS = 7000;

/**
 * Asks whether the target can be judged, and notes in the run what the answers say. Its requests have a short time limit, so a hang here may be
 * none in the run.
 */
export async function examine(run: RunState): Promise<Preflight> {
  const session = new Session(run, 'preflight', Math.min(run.settings.run.timeoutMs, TIMEOUT_MS));
  const { obstacle, doubt, answers } = await preflight(session.implementation);
  run.unsound = unsoundAnswers(answers);
  run.doubt = doubt && run.redact(doubt);
  run.examined.push(...answers.map(({ exchange }) => exchange));
  run.remains.push(...session.leftBehind.drain());
  return { obstacle: obstacle && run.redact(obstacle), doubt: run.doubt, answers };
}
