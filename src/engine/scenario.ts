import type { Finding } from '../checks/finding.ts';
import type { Implementation } from '../client/implementation.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { endpoint } from '../specification/endpoints.ts';
import { CheckRecord, type Covers } from './evidence/check-record.ts';
import type { Evidence } from './evidence/evidence.ts';
import type { Session } from './session.ts';

/** What the body of a scene works with. */
export interface CheckContext {
  readonly implementation: Implementation;
  readonly record: CheckRecord;
  readonly session: Session;
  /** One check of one statement: it holds when there are no findings. The exchange that was judged stands last. */
  check(id: string, findings: readonly Finding[], ...exchanges: Exchange[]): void;
  /** The outcomes of requests that are under way at once. Where some could not be made, the scene was cut short: what came can show a failure, and no more. */
  all<T>(attempts: readonly Promise<T>[]): Promise<T[]>;
  observe(id: string, answer: unknown): void;
}

/** One test of the suite: what it covers, and how. A scene plays at one endpoint; each of its checks carries one statement of the register. */
export interface Scene {
  /** Begins with method and path of the endpoint. */
  readonly title: string;
  readonly covers: Covers;
  play(context: CheckContext): Promise<void>;
}

export function scene(title: string, covers: Covers, play: Scene['play']): Scene {
  const where = covers.endpoint === null ? '' : `${endpoint(covers.endpoint).method} ${endpoint(covers.endpoint).path}: `;
  return { title: `${where}${title}`, covers, play };
}

export interface Performance {
  readonly record: CheckRecord;
  readonly evidence: Evidence;
  /** A mistake of the suite, not of the implementation. */
  readonly suiteError: Error | null;
}

/**
 * Plays a scene against the session's implementation. A scene that throws `NotAssessed` leaves open what it had not checked; anything else
 * thrown is a mistake of the suite, and told as such.
 */
export async function perform({ title, covers, play }: Scene, session: Session): Promise<Performance> {
  session.weigh(covers);
  const record = new CheckRecord(covers, session.store, (token) => session.replayLine(title, token));
  const context: CheckContext = {
    implementation: session.implementation,
    record,
    session,
    check: (id, findings, ...exchanges) => record.check(id, findings, { exchanges }),
    all: (attempts) => outcomesOf(attempts, record),
    observe: (id, answer) => record.observe(id, answer),
  };
  const suiteError = await run(context, play);
  await session.implementation.client.idle();
  session.tellBroken(record);
  return { record, evidence: session.evidence(record, suiteError), suiteError };
}

async function outcomesOf<T>(attempts: readonly Promise<T>[], record: CheckRecord): Promise<T[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [outcome.value];
    if (!(outcome.reason instanceof NotAssessed)) throw outcome.reason;
    record.cutShort(outcome.reason);
    return [];
  });
}

async function run(context: CheckContext, play: Scene['play']): Promise<Error | null> {
  try {
    await play(context);
    context.record.assertComplete();
    return null;
  } catch (error) {
    if (error instanceof NotAssessed) {
      context.record.leaveOpen(error);
      return null;
    }
    const mistake = error instanceof Error ? error : new Error(String(error));
    context.record.leaveOpen(new NotAssessed(`The suite itself failed: ${mistake.message}`));
    return mistake;
  }
}
