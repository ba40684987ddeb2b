import { findingsOf } from '../result/findings.ts';
import type { ConformanceResult } from '../result/result.ts';
import { sinceMarkdown } from './baseline-words.ts';
import { findingLine } from './finding-words.ts';
import { andMore, prose } from './markdown.ts';
import { runMarkdown, verdictMarkdown } from './summary.ts';

/** Begins the comment. Nobody sees it, and a script finds the comment again by it. */
export const MARKER = '<!-- customer-engagement-conformance -->';

/** A comment is read beside others, and a server takes 65,536 characters. */
const MOST_FINDINGS = 20;
const LONGEST_LINE = 300;

/** The result as a comment on a pull request: the verdict, and what changed since the baseline, or what is broken where there is none. */
export function toComment(result: ConformanceResult): string {
  const { baseline } = result;
  return [
    MARKER,
    ...verdictMarkdown(result),
    ...sinceMarkdown(result),
    ...(baseline === undefined
      ? listed('What is broken', result, () => true)
      : listed('Still there', result, ({ id }) => baseline.stillThere.includes(id))),
    runMarkdown(result),
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
    [...lines, ...(rest > 0 ? [andMore(rest)] : [])].join('\n'),
    '</details>',
  ];
}
