import type { CheckEvidence } from '../../src/engine/evidence/evidence.ts';
import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import type { Fault } from '../interposition.ts';

/**
 * - `noticed`: a check failed that counts against an implementation
 * - `not-assessed`: unseen, and the checks that would see it name variables that keep them from looking
 * - `missed`: it changed answers, and every check that looked passed
 * - `never-came-into-play`: no request of the suite met it, which says nothing about the suite
 * - `not-laid`: it shows only in changes of what reaches the target
 * - `disturbed`: the target broke a connection, or the suite made a mistake, so there is no result
 */
export const OUTCOMES = ['noticed', 'not-assessed', 'missed', 'never-came-into-play', 'not-laid', 'disturbed'] as const;
export type NoticeOutcome = (typeof OUTCOMES)[number];

/** What the suite made of one fault before the target. */
export interface Notice extends Pick<Fault, 'name' | 'endpoints' | 'breaks' | 'description'> {
  readonly outcome: NoticeOutcome;
  /** Statements that failed. */
  readonly reported: readonly StatementId[];
  /** `not-assessed`: variables that would have to be set differently. */
  readonly variables: readonly string[];
  /** Why, where it was not noticed. */
  readonly reason?: string;
}

/** What was seen while the scenarios of a fault ran. */
export interface Sight {
  readonly changes: number;
  readonly withheld: number;
  readonly unfit: readonly string[];
  readonly failed: readonly CheckEvidence[];
  readonly troubles: readonly string[];
}

/** Nothing was seen. */
export const NOT_RUN: Sight = { changes: 0, withheld: 0, unfit: [], failed: [], troubles: [] };

/** @param open checks that the baseline left not assessed */
export function noticeOf({ name, endpoints, breaks, description }: Fault, sight: Sight, open: readonly CheckEvidence[]): Notice {
  const base = { name, endpoints, breaks, description, reported: [...new Set(sight.failed.map(({ requirement }) => requirement))].sort() };
  const of = (outcome: NoticeOutcome, reason?: string, variables: readonly string[] = []): Notice => ({
    ...base,
    outcome,
    variables,
    ...(reason !== undefined && { reason }),
  });
  if (sight.troubles[0] !== undefined) return of('disturbed', sight.troubles[0]);
  if (sight.changes > 0 && sight.failed.length > 0) return of('noticed');
  if (sight.failed.length > 0) return of('disturbed', 'Checks failed though the fault never came into play: the target itself is unsteady');
  if (sight.changes === 0 && sight.withheld > 0) return of('not-laid', 'It would change what reaches the target');
  const { variables, reasons } = hindrances(open, endpoints, breaks);
  if (variables.length > 0) return of('not-assessed', reasons.join('; '), variables);
  if (sight.changes > 0) return of('missed', reasons.join('; ') || 'Every check that looked passed');
  const [unfit] = sight.unfit;
  return of(
    'never-came-into-play',
    unfit === undefined ? 'No request of the suite met it' : `The answers do not have the shape that it spoils: ${unfit}`,
  );
}

/** What kept the checks from looking that would see the fault: those of its own statements, else any at its endpoints. */
function hindrances(open: readonly CheckEvidence[], endpoints: readonly EndpointName[], breaks: readonly StatementId[]) {
  const there = open.filter(({ endpoint }) => endpoint !== null && endpoints.includes(endpoint));
  const own = there.filter(({ requirement }) => breaks.includes(requirement));
  const hindered = own.length > 0 ? own : there;
  return {
    variables: [...new Set(hindered.flatMap(({ variables = [] }) => variables))].sort(),
    reasons: [...new Set(hindered.map(({ reason = '' }) => reason))].filter((reason) => reason !== ''),
  };
}
