import { STATEMENTS } from '../fault.ts';
import type { FaultOutcome } from '../judge-fault.ts';
import type { Replay } from '../replay-curl.ts';

/** A bundle of variants, one of them, or an environment. */
export interface VariantOutcome {
  readonly name: string;
  readonly alarm: boolean;
  readonly message: string;
}

const LEAST_NAMED = 0.95;
/** Less, since what times out on a busy machine may stand before a fault that only generated input shows. */
const LEAST_NAMED_FIRST = 0.9;
/** Some faults lie in what changes: the same request a second time changes nothing. */
const LEAST_SHOWN = 0.99;

/** The figures of a mutation run. */
export type Tally = ReturnType<typeof tally>;

export function tally(outcomes: readonly FaultOutcome[], variants: readonly VariantOutcome[]) {
  const triggered = outcomes.filter((outcome) => outcome.triggered);
  const detected = triggered.filter((outcome) => outcome.detected);
  const named = detected.filter((outcome) => outcome.named);
  const alone = triggered.filter(({ only, reported }) => only && reported.length === 1);
  const names = (list: readonly FaultOutcome[]) => list.map(({ name }) => name);
  /** Faults whose first finding was sent again, by its `curl` line or its sequence, and what came of it. */
  const replays = (wanted: Replay['outcome']) =>
    detected.flatMap(({ name, replay }) => (replay?.outcome === wanted ? [`${name}${'why' in replay ? `: ${replay.why}` : ''}`] : []));
  return {
    faults: outcomes.length,
    detected: detected.length,
    named: named.length,
    missed: names(triggered.filter((outcome) => !outcome.detected)),
    /** Their first finding is of another statement than their own. */
    namedLater: names(named.filter(({ namedFirst }) => !namedFirst)),
    /** Not all are, outside a thorough run. */
    sentAgain: detected.filter(({ replay }) => replay !== null).length,
    replayed: replays('shown').length,
    /** The check compares several answers, which what was sent again did not show. */
    notForOneRequest: replays('not for one request'),
    notReplayed: replays('not shown'),
    notSent: replays('no curl on this machine').length,
    untriggered: names(outcomes.filter((outcome) => !outcome.triggered)),
    /** They are to break one statement, and broke another as well. */
    notAlone: names(detected.filter(({ only, breaks, reported }) => only && reported.join() !== breaks[0])),
    mistakes: outcomes.flatMap(({ name, mistakes }) => mistakes.map((mistake) => `${name}: ${mistake}`)),
    variants: variants.length,
    falseAlarms: variants.filter(({ alarm }) => alarm).map(({ name, message }) => `${name}: ${message}`),
    /** No fault of this run breaks them alone. */
    withoutOwnFault: STATEMENTS.filter((id) => !alone.some(({ reported }) => reported[0] === id)),
  };
}

/** Why the mutation run fails, one line a reason; empty when it passes. Only a run of all faults can say that a statement has none of its own. */
export function shortcomings(figures: Tally, isWhole: boolean): string[] {
  const { detected, named, namedLater, replayed, notReplayed } = figures;
  const first = named - namedLater.length;
  const isShown = replayed >= LEAST_SHOWN * (replayed + notReplayed.length);
  const lists: readonly (readonly [list: readonly string[], what: string, rest: string])[] = [
    [figures.missed, 'fault', 'not detected'],
    [isShown ? [] : notReplayed, 'fault', 'not shown by the `curl` of the first finding'],
    [figures.untriggered, 'fault', 'never came into play'],
    [figures.notAlone, 'fault', 'broke another statement'],
    [figures.mistakes, 'mistake', 'of the mutation run or of the suite'],
    [figures.falseAlarms, 'false alarm', 'of the suite'],
    [isWhole ? figures.withoutOwnFault : [], 'statement', 'without a fault that breaks it alone'],
  ];
  return [
    ...(named < LEAST_NAMED * detected
      ? [`${named} of ${detected} detected faults named by the right requirement and endpoint, expected 95 %`]
      : []),
    ...(first < LEAST_NAMED_FIRST * named
      ? [`${first} of ${named} named faults named in the first finding, expected 90 %: not ${namedLater.join(', ')}`]
      : []),
    ...lists.flatMap(([list, what, rest]) =>
      list.length === 0 ? [] : [`${list.length} ${what}${list.length === 1 ? '' : 's'} ${rest}: ${list.join('; ')}`],
    ),
  ];
}

/** The figures as labels and values, for the terminal. */
export function figureRows(figures: Tally, durationMs: number): (readonly [label: string, value: string])[] {
  const { faults, detected, named, namedLater, sentAgain, replayed, notForOneRequest, notSent, variants } = figures;
  const unsent = notSent > 0 ? `; ${notSent} not sent: this machine has no curl` : '';
  const others = `${notForOneRequest.length} compare several answers${unsent}`;
  return [
    ['detected', `${detected} of ${faults} faults`],
    ['named by right requirement, endpoint', `${named} of ${detected} detected`],
    ['named in the first finding', `${named - namedLater.length} of ${named} named`],
    ['shown again by their curl line', `${replayed} of ${sentAgain} sent again; ${others}`],
    ['never came into play', String(figures.untriggered.length)],
    ['false alarms', `${figures.falseAlarms.length} of ${variants} bundles of variants, and environments`],
    ['time', `${(durationMs / 1000).toFixed(0)} s`],
  ];
}
