import type { Asked } from '../client/wrong-path.ts';
import { jsonOf } from '../http/body.ts';
import { isSuccess } from '../http/outcome.ts';
import { endpoint } from '../specification/endpoints.ts';

/** Fewer answers may break alike by chance. */
const ENOUGH = 3;

/**
 * Why generated input, sequences and concurrency would show nothing new: most typical answers are no JSON, or server errors. Null where
 * most are sound.
 */
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
