import { type UnreadIds, unreadIds } from '../checks/given-ids.ts';
import { type Preflight, preflight } from '../client/preflight.ts';
import type { Asked } from '../client/wrong-path.ts';
import { jsonOf } from '../http/body.ts';
import { isSuccess } from '../http/exchange.ts';
import { endpoint, READS } from '../specification/endpoints.ts';
import type { RunState } from './run-state.ts';
import { Session } from './session.ts';

/** A target that does not answer is reported within 15 seconds, even if later requests may take longer. */
const TIMEOUT_MS = 7000;

/** Asks whether the target can be judged, and notes in the run what the answers say. */
export async function examine(run: RunState): Promise<Preflight> {
  const session = new Session(run, 'preflight', Math.min(run.settings.run.timeoutMs, TIMEOUT_MS));
  const { obstacle, doubt, answers } = await preflight(session.implementation);
  run.unsound = unsoundAnswers(answers);
  run.doubt = doubt && run.redact(doubt);
  run.unreadIds = obstacle === null ? await unreadIdsIn(session, answers) : null;
  run.examined.push(...answers.map(({ exchange }) => exchange));
  for (const { name, exchange } of answers) if (READS.includes(name)) run.firstReads.set(name, exchange);
  run.remains.push(...session.leftBehind.drain());
  return { obstacle: obstacle && run.redact(obstacle), doubt: run.doubt, answers };
}

function unreadIdsIn({ implementation, run }: Session, answers: readonly Asked[]): Promise<UnreadIds | null> {
  const reads = answers.flatMap(({ exchange }) => (exchange.request.method === 'GET' ? [exchange] : []));
  return unreadIds(reads, async () => {
    const path = reads.find(isSuccess)?.request.url.slice(run.baseUrl.length) ?? '';
    const encoded = path.replace(/(?<=^\/\w+\/)[A-Za-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    return isSuccess(await implementation.client.get(`${run.baseUrl}${encoded}`));
  });
}

/** Fewer answers may break alike by chance. */
const ENOUGH = 3;

/** Why generated input, sequences and concurrency would show nothing new: most typical answers are no JSON, or server errors. */
export function unsoundAnswers(answers: readonly Asked[]): string | null {
  const judged = answers.filter(({ name, exchange }) => endpoint(name).response !== null && exchange.answer !== null);
  const unsound = judged.filter(({ exchange }) => !isSound(exchange));
  if (judged.length < ENOUGH || unsound.length * 2 <= judged.length) return null;
  return `It rests on sound answers, and ${unsound.length} of ${judged.length} typical answers are no JSON or a server error`;
}

function isSound(exchange: Asked['exchange']): boolean {
  if (!isSuccess(exchange)) return (exchange.answer?.status ?? 500) < 500;
  const json = jsonOf(exchange.answer);
  return 'value' in json || json.unread === true;
}
