import { clip } from '../http/text.ts';
import { settingsFirst } from '../result/left-open.ts';
import type { ConformanceResult, Finding, LostTarget } from '../result/result.ts';
import { caveatsOf } from '../result/verdict.ts';
import { baselineCaveats, baselineName, type Change, changesSince, newFirst, sinceSentence } from './comparison-words.ts';
import { type FactLabel, type FindingContext, type FindingFact, factsOf, headlineOf } from './finding-view.ts';
import { code, codeBlock, items, pageOf, prose } from './markdown.ts';
import { credentialsForCurl } from './send-again.ts';
import { lastRequest, lostHeading } from './words.ts';

/** With these, no section has more than 60 lines. */
const MOST_ANSWER_LINES = 12;
const MOST_COMMAND_LINES = 18;
const LONGEST_BODY = 800;

/** All findings for an issue, a chat or a coding agent: a section each, complete in itself. No text of the target acts as Markdown or HTML. */
export function toFindingsMarkdown(result: ConformanceResult): string {
  const { specification, seed, lost } = result;
  const findings = newFirst(result);
  const [forCurl, first] = [credentialsForCurl(result), settingsFirst(result)];
  return pageOf([
    '# Findings',
    ...(lost ? lostMarkdown(lost) : []),
    ...[result.sentence, ...caveatsOf(result)].map((text) => prose(text)),
    `Target ${code(result.target.baseUrl)}, against ${prose(`${specification.title} ${specification.version}`)}, seed ${seed}`,
    ...(first === null ? [] : [prose(first)]),
    GUIDE,
    ...(forCurl === null ? [] : [prose(forCurl)]),
    ...sinceMarkdown(result, Number.POSITIVE_INFINITY, ['New']),
    ...(findings.length === 0 ? ['No findings: nothing that was assessed is broken.'] : []),
    ...findings.map((finding) => findingMarkdown(finding, result).trimEnd()),
  ]);
}

const GUIDE =
  'Each section is one deviation of the target. `docs/for-agents.md` of the suite says how to read it, how to run one test again, and what to leave alone.';

/** What a list shows. The statement stands above it, and an answer and commands below. */
const LISTED: readonly FactLabel[] = [
  ...(['Where', 'Baseline', 'Flaky', 'Place', 'Expected', 'Actual', 'Compare'] as const),
  ...(['Requests', 'Counterexample', 'Therefore', 'Waived'] as const),
];

/** One finding as a section of at most 60 lines, complete in itself. */
export function findingMarkdown(finding: Finding, result: FindingContext): string {
  const facts = factsOf(finding, result, { folder: '' });
  return pageOf([
    `## ${prose(headlineOf(finding, result.endpoints))}`,
    `${titleOf(finding)}: ${linesOf(facts, 'Statement').join('')}`,
    [`- **Finding**: ${code(finding.id)}`, ...factItems(facts, LISTED)].join('\n'),
    ...answerOf(finding, facts),
    ...commandsOf(finding, facts),
  ]);
}

/** A summary is a page of many findings. The report has the rest. */
const SUMMARISED: readonly FactLabel[] = ['Where', 'Flaky', 'Expected', 'Actual', 'Compare', 'Therefore', 'Waived'];
const LONGEST_SUMMARISED = 200;

export function findingSummary(finding: Finding, result: FindingContext): string {
  const facts = factsOf(finding, result, { folder: '' }).filter(({ label }) => label !== 'Replay');
  return pageOf([
    `**${prose(headlineOf(finding, result.endpoints))}**`,
    `${titleOf(finding)}: ${linesOf(facts, 'Statement').join('')}`,
    factItems(facts, SUMMARISED, LONGEST_SUMMARISED).join('\n'),
    ...commandsOf(finding, facts),
  ]).trimEnd();
}

/** *`campaign.fields` (requirement, waived)* */
function titleOf({ requirement, level, waived }: Finding): string {
  return `${code(requirement)} (${level}${waived ? ', waived' : ''})`;
}

function factItems(facts: readonly FindingFact[], labels: readonly FactLabel[], longest?: number): string[] {
  return facts
    .filter(({ label }) => labels.includes(label))
    .map(({ label, kind, lines }) => {
      const shown = kind === 'values' ? lines.map((line) => code(line, longest)) : lines.map((line) => prose(line));
      return `- **${label}**: ${shown.join(', ')}`;
    });
}

function linesOf(facts: readonly FindingFact[], wanted: FactLabel): string[] {
  return facts.filter(({ label }) => label === wanted).flatMap(({ lines }) => lines.map((line) => prose(line)));
}

function answerOf({ exchange }: Finding, facts: readonly FindingFact[]): string[] {
  if (exchange === undefined) return [];
  const heading = `In ${code(exchange.title)}${exchange.failure === null ? '' : `: ${prose(exchange.failure.message)}`}`;
  const text = facts.find(({ label }) => label === 'Answer')?.lines.join('\n') ?? clip(exchange.answer?.body ?? '', LONGEST_BODY);
  return text === '' ? [heading] : [heading, codeBlock(text, '', MOST_ANSWER_LINES)];
}

function commandsOf({ sequence }: Finding, facts: readonly FindingFact[]): string[] {
  const isScript = facts.some(({ label, lines }) => label === 'curl' && lines[0]?.startsWith('sh '));
  const where = isScript ? ', from the folder of the report' : '';
  const again = [`Send the request${sequence ? 's' : ''} again${where}:`, ...linesOf(facts, 'Again')].join(' ');
  return facts.flatMap(({ label, kind, lines }) =>
    kind === 'commands' ? [label === 'curl' ? again : 'Run the test again:', codeBlock(lines.join('\n'), 'sh', MOST_COMMAND_LINES)] : [],
  );
}

const LONGEST_COMMAND = 2000;

/** What is said above everything else of a target that went away, in blocks. */
export function lostMarkdown(lost: LostTarget): string[] {
  return [
    `**${prose(lost.reason)}**`,
    prose(lostHeading(lost)),
    ...lost.requests.flatMap((request, index) => [
      `${index + 1}. ${prose(lastRequest(request))}`,
      codeBlock(clip(request.curl, LONGEST_COMMAND), 'sh', MOST_COMMAND_LINES),
    ]),
  ];
}

const LONGEST_CHANGE = 300;

export const changeMarkdown = ({ id, text }: Change): string => `${code(id)} ${prose(text, LONGEST_CHANGE)}`.trim();

/** What changed since the baseline, in blocks, at most so much of each list, without the lists that stand elsewhere. */
export function sinceMarkdown(result: ConformanceResult, most: number, without: readonly string[] = []): string[] {
  const { baseline } = result;
  if (baseline === undefined) return [];
  return [
    `**Since the baseline: ${prose(sinceSentence(result))}** (${prose(baselineName(baseline))})`,
    ...baselineCaveats(result).map((sentence) => prose(sentence)),
    ...Object.entries(changesSince(result)).flatMap(([heading, changes]) =>
      changes.length === 0 || without.includes(heading) ? [] : [`${heading}:\n\n${items(changes.map(changeMarkdown), most)}`],
    ),
  ];
}
