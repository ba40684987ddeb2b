import type { LastRequest } from '../../client/last-requests.ts';
import { redactDeep } from '../../http/redaction.ts';
import { clip } from '../../http/text.ts';
import type { Session } from '../session.ts';
import type { CheckRecord } from './check-record.ts';
import type { CheckEvidence, Evidence } from './evidence.ts';

/** The longest text in an observation, in characters: a target may give a member any name. */
const LONGEST_OBSERVED = 1000;

/** A test's record and its session's notes, redacted. The notes count for this test alone. */
export function toEvidence(record: CheckRecord, session: Session, suiteError: Error | null): Evidence {
  const { facts, redact, measurements, leftBehind, implementation } = session;
  const { environment } = session.run;
  const drained = measurements.drain();
  const { absence, refusals } = environment;
  const { gone } = absence;
  return {
    checks: record.checks.map((check) => ({ ...check, ...redactDeep(saidByTarget(explained(check, session.run.facts.missing)), redact) })),
    observations: record.observations.map(({ answer, ...rest }) => ({
      ...rest,
      answer: redactDeep(answer, (text) => clip(redact(text), LONGEST_OBSERVED)),
    })),
    ...drained,
    timelines: redactDeep(drained.timelines, redact),
    leftBehind: leftBehind.drain(),
    absences: absence.drain(),
    targetLimits: environment.limits,
    ...(refusals && { refusals: redactDeep(refusals, redact) }),
    ...(gone && { gone: gone.reason, lastRequests: session.lastRequests.drain(gone.at).map((request) => shown(request, session.store)) }),
    runId: session.run.facts.id,
    discovered: redactDeep(implementation.discovered, redact),
    run: facts,
    ...(suiteError && { suiteError: suiteError.message }),
  };
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

/** The members of a check that may quote the target. The suite's own words stay, even if one of them is a password. */
function saidByTarget(check: CheckEvidence): Partial<CheckEvidence> {
  const mayQuote = ['findings', 'reason', 'counterexample', 'original'];
  return Object.fromEntries(Object.entries(check).filter(([member, value]) => mayQuote.includes(member) && value !== undefined));
}
