import { randomUUID } from 'node:crypto';
import { clip, visible, visibleLine } from '../http/text.ts';
import { findingsOf } from '../result/findings.ts';
import { firstOf } from '../result/lists.ts';
import type { ConformanceResult, Finding, Level } from '../result/result.ts';
import { type FailOn, findingCounts } from '../result/verdict.ts';
import { factLines, factsOf, plainHeadline } from './finding-view.ts';
import { plainText, routeOf } from './words.ts';

/** GitHub shows no more of each kind for a step. */
const MOST = 10;
const LONGEST_MESSAGE = 2000;

/** The findings as annotations of GitHub Actions: errors for what fails the run, warnings for the rest; none for what is waived or was merely not seen. */
export function toAnnotations(result: ConformanceResult, failOn: FailOn): string {
  const { baseline, findings = [] } = result;
  const counts = (finding: Finding) => findingCounts(baseline, failOn, finding);
  const others = findings.filter((finding) => !counts(finding) && !finding.waived && finding.level !== 'completeness');
  return [...commands('error', findings.filter(counts), result), ...commands('warning', others, result)]
    .map((line) => `${line}\n`)
    .join('');
}

/** A block of output in which no line is a command, whatever the target put there: the runner takes commands behind spaces, too. */
export function withoutCommands(text: string): string {
  const token = randomUUID();
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}

function commands(kind: 'error' | 'warning', findings: readonly Finding[], result: ConformanceResult): string[] {
  const lines = findings.map((finding) => {
    const facts = factLines(factsOf(finding, result), ['Statement', 'Where', 'Baseline', 'Place', 'Expected', 'Actual', 'Again', 'curl']);
    const title = `${plainHeadline(finding, result.endpoints)} (${finding.requirement})`;
    return command(kind, title, clip(visible(facts.join('\n')), LONGEST_MESSAGE));
  });
  const others = (rest: number) => command(kind, 'Conformance', `${rest} more findings are in the report.`);
  return firstOf(lines, lines.length > MOST ? MOST - 1 : MOST, others);
}

const command = (kind: string, title: string, message: string): string =>
  `::${kind} title=${escaped(visibleLine(title)).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}`;

const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const LONGEST_DESCRIPTION = 500;

const SEVERITIES: Readonly<Record<Level, string>> = { requirement: 'critical', robustness: 'major', completeness: 'info' };

/** The findings as a code-quality report of GitLab, which compares those of two branches. The place of a finding is an endpoint, not a file. */
export function toCodeQuality(result: ConformanceResult): string {
  const { requirements, endpoints, findings = findingsOf(requirements) } = result;
  const texts = new Map(requirements.map(({ id, text }) => [id, text]));
  const violations = findings.map((finding) => {
    const [first, ...others] = finding.endpoints.map((number) => routeOf(number, endpoints));
    const path = others.length === 0 ? (first ?? 'the service as a whole') : `${first} and ${others.length} more`;
    const description = `${plainHeadline(finding, endpoints)} (${plainText(texts.get(finding.requirement) ?? finding.requirement)})`;
    return {
      description: visibleLine(clip(description, LONGEST_DESCRIPTION)),
      check_name: finding.requirement,
      fingerprint: finding.id,
      severity: finding.waived ? 'info' : SEVERITIES[finding.level],
      location: { path, lines: { begin: 1 } },
    };
  });
  return `${JSON.stringify(violations, null, 2)}\n`;
}
