import { clip, visible, visibleLine } from '../http/text.ts';
import { exitOfWhole } from '../result/exit-reason.ts';
import { leftBehindSentence } from '../result/left-behind.ts';
import { leftOpenLines, settingsFirst } from '../result/left-open.ts';
import { firstOf } from '../result/lists.ts';
import type { ConformanceResult, Finding, LostTarget, RequirementResult, Verdict } from '../result/result.ts';
import { tally, wantedBy } from '../result/result.ts';
import { caveatsOf, isPartly, PARTLY } from '../result/verdict.ts';
import { LEVELS } from '../specification/categories.ts';
import { baselineCaveats, baselineName, type Change, changeOf, changesSince, newFirst, sinceSentence } from './comparison-words.ts';
import { type FactLabel, type Facts, type FindingContext, factsOf, headlineOf, isValue } from './finding-view.ts';
import { credentialsForCurl } from './send-again.ts';
import { lastRequest, lostHeading } from './words.ts';

const LONGEST_TEXT = 1200;

/** What acts inside a line of GitHub's Markdown, and whole spans of code, in which nothing does. */
const ACTING = /(?<!`)`[^`]+`(?!`)|[\\`*[\]<>|~$@]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)|#(?=\s|\d|$)|:(?=\/\/)|(?<=\bwww)\./gi;
/** What makes a line more than text where it begins it: a list, a heading, a rule. */
const BEGINNING = /^(?:[-+=#]|(\d+)(?=[.)]))/;

/** Prose in one line in which no character has a meaning in Markdown or HTML, but spans of code stay. Readable where nobody renders it, too. */
function prose(text: string, longest = LONGEST_TEXT): string {
  return visibleLine(clip(text, longest))
    .trim()
    .replace(ACTING, (match) => (match.length > 1 ? match : `\\${match}`))
    .replace(BEGINNING, (start, number) => (number === undefined ? `\\${start}` : `${number}\\`));
}

/** A value as code in one line: nothing in it acts, and nothing in it has to be escaped. */
function code(text: string, longest = LONGEST_TEXT): string {
  const shown = visibleLine(clip(text, longest));
  if (shown.trim() === '') return `\`${JSON.stringify(shown)}\``;
  const fence = '`'.repeat(longestRun(shown) + 1);
  const padding = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${padding}${shown}${padding}${fence}`;
}

function codeBlock(text: string, language: string, lines: number): string {
  const all = visible(text).split('\n');
  const shown = all.length <= lines ? all : [...all.slice(0, lines - 1), `… (${all.length - lines + 1} more lines)`];
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, ...shown, fence].join('\n');
}

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** The items of a list. The report has those beyond `most`. */
function items(lines: readonly string[], most: number): string {
  return firstOf(lines, most, (rest) => `… and ${rest} more in the report`)
    .map((line) => `- ${line}`)
    .join('\n');
}

const pageOf = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`;

/** A step summary is a page among many. It counts further findings; the report holds them. */
const MOST_FINDINGS = 20;
const LONGEST_VALUE = 200;
const MOST_CHANGES = 10;

/** Begins the page. Nobody sees it, and a script finds its comment again by it. */
export const MARKER = '<!-- customer-engagement-conformance -->';

/** What was expected and found, where a change is a finding of this result. */
function foundMarkdown({ id }: Change, result: ConformanceResult): string[] {
  const finding = result.findings?.find((each) => each.id === id);
  return finding === undefined
    ? []
    : factItems(factsOf(finding, result, { folder: '' }), ['Flaky', 'Expected', 'Actual', 'Waived'], LONGEST_VALUE);
}

/** A tick only where everything was meant to run, ran, and was assessed. */
const SYMBOLS: Readonly<Record<Verdict, string>> = { conformant: '✅', nonconformant: '❌', 'no-verdict': '❔' };

/** The result as a short page for a CI server's step summary, or for a comment on a pull request: the verdict, the figures, what changed, what is broken, and what was left open. No text of the target acts as Markdown or HTML. */
export function toMarkdown(result: ConformanceResult): string {
  const { lost, sentence, requirements, specification, target, suite, seed } = result;
  const leftBehind = leftBehindSentence(result);
  const first = settingsFirst(result);
  const open = first === null ? leftOpenLines(result).map((line) => prose(clip(line, LONGEST_VALUE))) : [];
  const wanted = wantedBy(requirements.flatMap(({ checks }) => checks)).sort();
  const run = [`${specification.title} ${specification.version}`, `${suite.name} ${suite.version}`].map((text) => prose(text));
  const whole = (change: Change) => [changeMarkdown(change), ...foundMarkdown(change, result)].join('\n  ');
  return pageOf([
    MARKER,
    ...(lost ? lostMarkdown(lost) : []),
    `## ${isPartly(result) ? PARTLY : SYMBOLS[result.verdict]} ${prose(sentence)}`,
    ...[exitOfWhole(result), ...caveatsOf(result)].flatMap((line) => (line === null ? [] : [prose(line)])),
    ...(first === null ? [] : [prose(first)]),
    `${code(target.baseUrl)} · ${run.join(' · ')} · seed ${seed}`,
    ...(requirements.length === 0 ? [] : [countsTable(requirements)]),
    ...sinceMarkdown(result, MOST_CHANGES, [], whole),
    ...broken(result, whole),
    ...(open.length === 0 ? [] : [`Unclear: ${open.join('; ')}.`]),
    ...(wanted.length === 0 ? [] : [`These settings decide on what is not assessed: ${wanted.map((name) => code(name)).join(', ')}.`]),
    ...(leftBehind === null ? [] : [`Left behind: ${prose(leftBehind)}`]),
  ]);
}

function countsTable(requirements: readonly RequirementResult[]): string {
  const rows = LEVELS.flatMap((level) => {
    const { passed, inPart, failed, notAssessed: open, waived, all } = tally(requirements.filter((entry) => entry.level === level));
    const whole = `${passed - inPart}${inPart === 0 ? '' : ` + ${PARTLY} ${inPart} in part`}`;
    const missing = level === 'completeness' && failed > 0 ? `${failed} not seen whole` : failed;
    return all === 0 ? [] : [`| ${level} | ${whole} | ${missing} | ${open} | ${waived} | ${all} |`];
  });
  const head = ['| statements | passed | failed | not assessed | waived | of |', '| --- | ---: | ---: | ---: | ---: | ---: |'];
  return [...head, ...rows].join('\n');
}

/** What is broken; beside a baseline, what is still there, folded. A waived failure must not be forgotten. */
function broken(result: ConformanceResult, line: (change: Change) => string): string[] {
  const { baseline, endpoints } = result;
  const own = newFirst(result).filter(
    ({ id, level, waived }) => (waived || level !== 'completeness') && (baseline === undefined || baseline.stillThere.includes(id)),
  );
  if (own.length === 0) return [];
  const list = items(
    own.map((finding) => line(changeOf(finding, endpoints))),
    MOST_FINDINGS,
  );
  if (baseline === undefined) return ['### What is broken', list];
  return [`<details><summary>Still there: ${own.length}</summary>`, list, '</details>'];
}

/** With these, no section has more than 60 lines. */
const MOST_ANSWER_LINES = 12;
const MOST_COMMAND_LINES = 18;
const LONGEST_BODY = 800;

const HOW_TO_READ =
  'Each section is one deviation of the target, or fields that it never showed. `docs/for-agents.md` of the suite says how to read it, how to run one test again, and what to leave alone.';

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
    ...(findings.length === 0 ? [] : [HOW_TO_READ]),
    ...(forCurl === null ? [] : [prose(forCurl)]),
    ...sinceMarkdown(result, Number.POSITIVE_INFINITY, ['New']),
    ...(findings.length === 0 ? ['No findings: nothing that was assessed is broken.'] : []),
    ...findings.map((finding) => findingMarkdown(finding, result).trimEnd()),
  ]);
}

/** What a list shows. The statement stands above it, and an answer and commands below. */
const LISTED: readonly FactLabel[] = [
  ...(['Where', 'Baseline', 'Flaky', 'Place', 'Expected', 'Actual', 'Compare'] as const),
  ...(['Requests', 'Counterexample', 'Therefore', 'Waived'] as const),
];

/** One finding as a section of at most 60 lines. It is complete in itself, but for commands that are too long: those stand in a file. */
export function findingMarkdown(finding: Finding, result: FindingContext): string {
  const whole = factsOf(finding, result);
  const { curl: commands = [] } = whole;
  const isShort = commands.length <= MOST_COMMAND_LINES && commands.every(({ length }) => length <= LONGEST_COMMAND);
  const facts = isShort ? whole : factsOf(finding, result, { folder: '' });
  return pageOf([
    `## ${prose(headlineOf(finding, result.endpoints))}`,
    `${titleOf(finding)}: ${(facts.Statement ?? []).map((line) => prose(line)).join('')}`,
    [`- **Finding**: ${code(finding.id)}`, ...factItems(facts, LISTED)].join('\n'),
    ...answerOf(finding, facts),
    ...commandsOf(finding, facts),
  ]);
}

const titleOf = ({ requirement, level, waived }: Finding): string => `${code(requirement)} (${level}${waived ? ', waived' : ''})`;

function factItems(facts: Facts, labels: readonly FactLabel[], longest?: number): string[] {
  return labels.flatMap((label) => {
    const shown = facts[label]?.map((line) => (isValue(label) ? code(line, longest) : prose(line)));
    return shown === undefined ? [] : [`- **${label}**: ${shown.join(', ')}`];
  });
}

function answerOf({ exchange }: Finding, { Answer: lines }: Facts): string[] {
  if (exchange === undefined) return [];
  const heading = `In ${code(exchange.title)}${exchange.failure === null ? '' : `: ${prose(exchange.failure.message)}`}`;
  const text = lines?.join('\n') ?? clip(exchange.answer?.body ?? '', LONGEST_BODY);
  return text === '' ? [heading] : [heading, codeBlock(text, '', MOST_ANSWER_LINES)];
}

function commandsOf({ sequence }: Finding, { Again = [], curl, Replay }: Facts): string[] {
  const where = curl?.[0]?.startsWith('sh ') ? ', from the folder of the report' : '';
  const again = [...Again.map((line) => prose(line)), `Send the request${sequence ? 's' : ''} again${where}:`].join(' ');
  const block = (words: string, lines?: readonly string[]) => (lines ? [words, codeBlock(lines.join('\n'), 'sh', MOST_COMMAND_LINES)] : []);
  return [...block(again, curl), ...block('Run the test again:', Replay)];
}

const LONGEST_COMMAND = 2000;

const lostMarkdown = (lost: LostTarget): string[] => [
  `**${prose(lost.reason)}**`,
  prose(lostHeading(lost)),
  ...lost.requests.flatMap((request, index) => [
    `${index + 1}. ${prose(lastRequest(request))}`,
    codeBlock(clip(request.curl, LONGEST_COMMAND), 'sh', MOST_COMMAND_LINES),
  ]),
];

const LONGEST_CHANGE = 300;

const changeMarkdown = ({ id, text }: Change): string => `${code(id)} ${prose(text, LONGEST_CHANGE)}`.trim();

/** What changed since the baseline, in blocks, at most so much of each list, without the lists that stand elsewhere. */
function sinceMarkdown(result: ConformanceResult, most: number, without: readonly string[], changeLine = changeMarkdown): string[] {
  const { baseline } = result;
  if (baseline === undefined) return [];
  return [
    `**Since the baseline: ${prose(sinceSentence(result))}** (${prose(baselineName(baseline))})`,
    ...baselineCaveats(result).map((sentence) => prose(sentence)),
    ...Object.entries(changesSince(result)).flatMap(([heading, changes]) =>
      changes.length === 0 || without.includes(heading) ? [] : [`${heading}:\n\n${items(changes.map(changeLine), most)}`],
    ),
  ];
}
