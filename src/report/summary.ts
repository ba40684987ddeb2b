import { clip } from '../http/clip.ts';
import { visibleLine } from '../http/visible.ts';
import { leftBehindSentence } from '../result/left-behind.ts';
import type { CheckResult, ConformanceResult, Level, RequirementResult, Verdict } from '../result/result.ts';

/** A step summary is a page among many. It counts further failures; the report holds them. */
const MOST_FAILURES = 20;
const LONGEST_CELL = 200;
const LONGEST_SENTENCE = 1000;
const LEVELS: readonly Level[] = ['requirement', 'robustness', 'completeness'];
const SYMBOL: Readonly<Record<Verdict, string>> = { conformant: '✅', nonconformant: '❌', 'no-verdict': '❔' };

/** The result as a short piece of Markdown for the step summary of a CI server. No text of the target acts as Markdown or HTML. */
export function toMarkdown(result: ConformanceResult): string {
  const { noVerdictReason, target, suite, specification, seed } = result;
  const leftBehind = leftBehindSentence(result);
  return [
    `## ${SYMBOL[result.verdict]} ${escaped(result.sentence)}`,
    ...(noVerdictReason === undefined ? [] : [escaped(noVerdictReason)]),
    ...(result.partial === true ? ['**Part of a run**: it was filtered, so not all checks were meant to run.'] : []),
    ...(result.interrupted ? ['The run ended before all its checks were done.'] : []),
    ...[...(result.waiverProblems ?? []), ...(result.notices ?? [])].map((sentence) => escaped(sentence, LONGEST_SENTENCE)),
    `${escaped(target.baseUrl)} · ${escaped(`${specification.title} ${specification.version}`)} · ${escaped(`${suite.name} ${suite.version}`)} · seed ${seed}`,
    ...(result.requirements.length === 0 ? [] : [countsTable(result.requirements)]),
    ...failures(result.requirements),
    ...waivedFailures(result.requirements),
    ...notAssessed(result.requirements),
    ...(leftBehind === null ? [] : [`Left behind: ${escaped(leftBehind, LONGEST_SENTENCE)}`]),
  ]
    .join('\n\n')
    .concat('\n');
}

function countsTable(requirements: readonly RequirementResult[]): string {
  const rows = LEVELS.flatMap((level) => {
    const own = requirements.filter((requirement) => requirement.level === level);
    const number = (status: string) => own.filter((requirement) => requirement.status === status).length;
    if (own.length === 0) return [];
    return [`| ${level} | ${number('passed')} | ${number('failed')} | ${number('not-assessed')} | ${number('waived')} | ${own.length} |`];
  });
  return ['| level | passed | failed | not assessed | waived | of |', '| --- | ---: | ---: | ---: | ---: | ---: |', ...rows].join('\n');
}

function failures(requirements: readonly RequirementResult[]): string[] {
  const failed = LEVELS.flatMap((level) => requirements.filter((requirement) => requirement.level === level)).flatMap((requirement) =>
    requirement.checks.filter(({ status }) => status === 'failed').map((check) => ({ requirement, check })),
  );
  if (failed.length === 0) return [];
  const rows = failed
    .slice(0, MOST_FAILURES)
    .map(
      ({ requirement, check }) =>
        `| ${escaped(requirement.id)} | ${requirement.level} | ${check.endpoint ?? ''} | ${escaped(requirement.text)} | ${foundIn(check)} |`,
    );
  const more = failed.length > MOST_FAILURES ? [`${failed.length - MOST_FAILURES} more failed checks are in the report.`] : [];
  return [
    '### Failed checks',
    ['| id | level | endpoint | requirement | found |', '| --- | --- | ---: | --- | --- |', ...rows].join('\n'),
    ...more,
  ];
}

/** Known deviations with their owners: a waived failure must not be forgotten. One waiver may waive several checks. */
function waivedFailures(requirements: readonly RequirementResult[]): string[] {
  const counts = new Map<string, number>();
  for (const { id, checks } of requirements)
    for (const { endpoint, waiver } of checks) {
      if (waiver === undefined) continue;
      const row = [id, `${endpoint ?? ''}`, waiver.reason, waiver.owner, waiver.expires].map((text) => escaped(text)).join(' | ');
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
  if (counts.size === 0) return [];
  const rows = [...counts].slice(0, MOST_FAILURES).map(([row, checks]) => `| ${row} | ${checks} |`);
  const more = counts.size > MOST_FAILURES ? [`${counts.size - MOST_FAILURES} more are in the report.`] : [];
  return [
    '### Waived failures',
    ['| id | endpoint | reason | owner | until | checks |', '| --- | ---: | --- | --- | --- | ---: |', ...rows].join('\n'),
    ...more,
  ];
}

function foundIn(check: CheckResult): string {
  const finding = check.findings?.[0];
  if (finding === undefined) return escaped(check.message ?? '');
  const place = finding.pointer === undefined || finding.pointer === '' ? '' : `${finding.pointer}: `;
  return escaped(`${place}expected ${finding.expected}, actual ${finding.actual}`);
}

function notAssessed(requirements: readonly RequirementResult[]): string[] {
  const variables = requirements.flatMap(({ checks }) =>
    checks.flatMap((check) => (check.status === 'not-assessed' ? (check.variables ?? []) : [])),
  );
  if (variables.length === 0) return [];
  return [
    `Not assessed for want of ${[...new Set(variables)]
      .sort()
      .map((text) => escaped(text))
      .join(', ')}.`,
  ];
}

/** One line in which no character has a meaning in Markdown or HTML. */
function escaped(text: string, longest = LONGEST_CELL): string {
  return visibleLine(clip(text, longest))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~>@:/.-]/g, (character) => `&#${character.charCodeAt(0)};`);
}
