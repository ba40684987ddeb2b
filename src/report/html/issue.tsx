/** @jsxImportSource preact */
import type { Finding } from '../../result/finding.ts';
import type { ConformanceResult, RequirementResult } from '../../result/result.ts';
import { findingMarkdown } from '../findings-markdown.ts';
import { sendAgain } from '../send-again.ts';
import type { Allowance } from './budget.ts';

interface CopyAsIssueProps {
  readonly finding: Finding;
  readonly statement: RequirementResult;
  readonly endpoints: ConformanceResult['endpoints'];
  /** Of the run. */
  readonly requirements: ConformanceResult['requirements'];
  readonly allowance: Allowance;
  readonly evidence: boolean;
}

/** Copies the finding as Markdown: the same as in `findings.md`, but for what the baseline says, and evidence for which this report has no room. */
export function CopyAsIssue({ finding, statement, endpoints, requirements, allowance, evidence }: CopyAsIssueProps) {
  const { curl, sequence, exchange, counterexample, ...others } = finding;
  const commands = sendAgain(finding)?.commands ?? '';
  const short = {
    ...others,
    ...(curl !== undefined && commands.length <= allowance.body * 2 && { curl, ...(sequence && { sequence }) }),
    ...(evidence && exchange !== undefined && { exchange }),
    ...(evidence && counterexample !== undefined && { counterexample }),
  };
  return (
    <div class="issue">
      <button type="button" class="copy" aria-label={`Copy as issue: ${finding.requirement}`} hidden>
        Copy as issue
      </button>
      <pre class="evidence" data-copy hidden>
        {findingMarkdown(short, statement, { endpoints, requirements })}
      </pre>
    </div>
  );
}
