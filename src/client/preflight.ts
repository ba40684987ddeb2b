import type { Exchange } from '../http/exchange.ts';
import { outcome } from '../http/outcome.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { type EndpointName, READS } from '../specification/endpoints.ts';
import { CARDS } from './api/cards.ts';
import { obstacleInFront } from './front-answers.ts';
import type { Implementation } from './implementation.ts';

/** Reads whose record no other endpoint gives. */
const ASKED = READS.filter((name) => !CARDS[name].readsWhatOthersGive);

/**
 * Whether the target can be judged: it answers, and the credentials work. Returns why not, in one sentence that says what to do, or null.
 */
export async function preflight(implementation: Implementation): Promise<string | null> {
  const { baseUrl } = implementation.settings;
  const reads = await attempts(ASKED.map((name) => read(implementation, name)));
  // Asked only where the reads settle nothing, since it creates a business. A read may have made the example already. A target that never
  // answers is waited for once.
  const seen = reads.every(isUnauthorised) ? [...reads, ...(await attempts([implementation.example('createBusiness')]))] : reads;
  const [first] = seen;
  if (first === undefined) return null;
  const answers = seen.flatMap(({ answer }) => answer ?? []);
  const inFront = answers.length === seen.length ? obstacleInFront(answers) : null;
  if (inFront !== null) return `The target ${baseUrl} ${inFront}`;
  if (seen.some((exchange) => exchange.answer !== null && !isUnauthorised(exchange))) return null;
  if (answers.length === 0) {
    const { message, remedy = 'Check CES_BASE_URL and that the service is running.' } = first.failure ?? {};
    return `The target ${baseUrl} does not answer: ${message}. ${remedy}`;
  }
  if (!seen.every(isUnauthorised)) return null;
  return `The target refuses the credentials everywhere (${outcome(first)} at all ${seen.length} endpoints asked). Check CES_USERNAME and CES_PASSWORD.`;
}

function isUnauthorised({ answer }: Exchange): boolean {
  return answer?.status === 401 || answer?.status === 403;
}

/** The exchanges of the attempts that the settings allow. */
async function attempts(asked: readonly Promise<Exchange>[]): Promise<Exchange[]> {
  const outcomes = await Promise.all(
    asked.map((attempt) =>
      attempt.catch((error: unknown) => {
        if (error instanceof NotAssessed) return null;
        throw error;
      }),
    ),
  );
  return outcomes.filter((exchange) => exchange !== null);
}

async function read(implementation: Implementation, name: EndpointName): Promise<Exchange> {
  const [call] = await implementation.typicalCalls(name);
  return implementation.client.send(name, call);
}
