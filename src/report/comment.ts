import { findingsOf } from '../result/findings.ts';
import type { ConformanceResult } from '../result/result.ts';
import { baselineMarkdown } from './baseline-markdown.ts';
import { code, prose } from './markdown.ts';
import { symbolOf } from './summary.ts';
import { findingLine } from './terminal-findings.ts';

/** Begins the comment. Nobody sees it, and a script finds the comment again by it. */
export const MARKER = '<!-- customer-engagement-conformance -->';

/** A comment is read beside others, and a server takes 65,536 characters. */
const MOST_FINDINGS = 20;
const LONGEST_LINE = 300;

/** The result as a comment on a pull request: the verdict, and what changed since the baseline, or what is broken where there is none. */
export function toComment(result: ConformanceResult): string {
  const { noVerdictReason, partial, interrupted, baseline, target, suite, seed } = result;
  return [
    MARKER,
    `## ${symbolOf(result)} ${prose(result.sentence)}`,
    ...(noVerdictReason === undefined ? [] : [prose(noVerdictReason)]),
    ...(partial === true ? ['**Part of a run**: it was filtered, so not all checks were meant to run.'] : []),
    ...(interrupted ? ['The run ended before all its checks were done.'] : []),
    ...(result.waiverProblems ?? []).map((problem) => prose(problem)),
    ...baselineMarkdown(result),
    ...(baseline === undefined ? listed('What is broken', result, () => true) : []),
    ...(baseline === undefined ? [] : listed('Still there', result, ({ id }) => baseline.stillThere.includes(id))),
    `${code(target.baseUrl)} · ${prose(`${suite.name} ${suite.version}`)} · seed ${seed}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** Findings in a fold, a line each. */
function listed(heading: string, result: ConformanceResult, isMeant: (finding: { readonly id: string }) => boolean): string[] {
  const { requirements, endpoints, findings = findingsOf(requirements) } = result;
  const own = findings.filter(isMeant);
  if (own.length === 0) return [];
  const rest = own.length - MOST_FINDINGS;
  const lines = own
    .slice(0, MOST_FINDINGS)
    .map((finding) => `- ${prose(findingLine(finding, endpoints), LONGEST_LINE)}${finding.waived ? ' (waived)' : ''}`);
  return [
    `<details><summary>${heading}: ${own.length}</summary>`,
    [...lines, ...(rest > 0 ? [`- … and ${rest} more in the report`] : [])].join('\n'),
    '</details>',
  ];
}
