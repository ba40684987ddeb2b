import { REQUIREMENTS } from '../../src/specification/register.ts';
import type { FaultOutcome } from '../judge-fault.ts';

/** One variant, or a pair of them. */
export interface VariantOutcome {
  readonly name: string;
  readonly alarm: boolean;
  readonly message: string;
}

/** The bench's figures. */
export interface Tally {
  readonly faults: number;
  readonly detected: number;
  readonly named: number;
  readonly missed: readonly string[];
  readonly detectedUnnamed: readonly string[];
  readonly untriggered: readonly string[];
  /** Faults held to one statement that broke another as well. */
  readonly notAlone: readonly string[];
  readonly mistakes: readonly string[];
  readonly variants: number;
  readonly falseAlarms: readonly string[];
  /** Statements that no fault of this run breaks alone. */
  readonly withoutOwnFault: readonly string[];
}

/** Statements that a service is held to. Completeness tells only what was never seen. */
export const STATEMENTS: readonly string[] = REQUIREMENTS.filter(({ level }) => level !== 'completeness').map(({ id }) => id);

const LEAST_NAMED = 0.95;

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
    untriggered: names(outcomes.filter((outcome) => !outcome.triggered)),
    notAlone: names(detected.filter(({ only, breaks, reported }) => only && reported.join() !== breaks[0])),
    mistakes: outcomes.flatMap(({ name, mistakes }) => mistakes.map((mistake) => `${name}: ${mistake}`)),
    variants: variants.length,
    falseAlarms: variants.filter(({ alarm }) => alarm).map(({ name, message }) => `${name}: ${message}`),
    withoutOwnFault: STATEMENTS.filter((id) => !own.has(id)),
  };
}

/** Why the bench fails, one line a reason; empty when it holds. Only a run of all faults can say that a statement has none of its own. */
export function shortcomings(figures: Tally, isWhole: boolean): string[] {
  const { faults, detected, named, missed, untriggered, notAlone, mistakes, falseAlarms, withoutOwnFault } = figures;
  const some = (list: readonly string[], what: string) => (list.length === 0 ? [] : [`${list.length} ${what}: ${list.join('; ')}`]);
  return [
    ...some(missed, 'faults not detected'),
    ...(named < LEAST_NAMED * detected
      ? [`${named} of ${detected} detected faults named by the right requirement and endpoint, expected 95 %`]
      : []),
    ...some(untriggered, `of ${faults} faults never came into play`),
    ...some(notAlone, 'faults broke another statement than their own'),
    ...some(mistakes, 'mistakes of the bench or of the suite'),
    ...some(falseAlarms, 'false alarms'),
    ...(isWhole ? some(withoutOwnFault, 'statements without a fault that only they report') : []),
  ];
}
