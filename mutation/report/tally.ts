import type { StatementId } from '../../src/specification/register.ts';
import { numberOf, STATEMENTS } from '../fault.ts';
import type { FaultOutcome } from '../judge-fault.ts';

/** One variant, or a pair of them. */
export interface VariantOutcome {
  readonly name: string;
  readonly alarm: boolean;
  readonly message: string;
}

/** The figures of a mutation run. */
export interface Tally {
  readonly faults: number;
  readonly detected: number;
  readonly named: number;
  readonly missed: readonly string[];
  readonly detectedUnnamed: readonly string[];
  /** Faults whose first finding is of another statement than their own. */
  readonly namedLater: readonly string[];
  /** Faults whose first finding was sent again, by its `curl` line or its sequence: not all are, outside a thorough run. */
  readonly sentAgain: number;
  /** Those of them that showed the failure again. */
  readonly replayed: number;
  /** Faults of which the check compares several answers, which what was sent again did not show. */
  readonly notForOneRequest: readonly string[];
  readonly notReplayed: readonly string[];
  /** Their lines were not sent, since this machine has no curl. */
  readonly notSent: number;
  readonly untriggered: readonly string[];
  /** Faults that are to break one statement, and broke another as well. */
  readonly notAlone: readonly string[];
  readonly mistakes: readonly string[];
  readonly variants: number;
  readonly falseAlarms: readonly string[];
  /** Statements that no fault of this run breaks alone. */
  readonly withoutOwnFault: readonly StatementId[];
}

const LEAST_NAMED = 0.95;
/** Less, since what times out on a busy machine may stand before a fault that only generated input shows. */
const LEAST_NAMED_FIRST = 0.9;
/** Some faults lie in what changes: the same request a second time changes nothing. */
const LEAST_SHOWN = 0.99;

export function tally(outcomes: readonly FaultOutcome[], variants: readonly VariantOutcome[]): Tally {
  const triggered = outcomes.filter((outcome) => outcome.triggered);
  const detected = triggered.filter((outcome) => outcome.detected);
  const own = new Set(triggered.filter(({ only, reported }) => only && reported.length === 1).map(({ reported }) => reported[0]));
  const names = (list: readonly FaultOutcome[]) => list.map(({ name }) => name);
  return {
    faults: outcomes.length,
    detected: detected.length,
    named: detected.filter((outcome) => outcome.named).length,
    missed: names(triggered.filter((outcome) => !outcome.detected)),
    detectedUnnamed: names(detected.filter((outcome) => !outcome.named)),
    namedLater: names(detected.filter(({ named, namedFirst }) => named && !namedFirst)),
    sentAgain: detected.filter(({ replay }) => replay !== null).length,
    replayed: detected.filter(({ replay }) => replay?.outcome === 'shown').length,
    notForOneRequest: replaysThat(detected, 'not for one request'),
    notReplayed: replaysThat(detected, 'not shown'),
    notSent: detected.filter(({ replay }) => replay?.outcome === 'no curl on this machine').length,
    untriggered: names(outcomes.filter((outcome) => !outcome.triggered)),
    notAlone: names(detected.filter(({ only, breaks, reported }) => only && reported.join() !== breaks[0])),
    mistakes: outcomes.flatMap(({ name, mistakes }) => mistakes.map((mistake) => `${name}: ${mistake}`)),
    variants: variants.length,
    falseAlarms: variants.filter(({ alarm }) => alarm).map(({ name, message }) => `${name}: ${message}`),
    withoutOwnFault: STATEMENTS.filter((id) => !own.has(id)),
  };
}

function replaysThat(outcomes: readonly FaultOutcome[], wanted: 'not for one request' | 'not shown'): string[] {
  return outcomes.flatMap(({ name, replay }) => (replay?.outcome === wanted ? [`${name}: ${replay.why}`] : []));
}

/** Why the mutation run fails, one line a reason; empty when it passes. Only a run of all faults can say that a statement has none of its own. */
export function shortcomings(figures: Tally, isWhole: boolean): string[] {
  const { faults, detected, named, namedLater, replayed, notReplayed } = figures;
  const some = (list: readonly string[], one: string, many: string) =>
    list.length === 0 ? [] : [`${list.length} ${list.length === 1 ? one : many}: ${list.join('; ')}`];
  const idle = `of ${faults} faults never came into play`;
  return [
    ...some(figures.missed, 'fault not detected', 'faults not detected'),
    ...(named < LEAST_NAMED * detected
      ? [`${named} of ${detected} detected faults named by the right requirement and endpoint, expected 95 %`]
      : []),
    ...(named - namedLater.length < LEAST_NAMED_FIRST * named
      ? [`${named - namedLater.length} of ${named} named faults named in the first finding, expected 90 %: not ${namedLater.join(', ')}`]
      : []),
    ...(replayed < LEAST_SHOWN * (replayed + notReplayed.length)
      ? some(notReplayed, 'fault is not shown by the `curl` of its finding', 'faults are not shown by the `curl` of their finding')
      : []),
    ...some(figures.untriggered, idle, idle),
    ...some(figures.notAlone, 'fault broke another statement than its own', 'faults broke another statement than their own'),
    ...some(figures.mistakes, 'mistake of the mutation run or of the suite', 'mistakes of the mutation run or of the suite'),
    ...some(figures.falseAlarms, 'false alarm', 'false alarms'),
    ...(isWhole
      ? some(figures.withoutOwnFault, 'statement without a fault that only it reports', 'statements without a fault that only they report')
      : []),
  ];
}

/** The figures as labels and values, for the terminal and the page. */
export function figureRows(figures: Tally, durationMs: number): (readonly [label: string, value: string])[] {
  const { faults, detected, named, namedLater, sentAgain, replayed, notForOneRequest, notSent, variants } = figures;
  const unsent = notSent > 0 ? `; ${notSent} not sent: this machine has no curl` : '';
  const shown = `${replayed} of ${sentAgain} sent again; ${notForOneRequest.length} compare several answers${unsent}`;
  return [
    ['detected', `${detected} of ${faults} faults`],
    ['named by right requirement, endpoint', `${named} of ${detected} detected`],
    ['named in the first finding', `${named - namedLater.length} of ${named} named`],
    ['shown again by their curl line', shown],
    ['never came into play', String(figures.untriggered.length)],
    ['false alarms', `${figures.falseAlarms.length} of ${variants} variants and pairs`],
    ['time', `${(durationMs / 1000).toFixed(0)} s`],
  ];
}

/** The outcome of the mutation run, for people. */
export function toMarkdown(figures: Tally, outcomes: readonly FaultOutcome[], problems: readonly string[], durationMs: number): string {
  return [
    '# Faults and variants',
    '',
    problems.length === 0
      ? 'The suite detects every fault and raises no false alarm.'
      : `**The mutation run fails.** ${problems.map((problem) => `\n- ${problem}`).join('')}`,
    '',
    '| | |',
    '| --- | --- |',
    ...figureRows(figures, durationMs).map(([label, value]) => `| ${label} | ${value} |`),
    '',
    '## Requirement × fault',
    '',
    'A fault stands beside each statement that was reported for it; in **bold** where no other was, although every scenario of its endpoints ran.',
    'Other faults run only until they are named, so more statements might have reported them.',
    '',
    '| statement | faults |',
    '| --- | --- |',
    ...STATEMENTS.map((id) => `| \`${id}\` | ${cell(id, outcomes)} |`),
    '',
    '## Each fault',
    '',
    '| fault | endpoints | outcome | reported | seconds |',
    '| --- | --- | --- | --- | --- |',
    ...outcomes.map(
      (outcome) =>
        `| ${outcome.name} | ${outcome.endpoints.map(numberOf).join(', ')} | ${word(outcome)} | ${outcome.reported.join(', ')} | ${(outcome.durationMs / 1000).toFixed(1)} |`,
    ),
    '',
  ].join('\n');
}

function cell(id: StatementId, outcomes: readonly FaultOutcome[]): string {
  const faults = outcomes.filter(({ reported }) => reported.includes(id));
  if (faults.length === 0) return 'none';
  return faults.map(({ name, only, reported }) => (only && reported.length === 1 ? `**${name}**` : name)).join(', ');
}

function word({ triggered, detected, named }: FaultOutcome): string {
  if (!triggered) return 'never came into play';
  if (!detected) return 'not detected';
  return named ? 'named' : 'detected, not named';
}
