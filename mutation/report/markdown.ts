import type { StatementId } from '../../src/specification/register.ts';
import { numberOf, STATEMENTS } from '../fault.ts';
import type { FaultOutcome } from '../judge-fault.ts';
import type { Tally } from './tally.ts';

/** The outcome of the mutation run, for people. */
export function toMarkdown(figures: Tally, outcomes: readonly FaultOutcome[], problems: readonly string[], durationMs: number): string {
  const { faults, detected, named, namedLater, sentAgain, replayed, notForOneRequest, notSent, untriggered, falseAlarms, variants } =
    figures;
  return [
    '# Faults and variants',
    '',
    problems.length === 0
      ? 'The suite detects every fault and raises no false alarm.'
      : `**The mutation run fails.** ${problems.map((problem) => `\n- ${problem}`).join('')}`,
    '',
    '| | |',
    '| --- | --- |',
    `| detected / faults | ${detected} / ${faults} |`,
    `| named by the right requirement and endpoint / detected | ${named} / ${detected} |`,
    `| named in the first finding / named | ${named - namedLater.length} / ${named} |`,
    `| shown again by the \`curl\` line of the first finding / sent again | ${replayed} / ${sentAgain} |`,
    `| of those not shown again: the check compares several answers | ${notForOneRequest.length} |`,
    ...(notSent > 0 ? [`| of those not shown again: this machine has no curl | ${notSent} |`] : []),
    `| never came into play | ${untriggered.length} |`,
    `| false alarms / variants and pairs | ${falseAlarms.length} / ${variants} |`,
    `| time | ${(durationMs / 1000).toFixed(0)} s |`,
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
