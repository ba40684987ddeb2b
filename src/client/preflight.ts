import type { Exchange } from '../http/exchange.ts';
import { outcome } from '../http/outcome.ts';
import { NotAssessed } from '../target/not-assessed.ts';
import type { Implementation } from './implementation.ts';

/** Reads of fixtures; endpoint 5 creates a business and is asked only where they settle nothing. */
const READS = [8, 9, 10, 12, 13, 14, 15, 16, 17];

/**
 * Whether the target can be judged: somebody answers, and the credentials are good for something.
 * Returns why not, in one sentence that says what to do, or null.
 */
export async function preflight(implementation: Implementation): Promise<string | null> {
  const { baseUrl } = implementation.settings;
  const reads = await attempts(implementation, READS);
  const seen = reads.every(isUnauthorised) ? [...reads, ...(await attempts(implementation, [5]))] : reads;
  const [first] = seen;
  if (first === undefined || seen.some((exchange) => exchange.answer !== null && !isUnauthorised(exchange))) return null;
  if (seen.every(({ answer }) => answer === null)) {
    return `The target ${baseUrl} does not answer: ${outcome(first)}. Check CES_BASE_URL and that the service is running.`;
  }
  if (!seen.every(isUnauthorised)) return null;
  return `The target refuses the credentials everywhere (${outcome(first)} at all ${seen.length} endpoints asked). Check CES_USERNAME and CES_PASSWORD.`;
}

function isUnauthorised({ answer }: Exchange): boolean {
  return answer?.status === 401 || answer?.status === 403;
}

/** The exchanges with those endpoints that can be asked with the settings given. */
async function attempts(implementation: Implementation, numbers: readonly number[]): Promise<Exchange[]> {
  const exchanges = await Promise.all(numbers.map((number) => attempt(implementation, number)));
  return exchanges.filter((exchange) => exchange !== null);
}

async function attempt(implementation: Implementation, number: number): Promise<Exchange | null> {
  try {
    const [call] = await implementation.typicalCalls(number);
    return call ? await implementation.client.send(number, call) : null;
  } catch (error) {
    if (error instanceof NotAssessed) return null;
    throw error;
  }
}
