import { test as base } from '@playwright/test';
import type { Finding } from '../../src/checks/finding.ts';
import type { Implementation } from '../../src/client/implementation.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { CheckRecord, type Covers } from '../../src/report/check-record.ts';
import { ENDPOINT_ANNOTATION, EVIDENCE, REQUIREMENT_ANNOTATION } from '../../src/report/evidence.ts';
import { endpoint } from '../../src/specification/endpoints.ts';
import { NotAssessed } from '../../src/target/not-assessed.ts';
import { Session } from './session.ts';

/** What the body of a check works with. */
export interface CheckContext {
  readonly implementation: Implementation;
  readonly record: CheckRecord;
  readonly session: Session;
  /** One check of one statement: it holds when there are no findings. */
  check(id: string, findings: readonly Finding[], ...exchanges: Exchange[]): void;
  observe(id: string, answer: unknown): void;
}

const test = base.extend<object, { session: Session }>({
  session: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, workerInfo) => {
      const session = Session.open(workerInfo.workerIndex);
      await use(session);
      await session.close();
    },
    { scope: 'worker' },
  ],
});

/**
 * One test of the suite: what it covers, and how. A test is a scene at one endpoint; each of its checks carries one statement of the register.
 * A body that throws `NotAssessed` leaves open what it had not checked; anything else thrown is a mistake of the suite, and told as such.
 */
export function conformance(title: string, covers: Covers, body: (context: CheckContext) => Promise<void>): void {
  const where = covers.endpoint === null ? '' : `${endpoint(covers.endpoint).method} ${endpoint(covers.endpoint).path}: `;
  const annotation = [
    { type: ENDPOINT_ANNOTATION, description: String(covers.endpoint) },
    ...covers.requirements.map((id) => ({ type: REQUIREMENT_ANNOTATION, description: id })),
  ];
  const tag = covers.endpoint === null ? [] : [`@endpoint-${covers.endpoint}`];
  test(`${where}${title}`, { annotation, tag }, async ({ session }, testInfo) => {
    const record = new CheckRecord(covers, session.store, session.replayLine(testInfo.title));
    const { implementation } = session;
    const context: CheckContext = {
      implementation,
      record,
      session,
      check: (id, findings, ...exchanges) => record.check(id, findings, { exchanges }),
      observe: (id, answer) => record.observe(id, answer),
    };
    const suiteError = await run(context, body);
    const evidence = session.evidence(record, suiteError);
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

async function run(context: CheckContext, body: (context: CheckContext) => Promise<void>): Promise<Error | null> {
  try {
    await body(context);
    context.record.assertComplete();
    return null;
  } catch (error) {
    if (error instanceof NotAssessed) {
      context.record.leaveOpen(error);
      return null;
    }
    context.record.leaveOpen(new NotAssessed(`The suite itself failed: ${error instanceof Error ? error.message : String(error)}`));
    return error instanceof Error ? error : new Error(String(error));
  }
}
