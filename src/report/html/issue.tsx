/** @jsxImportSource preact */
import type { Finding } from '../../result/finding.ts';
import type { ConformanceResult, RequirementResult } from '../../result/result.ts';
import { findingMarkdown } from '../findings-markdown.ts';
import type { Allowance } from './budget.ts';

interface CopyAsIssueProps {
  readonly finding: Finding;
  readonly statement: RequirementResult;
  readonly endpoints: ConformanceResult['endpoints'];
  readonly allowance: Allowance;
}

/** Copies the finding as Markdown: the same as in `findings.md`, but for a command too long for this report. */
export function CopyAsIssue({ finding, statement, endpoints, allowance }: CopyAsIssueProps) {
  const { curl, ...others } = finding;
  const short = curl === undefined || curl.length > allowance.body * 2 ? others : finding;
  return (
    <div class="issue">
      <button type="button" class="copy" aria-label={`Copy ${finding.requirement} as issue`} hidden>
        Copy as issue
      </button>
      <pre class="evidence" data-copy hidden>
        {findingMarkdown(short, statement, endpoints)}
      </pre>
    </div>
  );
}
