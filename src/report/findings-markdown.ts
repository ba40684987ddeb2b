import { clip } from '../http/text.ts';
import { findingsOf } from '../result/findings.ts';
import { settingsFirst } from '../result/left-open.ts';
import type { ConformanceResult, Finding } from '../result/result.ts';
import { caveatsOf } from '../result/verdict.ts';
import { sinceMarkdown } from './baseline-words.ts';
import { type FindingContext, type FindingFact, factsOf } from './finding-facts.ts';
import { lostMarkdown } from './lost-target.ts';
import { code, codeBlock, pageOf, prose } from './markdown.ts';
import { credentialsForCurl, scriptOf } from './send-again.ts';

/** With these, no section has more than 60 lines. */
const MOST_ANSWER_LINES = 12;
const MOST_COMMAND_LINES = 6;
const LONGEST_BODY = 800;
/** A command that is cut is of no use. Requests longer than this are in the report. */
const LONGEST_COMMAND = 20_000;

/** All findings for an issue, a chat or a coding agent: a section each, complete in itself. No text of the target acts as Markdown or HTML. */
export function toFindingsMarkdown(result: ConformanceResult): string {
  const { requirements, findings = findingsOf(requirements), specification, seed } = result;
  const [forCurl, first] = [credentialsForCurl(result), settingsFirst(result)];
  return pageOf([
    '# Findings',
    ...(result.lost ? lostMarkdown(result.lost) : []),
    ...[result.sentence, ...caveatsOf(result)].map((text) => prose(text)),
    `Target ${code(result.target.baseUrl)}, against ${prose(`${specification.title} ${specification.version}`)}, seed ${seed}`,
    ...(first === null ? [] : [prose(first)]),
    GUIDE,
    ...(forCurl === null ? [] : [prose(forCurl)]),
    // What is new has a section.
    ...sinceMarkdown(result, Number.POSITIVE_INFINITY, ['New']),
    ...(findings.length === 0 ? ['No findings: nothing that was assessed is broken.'] : []),
    ...findings.map((finding) => findingMarkdown(finding, result).trimEnd()),
  ]);
}

const GUIDE =
  'Each section is one deviation of the target. `docs/for-agents.md` of the suite says how to read it, how to run one test again, and what to leave alone.';

/** One finding as a section of at most 60 lines, complete in itself. */
export function findingMarkdown(finding: Finding, result: FindingContext): string {
  const facts = factsOf(finding, result);
  return pageOf([
    `## ${prose(finding.requirement)} (${finding.level}${finding.waived ? ', waived' : ''})`,
    ...factLines(facts, ['Statement']),
    [`- **Finding**: ${code(finding.id)}`, ...factItems(facts, LISTED)].join('\n'),
    ...answerOf(finding, facts),
    ...commandsOf(finding, facts, LONGEST_COMMAND),
  ]);
}

const LISTED: readonly FindingFact['label'][] = [
  'Where',
  'Baseline',
  'Flaky',
  'Place',
  'Expected',
  'Actual',
  'Compare',
  'Before it',
  'Counterexample',
  'Therefore',
  'Waived',
];

/** What a summary says of a finding: its commands, too, and the rest is in the report. */
const SUMMARISED: readonly FindingFact['label'][] = ['Where', 'Flaky', 'Place', 'Expected', 'Actual', 'Compare', 'Therefore'];
const LONGEST_SUMMARISED = 200;
/** A server cuts long summaries. A longer command is in the report. */
const LONGEST_SUMMARISED_COMMAND = 2000;

/** One finding in a page of many, in blocks. */
export function findingSummary(finding: Finding, result: FindingContext): string[] {
  const facts = factsOf(finding, result);
  return [
    `**${prose(finding.requirement)}** (${finding.level}): ${factLines(facts, ['Statement']).join('')}`,
    factItems(facts, SUMMARISED, LONGEST_SUMMARISED).join('\n'),
    ...commandsOf(
      finding,
      facts.filter(({ label }) => label !== 'Replay'),
      LONGEST_SUMMARISED_COMMAND,
    ),
  ];
}

function factItems(facts: readonly FindingFact[], labels: readonly FindingFact['label'][], longest?: number): string[] {
  return facts
    .filter(({ label }) => labels.includes(label))
    .map(({ label, kind, lines }) => {
      const shown = kind === 'values' ? lines.map((line) => code(line, longest)) : lines.map((line) => prose(line));
      return `- **${label}**: ${shown.join(', ')}`;
    });
}

function factLines(facts: readonly FindingFact[], labels: readonly FindingFact['label'][]): string[] {
  return facts.filter(({ label }) => labels.includes(label)).flatMap(({ lines }) => lines.map((line) => prose(line)));
}

/** The lines around the place; the beginning of the body where no place is meant. */
function answerOf({ exchange }: Finding, facts: readonly FindingFact[]): string[] {
  if (exchange === undefined) return [];
  const heading = `In ${code(exchange.title)}${exchange.failure === null ? '' : `: ${prose(exchange.failure.message)}`}`;
  const text = facts.find(({ label }) => label === 'Answer')?.lines.join('\n') ?? clip(exchange.answer?.body ?? '', LONGEST_BODY);
  return text === '' ? [heading] : [heading, codeBlock(text, '', MOST_ANSWER_LINES)];
}

/** How it is seen again, with what to know before. */
function commandsOf(finding: Finding, facts: readonly FindingFact[], longest: number): string[] {
  const script = scriptOf(finding);
  const headings: Partial<Record<FindingFact['label'], string>> = {
    curl: [
      `Send the request${finding.sequence ? 's' : ''} again${script === null ? '' : ', from the folder of the report'}:`,
      ...factLines(facts, ['Again']),
    ].join(' '),
    Replay: 'Run the test again:',
  };
  return facts.flatMap(({ label, kind, lines }) =>
    kind === 'commands'
      ? [
          headings[label] ?? label,
          codeBlock(label === 'curl' && script !== null ? `sh ${script}` : clip(lines.join('\n'), longest), 'sh', MOST_COMMAND_LINES),
        ]
      : [],
  );
}
