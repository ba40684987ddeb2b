import { clip } from '../http/clip.ts';
import { visibleLine } from '../http/visible.ts';
import type { Finding } from '../result/finding.ts';
import { findingsOf } from '../result/findings.ts';
import type { ConformanceResult, Level } from '../result/result.ts';
import { deviationOf, placeOf, routeOf } from './finding-words.ts';

const LONGEST_DESCRIPTION = 500;

/** What GitLab reads of a code-quality report. */
interface Violation {
  readonly description: string;
  readonly check_name: string;
  /** Of what GitLab compares with the target branch. */
  readonly fingerprint: string;
  readonly severity: 'info' | 'major' | 'critical';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** The findings as a code-quality report of GitLab, which compares those of two branches. The place of a finding is an endpoint, not a file. */
export function toCodeQuality(result: ConformanceResult): string {
  const { requirements, endpoints, findings = findingsOf(requirements) } = result;
  const texts = new Map(requirements.map(({ id, text }) => [id, text]));
  const violations = findings.map((finding): Violation => {
    const place = placeOf(finding);
    const where = place === undefined ? '' : `at ${place}: `;
    const description = `${finding.requirement}: ${texts.get(finding.requirement) ?? ''} ${where}${deviationOf(finding)}`;
    return {
      description: visibleLine(clip(description, LONGEST_DESCRIPTION)),
      check_name: finding.requirement,
      fingerprint: finding.id,
      severity: severityOf(finding),
      location: { path: pathOf(finding, endpoints), lines: { begin: 1 } },
    };
  });
  return `${JSON.stringify(violations, null, 2)}\n`;
}

const SEVERITIES: Readonly<Record<Level, Violation['severity']>> = { requirement: 'critical', robustness: 'major', completeness: 'info' };

function severityOf({ level, waived }: Finding): Violation['severity'] {
  return waived ? 'info' : SEVERITIES[level];
}

function pathOf({ endpoints: [first, ...others] }: Finding, all: ConformanceResult['endpoints']): string {
  if (first === undefined) return 'the service as a whole';
  return `${routeOf(first, all)}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}
