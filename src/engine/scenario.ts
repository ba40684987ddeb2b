import type { Deviation } from '../checks/deviation.ts';
import { REJECTS_AT_ONCE } from '../client/absence.ts';
import type { Implementation } from '../client/implementation.ts';
import type { Intent, LastRequest } from '../client/last-requests.ts';
import { AnswerLost } from '../client/lost-answers.ts';
import { READ_AT } from '../client/stored-sample.ts';
import { type Exchange, isRefusal } from '../http/exchange.ts';
import { redactDeep, redactMembers } from '../http/redaction.ts';
import { clip } from '../http/text.ts';
import { invocation } from '../installation/installation.ts';
import { ifAssessed, NotAssessed } from '../settings/not-assessed.ts';
import { endpoint } from '../specification/endpoints.ts';
import { type ByQuestion, type ByStatement, type QuestionId, type StatementId, statementOf } from '../specification/register.ts';
import { CheckRecord, type Covers, type Proof } from './evidence/check-record.ts';
import type { CheckEvidence, Evidence } from './evidence/evidence.ts';
import { summed } from './evidence/left-behind.ts';
import { unlessOfOtherRun } from './evidence/other-runs.ts';
import { explainFailures } from './evidence/sent-again.ts';
import { factsOf } from './run-environment.ts';
import type { Session } from './session.ts';

/** A scenario whose answers are lost so often is left as it is. */
const MOST_TIMES = 6;

export interface Judged extends Proof {
  readonly deviations: readonly Deviation[];
}

export interface ScenarioContext {
  readonly title: string;
  readonly implementation: Implementation;
  readonly session: Session;
  readonly record: CheckRecord;
  /** Checks statements: each holds when it has no deviations. These come alone, with the judged exchange last, or with their own proof. */
  check(judged: ByStatement<readonly Deviation[] | Judged>, ...exchanges: Exchange[]): void;
  observe(answers: ByQuestion<unknown>): void;
  /** Leaves a statement open, with the variables that would change it. */
  notAssessed(id: StatementId, reason: string, variables?: readonly string[]): void;
  /** The outcomes of requests that are under way at once. If a limit blocked some, the others can still fail, but not pass. */
  all<T>(attempts: readonly Promise<T>[]): Promise<T[]>;
}

export type ScenarioBody = (context: ScenarioContext) => Promise<void>;

export interface Scenario {
  readonly title: string;
  readonly covers: Covers;
  readonly body: ScenarioBody;
}

export interface ScenarioRun {
  readonly record: CheckRecord;
  readonly evidence: Evidence;
  /** A mistake of the suite, not of the implementation. */
  readonly suiteError: Error | null;
}

/** Runs a scenario. `NotAssessed` leaves its unchecked statements open; anything else it throws is a mistake of the suite. */
export async function runScenario({ title, covers, body }: Scenario, session: Session): Promise<ScenarioRun> {
  const begunAt = performance.now();
  const { implementation, lastRequests } = session;
  lastRequests.test = title;
  lastRequests.intent = intentOf(covers);
  session.run.idleNotes.delete(session.leftBehind);
  for (const exchange of session.run.examined.splice(0)) session.measurements.noteSurroundings(exchange);
  const { record, suiteError: mistake } = await recordOf({ title, covers, body }, session);
  await implementation.client.idle();
  // What was under way with a broken answer is known once it has ended.
  if (session.answers.areBroken) await session.run.transport.undisturbed(session.run.baseUrl, () => Promise.resolve());
  session.answers.report(record);
  const unexplained = await explainFailures(record, session).then(
    () => null,
    (error: unknown) => redactedError(error, session),
  );
  const suiteError = mistake ?? unexplained;
  const durationMs = Math.round(performance.now() - begunAt);
  return { record, evidence: { durationMs, ...toEvidence(record, session, suiteError) }, suiteError };
}

/** Plays it anew where an answer was lost and nothing was found. What was found while the target was away, or lost records, has to show again: a restart loses data. */
async function recordOf(scenario: Scenario, session: Session): Promise<Omit<ScenarioRun, 'evidence'>> {
  for (let time = 1; ; time += 1) {
    const context = contextOf(scenario, session);
    const { record } = context;
    const begunAt = Date.now();
    const mistake = await mistakeOf(scenario, context);
    const isLost = record.openFor instanceof AnswerLost && record.failures() === null;
    const { absence } = session.run.environment;
    const mayPass = time === 1 && (record.failures() !== null || session.answers.areBroken);
    const looked = mayPass && absence.backAt <= begunAt ? noticeLoss(session, begunAt) : Promise.resolve();
    const suiteError = await looked.then(
      () => mistake,
      (error: unknown) => mistake ?? redactedError(error, session),
    );
    const isDisturbed = mayPass && Math.max(absence.backAt, absence.lostAt) > begunAt;
    if (!(isLost || isDisturbed) || time === MOST_TIMES) return { record, suiteError };
    if (isDisturbed) session.answers.forget();
  }
}

/** Looks whether a record is gone that was read before this time. */
async function noticeLoss({ run, implementation }: Session, before: number): Promise<void> {
  const { absence } = run.environment;
  const known = run.stored.lastRead(Math.max(absence.backAt, absence.lostAt), before);
  const readAt = known && READ_AT[known.madeBy];
  if (known === undefined || readAt === undefined) return;
  const read = await ifAssessed(implementation.client.send(readAt, { id: known.id }));
  if (read !== null && isRefusal(read)) absence.lostRecords(known.read.startedAt);
}

/** A new record shows as well as an old one whose it is. */
const OF_THE_PATH = /-is-path$/;

function contextOf({ title, covers }: Scenario, session: Session): ScenarioContext {
  const { implementation, store } = session;
  const record = new CheckRecord(covers, {
    store,
    replay: (token, isOfWholeRun) => replayLine(session.run.settings.run.seed, isOfWholeRun ? null : title, token),
    // A later request broke the record that is read at the end of the run, so a new record would not show it. An event is often broken by its own processing.
    creationsFor: (exchange, statement) => {
      const isReread = covers.last && exchange.request.method === 'GET' && !OF_THE_PATH.test(statement);
      return session.run.stored.creationsFor(exchange).filter(({ request }) => !isReread || request.url.endsWith(TRACK));
    },
  });
  return {
    title,
    implementation,
    session,
    record,
    check: (judged, ...exchanges) => {
      for (const [id, found] of entriesOf<StatementId, readonly Deviation[] | Judged>(judged)) {
        const proven = 'deviations' in found ? found : { deviations: found, exchanges };
        record.check(id, proven.deviations, proven);
      }
    },
    observe: (answers) => {
      for (const [id, answer] of entriesOf<QuestionId, unknown>(answers)) record.observe(id, answer);
    },
    notAssessed: (id, reason, variables) => record.notAssessed(id, reason, variables),
    all: (attempts) => outcomesOf(attempts, record),
  };
}

const TRACK = endpoint('trackEvent').path.replace(/.*\}/, '');

function intentOf({ category, statements }: Covers): Intent {
  // Who only asks how far something goes sends what nobody else would.
  if (category === 'properties' || statements.length === 0) return 'generated';
  // The first one is what the scenario is for.
  return statements[0] !== undefined && statementOf(statements[0]).level === 'robustness' ? 'hostile' : 'typical';
}

const entriesOf = <Id extends string, T>(values: { readonly [name in Id]?: T }): [Id, T][] => Object.entries(values) as [Id, T][];

async function outcomesOf<T>(attempts: readonly Promise<T>[], record: CheckRecord): Promise<T[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [outcome.value];
    if (!(outcome.reason instanceof NotAssessed)) throw outcome.reason;
    record.cutShort(outcome.reason);
    return [];
  });
}

/** Playwright may write the error down, and a target may have had its hand in the message. */
function redactedError(error: unknown, { redact }: Session): Error {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(redact(message)), { stack: redact(stack) });
}

async function mistakeOf({ covers, body }: Pick<Scenario, 'covers' | 'body'>, context: ScenarioContext): Promise<Error | null> {
  const { record } = context;
  const { unsound, deadline } = context.session.run;
  try {
    if (unsound !== null && covers.category === 'properties') throw new NotAssessed(unsound);
    await Promise.race([body(context), ...(deadline === null ? [] : [deadline.overdue()])]);
    record.assertComplete();
    return null;
  } catch (error) {
    if (error instanceof NotAssessed) {
      record.leaveOpen(error);
      return null;
    }
    const mistake = redactedError(error, context.session);
    record.leaveOpen(new NotAssessed(`The suite itself failed: ${mistake.message}`));
    return mistake;
  }
}

/** The command that repeats one test with the same generated inputs, or the whole run; with a token, with that one input alone. */
function replayLine(seed: number, title: string | null, token?: string): string {
  const pattern = title?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "'\\''");
  const replay = token === undefined ? '' : `CES_REPLAY=${token} `;
  return `CES_SEED=${seed} ${replay}${invocation('conformance', pattern === undefined ? '' : `--grep '${pattern}'`)}`;
}

/** The longest text in an observation, in characters: a target may give a member any name. */
const LONGEST_OBSERVED = 1000;

/** A test's record and its session's notes, redacted. The notes count for this test alone. */
function toEvidence(record: CheckRecord, session: Session, suiteError: Error | null): Evidence {
  const { run, redact, measurements, leftBehind, implementation } = session;
  const { environment } = run;
  const { underWay: otherRun } = run.otherRuns;
  const drained = measurements.drain();
  const { absence, refusals } = environment;
  const { gone } = absence;
  return {
    checks: record.checks.map((check) => redacted(explained(unlessOfOtherRun(check, otherRun), run.facts.missing), redact)),
    observations: record.observations.map(({ answer, ...rest }) => ({
      ...rest,
      answer: redactDeep(answer, (text) => clip(redact(text), LONGEST_OBSERVED)),
    })),
    ...drained,
    timelines: drained.timelines.map(({ polls, ...timeline }) => ({
      ...timeline,
      polls: polls.map((poll) => redactMembers(poll, ['customer'], redact)),
    })),
    leftBehind: summed([...run.idleNotes.add(leftBehind)].flatMap((notes) => notes.drain())),
    absences: [...absence.drain(), ...environment.stalls.drain(absence.backAt)].map((one) => ({ ...one, words: redact(one.words) })),
    targetLimits: environment.limits,
    limitedRoutes: environment.limitedRoutes,
    ...(refusals && { refusals: { ...refusals, barred: refusals.barred.map((one) => ({ ...one, answer: redact(one.answer) })) } }),
    ...(gone && { gone: redact(gone.reason), ...lastBefore(gone, session) }),
    runId: run.facts.id,
    ...(otherRun !== null && { otherRun }),
    discovered: implementation.discovered.map((one) => ({ ...one, value: redact(one.value) })),
    run: factsOf(run.settings, run.doubt),
    ...(suiteError && { suiteError: suiteError.message }),
  };
}

/** The requests that may have stopped the target; none where it still answers. */
function lastBefore(
  { at, exchange, reason }: NonNullable<Session['implementation']['client']['environment']['absence']['gone']>,
  session: Session,
): Pick<Evidence, 'stillAnswers' | 'lastRequests'> {
  const last = session.lastRequests.drain(at, reason.includes(REJECTS_AT_ONCE));
  return exchange.answer === null ? { lastRequests: last.map((request) => shown(request, session.store)) } : { stillAnswers: true };
}

function shown({ exchange, outcome, ...request }: LastRequest, store: Session['store']): NonNullable<Evidence['lastRequests']>[number] {
  const { title, curl, failure } = store(exchange);
  return { ...request, title, outcome: failure?.message ?? outcome, curl };
}

/** Adds why provider states did not give what the check wants. */
function explained(check: CheckEvidence, missing: Readonly<Record<string, string>> = {}): CheckEvidence {
  const reasons = new Set((check.status === 'not-assessed' ? (check.variables ?? []) : []).flatMap((name) => missing[name] ?? []));
  return reasons.size === 0 ? check : { ...check, reason: `${check.reason} (${[...reasons].join('; ')})` };
}

/** What may quote the target. The other texts are the suite's own: they stay, even where the password is a part of one. */
function redacted({ findings, ...check }: CheckEvidence, redact: (text: string) => string): CheckEvidence {
  return {
    ...redactMembers(check, ['reason', 'contrast', 'counterexample', 'original'], redact),
    ...(findings && { findings: findings.map((finding) => redactMembers(finding, ['pointer', 'expected', 'actual'], redact)) }),
  };
}
