import { toAnnotations, toCodeQuality } from '../../src/report/code-hosts.ts';
import { comparisonText, historyText } from '../../src/report/comparison-words.ts';
import { renderComparison } from '../../src/report/html/compare.tsx';
import { renderHistory } from '../../src/report/html/history.tsx';
import { renderHtml } from '../../src/report/html/render.tsx';
import { toFindingsMarkdown, toMarkdown } from '../../src/report/markdown.ts';
import { findingsBlock, lostBlock, verdictBlock } from '../../src/report/terminal.ts';
import { toCtrf, toJunit } from '../../src/report/test-cases.ts';
import { compare } from '../../src/result/compare/comparison.ts';
import { entryOf } from '../../src/result/compare/side.ts';
import { grouped } from '../../src/result/lists.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import type { FailOn } from '../../src/result/verdict.ts';
import { expect, test } from '../test.ts';
import * as sample from './sample-result.ts';
import { CAVEATS, LOST } from './sample-surroundings.ts';

// What people read, a file a format: `npx playwright test -c self-tests/self-tests.config.ts golden --update-snapshots` writes them anew.
const EVENTFUL = { 'findings of every kind, beside a baseline': eventfulResult() };
const LOST_TARGET = { 'the target was lost, and no verdict': { ...sample.noVerdictResult(), lost: LOST } };
const QUIET = { 'filtered, and stopped': sample.partialResult(), ...LOST_TARGET };
const UNEVENTFUL = { 'everything passed': sample.passingResult(), ...QUIET };
const ALL = { 'everything passed': sample.passingResult(), ...EVENTFUL, ...QUIET };

/** Each result as a format shows it, under its name. */
const shown = (render: (result: ConformanceResult) => string, results: Readonly<Record<string, ConformanceResult>> = ALL) =>
  `${Object.entries(results)
    .map(([name, result]) => `${'='.repeat(20)} ${name}\n${render(result).trimEnd()}`)
    .join('\n\n')}\n`;

/** Of the statements that passed, two, and of their checks, and the endpoints at which something did not pass: the others read alike. */
const { requirements: OF_FAILING } = sample.failingResult();
const KEPT = OF_FAILING.filter(({ status, partly }, index) => status !== 'passed' || partly || index < 2).map(({ id }) => id);
const NOT_PASSED = [1, 2, 5, 8, 10, 13, 15, 17, 18];
const few = (result: ConformanceResult): ConformanceResult => ({
  ...result,
  endpoints: result.endpoints.filter(({ number }) => NOT_PASSED.includes(number)),
  latencies: result.latencies.filter(({ endpoint }) => NOT_PASSED.includes(endpoint)),
  requirements: result.requirements
    .filter(({ id }) => KEPT.includes(id))
    .map((entry) => ({ ...entry, checks: entry.checks.filter(({ status }, index) => status !== 'passed' || index < 2) })),
});

/** A later run, of a suite that says its first statement in other words, at a target that answers a question otherwise. */
function later(result: ConformanceResult): ConformanceResult {
  const requirements = result.requirements.map((entry, index) => (index === 0 ? { ...entry, text: 'Other words.' } : entry));
  const observations = result.observations.map((entry) => (entry.id === 'campaign.create-status' ? { ...entry, answer: 200 } : entry));
  return { ...result, startedAt: '2026-04-01T00:00:00Z', requirements, observations };
}

/** Without findings that say nothing in another way than those that stay. The terminal shows all. */
const telling = (result: ConformanceResult): ConformanceResult => ({
  ...result,
  findings: (result.findings ?? []).filter(({ requirement }) => !ALIKE.includes(requirement)),
});
const ALIKE = ['authentication.required', 'robustness.hostile-ids', 'completeness.endpoint-8'];

const ONE = { ...sample.failingResult(), findings: sample.failingResult().findings?.slice(0, 1) ?? [], requirements: [], leftBehind: [] };
const history = sample.historyOfFiles(...sample.storedRuns().map(([file, result]) => [file, few(result)] as const));
/** A run of another target, one with an older statement, and at the end one for which some findings are gone, and that did not look for others. */
const eventfulHistory = sample.historyOfDays(
  ...[
    { ...sample.passingResult(), target: { baseUrl: 'https://other.example', embedded: false } },
    later(sample.failingResult()),
    sample.passingResult(),
    sample.changedResult(),
    sample.passingResult(),
    sample.failingResult(),
    sample.partialResult(),
  ].map((result) => ({ ...few(result), latencies: [] })),
);
const comparison = compare([entryOf('a.json', few(sample.passingResult())), entryOf('b.json', later(few(sample.failingResult())))]);

/** Which findings are errors, and which warnings. */
const titlesAt = (failOn: FailOn) => `failing on ${failOn}:\n${toAnnotations(sample.changedResult(), failOn).replace(/(?<=\)::).*/g, '')}`;
const FAIL_ON = ['requirement', 'robustness', 'completeness', 'new'] as const;

for (const [file, text] of [
  ['terminal.txt', () => shown((result) => [...findingsBlock(result), verdictBlock(result, 'reports/index.html')].join('\n\n'))],
  ['lost-target.txt', () => `${lostBlock(LOST)}\n${lostBlock({ ...LOST, requests: [] })}\n`],
  ['findings.txt', () => shown((result) => toFindingsMarkdown(telling(result)), { ...EVENTFUL, ...LOST_TARGET })],
  ['summary.txt', () => shown((result) => toMarkdown(telling(result)), { ...ALL, 'one finding, without a baseline': ONE })],
  ['report.txt', () => `${pageText(renderHtml(few(eventfulResult())))}\n`],
  ['history.txt', () => `${historyText(history)}\n\n${pageText(renderHistory(history))}\n`],
  ['history-of-changes.txt', () => `${historyText(eventfulHistory)}\n\n${pageText(renderHistory(eventfulHistory).replace(RUNS, ''))}\n`],
  ['first-screens.txt', () => shown((result) => firstScreen(renderHtml(few(result))), UNEVENTFUL)],
  ['annotations.txt', () => FAIL_ON.map((failOn) => titlesAt(failOn)).join('\n') + toAnnotations(sample.changedResult(), 'new')],
  ['code-quality.txt', () => toCodeQuality({ ...sample.failingResult(), findings: fewFindings() })],
  // What passed reads alike.
  ['junit.xml', () => toJunit(few(sample.failingResult())).replace(PASSED_LATER, '')],
  ['ctrf.txt', () => fewCases(toCtrf(few(sample.failingResult()), 'robustness'))],
  ['compare.txt', () => `${comparisonText(comparison)}\n\n${pageText(renderComparison(comparison))}\n`],
] as const)
  test(`${file} reads as it was approved`, () => expect(text()).toMatchSnapshot(file));

/** The list of runs, which `history.txt` shows. */
const RUNS = /<section id="runs".*?<\/section><\/section>/s;

/** Cases of a suite that passed and have nothing to say, but for its first. */
const PASSED_LATER = /(?<=<\/testcase>\n) {4}<testcase [^>]*>\n {6}<properties>\n.*\n {6}<\/properties>\n {4}<\/testcase>\n/g;

/** The first entry of each kind. */
const oneOfEach = <T>(entries: readonly T[], kindOf: (entry: T) => string): T[] =>
  [...grouped(entries, kindOf).values()].flatMap(([first]) => first ?? []);

/** One finding of each severity. */
const fewFindings = () => oneOfEach(sample.failingResult().findings ?? [], ({ waived, level }) => `${waived} ${level}`);

/** One case of each status: the names and messages of all are in `junit.xml`. */
function fewCases(ctrf: string): string {
  const { results, ...report } = JSON.parse(ctrf);
  const tests = oneOfEach<Record<string, string>>(results.tests, ({ status = '' }) => status);
  return `${JSON.stringify({ ...report, results: { ...results, tests } }, null, 2)}\n`;
}

/** What is seen before anything is opened, down to the matrix, without the contents, which repeat the headings. */
function firstScreen(html: string): string {
  const closed = html.replace(/<article.*?<\/article>/gs, '').split(/<section id="(?:matrix|sensitivity)"/)[0] ?? '';
  return pageText(closed.replace(/<(search|nav).*?<\/\1>/gs, ''));
}

/** The changed result with what a finding has only now and then: a contrast, what follows from it, and a waiver that is over. */
function eventfulResult(): ConformanceResult {
  const result = sample.changedResult();
  const [, ...others] = result.findings ?? [];
  const ids = result.requirements.map(({ id }) => id);
  const more = { contrast: 'only when `segment` is left out', consequences: ids.slice(0, 6), endpoints: [1, 2, 5, 18], checks: 24 };
  return { ...result, findings: [{ ...sample.firstFinding(result), ...more }, ...others], ...CAVEATS };
}

const BREAKS = /<\/?(?:h\d|p|li|ul|ol|tr|table|section|article|details|summary|div|dt|pre|header|nav|main|caption|figure)\b[^>]*>/g;

/** What a page says, a block a line, without markup, the known faults, and what is only copied. How JSON is laid out is another test's. */
function pageText(html: string): string {
  return html
    .replace(/^.*?<body[^>]*>/s, '')
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<pre [^>]*hidden>.*?<\/pre>|<wbr\s*\/?>|<ul class="faults">.*?<\/ul>/gs, '')
    .replaceAll(/<\/dt>|<\/dd>(?=<dd)/g, ' · ')
    .replace(/<pre\b.*?<\/pre>/gs, (text) => text.replace(/\s+/g, ' '))
    .replace(BREAKS, '\n')
    .replace(/<\/t[dh]>/g, ' | ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
