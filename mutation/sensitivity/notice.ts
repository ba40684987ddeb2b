import type { CheckEvidence } from '../../src/engine/evidence/evidence.ts';
import { capitalised, duration } from '../../src/report/words.ts';
import type { MeasuredSensitivity } from '../../src/report/write-reports.ts';
import { leftBehindSentence } from '../../src/result/left-behind.ts';
import type { LeftBehind } from '../../src/result/result.ts';
import { type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { counted } from '../../src/specification/words.ts';
import type { Fault } from '../fault.ts';

/**
 * - `noticed`: a check failed that counts against an implementation
 * - `not-assessed`: unseen, and the checks that would see it name variables that keep them from looking
 * - `missed`: it changed answers, and every check that looked passed
 * - `never-came-into-play`: no request of the suite met it, which says nothing about the suite
 * - `not-laid`: it shows only in changes of what reaches the target
 * - `disturbed`: the target broke a connection, or the suite made a mistake, so there is no result
 */
const OUTCOMES = ['noticed', 'not-assessed', 'missed', 'never-came-into-play', 'not-laid', 'disturbed'] as const;
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
  const of = (outcome: NoticeOutcome, reason?: string, variables: readonly string[] = []): Notice =>
    reason === undefined ? { ...base, outcome, variables } : { ...base, outcome, variables, reason };
  if (sight.troubles[0] !== undefined) return of('disturbed', sight.troubles[0]);
  if (sight.changes > 0 && sight.failed.length > 0) return of('noticed');
  if (sight.failed.length > 0) return of('disturbed', 'Checks failed though the fault never came into play: the target itself is unsteady');
  if (sight.changes === 0 && sight.withheld > 0) return of('not-laid', 'It would change what reaches the target');
  const { variables, reasons } = hindrances(open, endpoints, breaks);
  if (variables.length > 0) return of('not-assessed', reasons.join('; '), variables);
  if (sight.changes > 0) return of('missed', reasons.join('; ') || 'Every check that looked passed');
  const [unfit] = sight.unfit;
  const why = unfit === undefined ? 'No request of the suite met it' : `The answers do not have the shape that it spoils: ${unfit}`;
  return of('never-came-into-play', why);
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

/** What a sound run and the faults over it gave. */
export interface Measured {
  readonly sound: true;
  /** In the order of the faults. */
  readonly notices: readonly Notice[];
  readonly durationMs: number;
  /** Faults that the recording did not decide, so that they were played against the embedded service. */
  readonly played: number;
}

/** A notice in a file for people and their programs: it has the numbers of the endpoints. */
type ReportedNotice = Omit<Notice, 'endpoints'> & { readonly endpoints: readonly number[] };

/** What `sensitivity.json` holds: what a report shows of it, and all the rest. */
interface Sensitivity extends MeasuredSensitivity {
  readonly counts: Readonly<Record<NoticeOutcome, number>>;
  readonly seed: number;
  readonly durationMs: number;
  /** Faults that its exchanges did not decide: they were played against the embedded service. */
  readonly played: number;
  /** What it left at the target, all its runs together. */
  readonly leftBehind: readonly LeftBehind[];
  /** Part of the names of what it left. */
  readonly runIds: readonly string[];
  readonly faults: readonly ReportedNotice[];
}

type Facts = Pick<Sensitivity, 'target' | 'seed' | 'measuredAt' | 'leftBehind' | 'runIds'>;

/** @param isSet whether a variable has a value: one that is set hinders by its value, one that is not set by its absence */
export function toSensitivity({ notices, durationMs, played }: Measured, facts: Facts, isSet: (variable: string) => boolean): Sensitivity {
  const of = (outcome: NoticeOutcome) => notices.filter((notice) => notice.outcome === outcome).length;
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, of(outcome)])) as Record<NoticeOutcome, number>;
  const assessed = counts.noticed + counts.missed + counts['not-assessed'];
  return {
    sentence: `this run would have noticed ${counts.noticed} of ${assessed} faults`,
    noticed: counts.noticed,
    assessed,
    counts,
    unseen: unseenBy(notices, isSet),
    ...facts,
    durationMs,
    played,
    faults: notices.map(({ endpoints, ...notice }) => ({ ...notice, endpoints: endpoints.map((name) => rowOf(name).number) })),
  };
}

function unseenBy(notices: readonly Notice[], isSet: (variable: string) => boolean): Sensitivity['unseen'] {
  const unseen = notices.filter(({ outcome }) => outcome === 'not-assessed');
  return [...new Map(unseen.map(({ variables }) => [variables.join(), variables])).entries()]
    .map(([key, variables]) => {
      const faults = unseen.filter((notice) => notice.variables.join() === key).map(({ name }) => name);
      const words = variables.map((variable) => (isSet(variable) ? `\`${variable}\` as it is set` : `no \`${variable}\``));
      return { variables, hint: `${words.join(', ')}: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} unseen`, faults };
    })
    .sort((a, b) => b.faults.length - a.faults.length || a.hint.localeCompare(b.hint));
}

const LEGEND: Readonly<Record<NoticeOutcome, string>> = {
  noticed: 'noticed',
  'not-assessed': 'unseen, since settings keep the checks from looking',
  missed: 'missed: it changed answers, but no check failed',
  'never-came-into-play': 'never came into play (not counted)',
  'not-laid': 'not laid in front: it would change what reaches the target (not counted)',
  disturbed: 'disturbed by the target or the suite (not counted)',
};

/** The same for people: first what they can do about it. */
export function toMarkdown(sensitivity: Sensitivity): string {
  const { sentence, target, seed, counts, unseen, faults, durationMs, played } = sensitivity;
  const left = leftBehindSentence(sensitivity);
  return [
    '# Sensitivity',
    '',
    `With these settings, **${sentence}**.`,
    '',
    `Target: ${target.embedded ? 'the embedded reference service' : target.baseUrl}. Seed: ${seed}. Time: ${(durationMs / 1000).toFixed(0)} s.`,
    `Judged without a request: ${faults.length - played} of ${faults.length}; the others were played against the embedded service.`,
    '',
    ...(left === null ? [] : [`Left behind: ${left}`, '']),
    '| outcome | faults |',
    '| --- | --- |',
    ...OUTCOMES.map((outcome) => `| ${LEGEND[outcome]} | ${counts[outcome]} |`),
    '',
    ...(unseen.length === 0
      ? []
      : ['## What keeps faults unseen', '', ...unseen.map(({ hint, faults: names }) => `- ${hint} (${names.join(', ')})`), '']),
    ...OUTCOMES.filter((outcome) => outcome !== 'noticed' && counts[outcome] > 0).flatMap((outcome) => [
      `## ${capitalised(LEGEND[outcome])}`,
      '',
      '| fault | endpoints | what is wrong | why unnoticed |',
      '| --- | --- | --- | --- |',
      ...faults.filter((notice) => notice.outcome === outcome).map(row),
      '',
    ]),
  ].join('\n');
}

/** *20 of 50, about 1.5 min left* */
export function toProgress(done: number, all: number, elapsedMs: number): string {
  return `${done} of ${all}${done === 0 || done === all ? '' : `, about ${duration((elapsedMs / done) * (all - done))} left`}`;
}

/** What the terminal shows. */
export function toSummary({ sentence, unseen, counts }: Sensitivity): string {
  const others = OUTCOMES.filter((outcome) => !['noticed', 'not-assessed'].includes(outcome) && counts[outcome] > 0);
  return [
    sentence,
    ...unseen.map(({ hint }) => `  ${hint.replaceAll('`', '')}`),
    ...others.map((outcome) => `  ${counts[outcome]} ${LEGEND[outcome]}`),
  ].join('\n');
}

/** A figure over fewer faults says little. */
const MOST_UNTRIED = 0.1;

/** Why the figure says little; null where nearly all faults were tried. */
export function tooFewTried({ faults }: Sensitivity): string | null {
  const untried = faults.filter(({ outcome }) => ['never-came-into-play', 'not-laid', 'disturbed'].includes(outcome));
  if (untried.length <= faults.length * MOST_UNTRIED) return null;
  const reasons = [...new Set(untried.map(({ reason = '' }) => reason))];
  const more = reasons.length === 1 ? '' : `, and ${counted(reasons.length - 1, 'other reason')}`;
  return `${untried.length} of ${faults.length} faults could not be tried: ${reasons[0]}${more}`;
}

function row({ name, endpoints, description, reason = '' }: ReportedNotice): string {
  return `| ${[name, endpoints.join(', '), description, reason].map((text) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
}
