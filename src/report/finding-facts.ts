import type { ConformanceResult, Finding } from '../result/result.ts';
import { sinceThen } from './baseline-words.ts';
import { answerLines, countOf, exactPlaceOf, following, seenAt } from './finding-words.ts';
import { sendAgain } from './send-again.ts';

/** What a finding needs besides itself. */
export type FindingContext = Pick<ConformanceResult, 'endpoints' | 'requirements' | 'baseline'>;

/** How a fact is shown: as prose, as values of the target or places in them, as lines of an answer, or as commands for a shell. */
export type FactKind = 'prose' | 'values' | 'answer' | 'commands';

/** One thing that is said of a finding. Each page chooses by label, and says it in these words. */
export interface FindingFact {
  readonly label: keyof typeof KINDS;
  readonly kind: FactKind;
  readonly lines: readonly string[];
}

/** In the order in which they are read. */
const KINDS = {
  Statement: 'prose',
  Where: 'prose',
  Baseline: 'prose',
  Flaky: 'prose',
  Place: 'values',
  Expected: 'values',
  Actual: 'values',
  Answer: 'answer',
  Compare: 'prose',
  'Before it': 'values',
  Counterexample: 'values',
  Therefore: 'prose',
  Waived: 'prose',
  Again: 'prose',
  curl: 'commands',
  Replay: 'commands',
} as const satisfies Readonly<Record<string, FactKind>>;

/** All that is said of a finding, without what there is not. Of statements that follow, no more than `sentences` are quoted. */
export function factsOf(finding: Finding, result: FindingContext, sentences?: number): FindingFact[] {
  const { waiver, counterexample } = finding;
  const statement = result.requirements.find(({ id }) => id === finding.requirement);
  const again = sendAgain(finding);
  const therefore = following(finding, result.requirements, sentences);
  const said: Readonly<Record<keyof typeof KINDS, string | readonly string[] | null | undefined | false>> = {
    Statement: statement && `${statement.text} (${statement.source})`,
    Where: `${seenAt(finding, result.endpoints)}, ${countOf(finding)}`,
    Baseline: sinceThen(finding, result),
    Flaky: finding.flaky && 'did not fail again when repeated',
    Place: exactPlaceOf(finding),
    Expected: finding.expected,
    Actual: finding.actual,
    Answer: answerLines(finding),
    Compare: finding.contrast,
    'Before it': finding.before,
    Counterexample: counterexample !== undefined && JSON.stringify(counterexample),
    Therefore: therefore.length > 0 && [`also broken: ${therefore[0]}`, ...therefore.slice(1)],
    Waived: waiver && `until ${waiver.expires} (${waiver.owner}): ${waiver.reason}`,
    Again: again?.advice,
    curl: again?.commands,
    Replay: finding.replay,
  };
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((label) => {
    const text = said[label];
    if (text == null || text === false) return [];
    return [{ label, kind: KINDS[label], lines: typeof text === 'string' ? [text] : text }];
  });
}
