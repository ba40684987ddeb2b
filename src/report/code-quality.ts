import { clip, visibleLine } from '../http/text.ts';
import { findingsOf } from '../result/findings.ts';
import type { ConformanceResult, Finding, Level } from '../result/result.ts';
import { plainHeadline } from './finding-view.ts';
import { plainText, routeOf } from './words.ts';

const LONGEST_DESCRIPTION = 500;

const SEVERITIES: Readonly<Record<Level, string>> = { requirement: 'critical', robustness: 'major', completeness: 'info' };

/** The findings as a code-quality report of GitLab, which compares those of two branches. The place of a finding is an endpoint, not a file. */
export function toCodeQuality(result: ConformanceResult): string {
  const { requirements, endpoints, findings = findingsOf(requirements) } = result;
  const texts = new Map(requirements.map(({ id, text }) => [id, text]));
  const violations = findings.map((finding) => {
    const description = `${plainHeadline(finding, endpoints)} (${plainText(texts.get(finding.requirement) ?? finding.requirement)})`;
    return {
      description: visibleLine(clip(description, LONGEST_DESCRIPTION)),
      check_name: finding.requirement,
      // GitLab compares it with those of the target branch.
      fingerprint: finding.id,
      severity: finding.waived ? 'info' : SEVERITIES[finding.level],
      location: { path: pathOf(finding, endpoints), lines: { begin: 1 } },
    };
  });
  return `${JSON.stringify(violations, null, 2)}\n`;
}

function pathOf({ endpoints: [first, ...others] }: Finding, all: ConformanceResult['endpoints']): string {
  if (first === undefined) return 'the service as a whole';
  return `${routeOf(first, all)}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}
