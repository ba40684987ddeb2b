import { existsSync } from 'node:fs';
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { COMMON_LISTING, LATER_ROUND } from '../engine/run-state.ts';
import { clip, visibleLine } from '../http/text.ts';
import { type ConformanceResult, type Finding, FORMAT, type SensitivityResult } from '../result/result.ts';
import { judgedBy } from '../result/verdict.ts';
import { isSameTarget, readResult, UnusableResult } from '../settings/files/stored-result.ts';
import { toBadge, toBadgeSvg } from './badge.ts';
import { toAnnotations, toCodeQuality, withoutCommands } from './code-hosts.ts';
import { plainHeadline } from './finding-view.ts';
import { renderHtml } from './html/render.tsx';
import { toFindingsMarkdown, toMarkdown } from './markdown.ts';
import { scriptOf, sendAgain } from './send-again.ts';
import { findingsBlock, lostBlock, verdictBlock } from './terminal.ts';
import { toCtrf, toJunit } from './test-cases.ts';

/** Writes every report, and prints findings and verdict on standard output, with annotations where GitHub Actions reads it. */
export async function writeReports(result: ConformanceResult, directory: string, annotate: boolean): Promise<void> {
  const colour = process.stdout.isTTY === true;
  await writeReportFiles(result, directory);
  await appendStepSummary(toMarkdown(result));
  const report = relative('', join(directory, 'index.html'));
  const { [LATER_ROUND]: later, [COMMON_LISTING]: common } = process.env;
  const isLaterRound = later !== undefined;
  // A watch says what all its rounds left.
  const own = common === undefined ? result : { ...result, leftBehind: [] };
  const blocks = [
    ...(result.lost ? [lostBlock(result.lost, { colour })] : []),
    ...(isLaterRound ? [] : findingsBlock(result, { colour, folder: resolve(directory) })),
    // What a round of failed checks did not assess was not asked for.
    ...(isLaterRound && result.partial && result.verdict !== 'no-verdict' ? [] : [verdictBlock(own, report, { colour })]),
  ];
  const text = blocks.map((block) => `${block}\n`).join('\n');
  process.stdout.write(annotate ? withoutCommands(text) + toAnnotations(result, judgedBy(result.settings).failOn) : text);
}

export async function writeReportFiles(result: ConformanceResult, directory: string): Promise<void> {
  const { failOn } = judgedBy(result.settings);
  const files: [string, string][] = [
    ['conformance.json', `${JSON.stringify(result, null, 2)}\n`],
    ['index.html', renderHtml(result)],
    ['junit.xml', toJunit(result, failOn)],
    ['ctrf.json', toCtrf(result, failOn)],
    ['summary.md', toMarkdown(result)],
    ['findings.md', toFindingsMarkdown(result)],
    ['gl-code-quality.json', toCodeQuality(result)],
    ['badge.svg', toBadgeSvg(result)],
    ['badge.json', `${JSON.stringify(toBadge(result))}\n`],
  ];
  await rm(join(directory, 'curl'), { recursive: true, force: true });
  for (const finding of result.findings ?? []) {
    const script = scriptOf(finding);
    if (script !== null) files.push([script, scriptText(finding, result)]);
  }
  for (const [name, content] of files) {
    const path = join(directory, name);
    await mkdir(dirname(path), { recursive: true });
    // Nobody reads half a report.
    await writeFile(`${path}.part`, content);
    await rename(`${path}.part`, path);
  }
}

const LONGEST_COMMENT = 300;

/** The commands, below what they are to show: whoever finds the file has no report beside it. */
function scriptText(finding: Finding, { endpoints }: ConformanceResult): string {
  const { advice = null, commands = '' } = sendAgain(finding) ?? {};
  const { expected, actual } = finding;
  const said = [plainHeadline(finding, endpoints), `Expected: ${expected}`, `Actual: ${actual}`, ...(advice === null ? [] : [advice])];
  return [...said.map((line) => `# ${visibleLine(clip(line, LONGEST_COMMENT))}`), commands, ''].join('\n');
}

/** GitHub Actions and compatible servers show the Markdown in this file on the page of a run. */
const VARIABLE = 'GITHUB_STEP_SUMMARY';

/** Appends to the step summary, if there is one. A failure to write it is reported and changes no outcome. */
export async function appendStepSummary(markdown: string, environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const file = environment[VARIABLE];
  if (file === undefined || file === '') return;
  try {
    await appendFile(file, `${markdown}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `The summary could not be appended to the file that ${VARIABLE} names: ${reason}. The reports are complete without it.\n`,
    );
  }
}

export type MeasuredSensitivity = SensitivityResult & Pick<ConformanceResult, 'target'>;

/** Adds a sensitivity to the result in a folder, if it is of the same target, and writes its reports again. Returns the outcome in one line. */
export async function addSensitivity(
  { target, sentence, noticed, assessed, measuredAt, unseen }: MeasuredSensitivity,
  directory: string,
): Promise<string> {
  const file = join(directory, 'conformance.json');
  if (!existsSync(file)) return `No report tells it: there is no ${file}, as a run of the suite writes it.`;
  try {
    const result = readResult(file);
    if (!isSameTarget(target, result.target)) return `No report tells it: ${file} is about another target.`;
    // The member came with 1.1. A result of a later version keeps its own.
    const format = result.format.startsWith('1.0.') ? FORMAT : result.format;
    await writeReportFiles({ ...result, format, sensitivity: { sentence, noticed, assessed, measuredAt, unseen } }, directory);
    return `The report beside it tells it too: ${join(directory, 'index.html')}`;
  } catch (error) {
    if (!(error instanceof UnusableResult)) throw error;
    return `No report tells it: ${error.message}`;
  }
}
