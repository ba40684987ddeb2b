import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { FAULTS } from '../faults/index.ts';
import { type FaultOutcome, OUTCOME } from '../judge-fault.ts';
import { figureRows, shortcomings, type Tally, tally, type VariantOutcome } from './tally.ts';

const DIRECTORY = process.env.CES_REPORT_DIR ?? 'reports';
const FILE = join(DIRECTORY, 'faults.json');

/** More than the longest label. */
const LABEL_WIDTH = 38;

/** Gathers what the suite saw of each fault and variant, writes `faults.json`, and fails the run where that is not enough. */
export default class FaultReporter implements Reporter {
  readonly #outcomes: FaultOutcome[] = [];
  readonly #variants: VariantOutcome[] = [];
  readonly #troubles: string[] = [];
  readonly #playedAgain = new Set<string>();
  #total = 0;
  #ended = 0;

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#total = suite.allTests().length;
    if (process.argv.includes('--list')) for (const test of suite.allTests()) process.stdout.write(`${test.title}\n`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const isLast = result.status === 'passed' || result.retry === test.retries;
    if (isLast) this.#ended += 1;
    else this.#playedAgain.add(test.title);
    const body = result.attachments.find(({ name }) => name === OUTCOME)?.body;
    const message = stripVTControlCharacters(result.errors.map((error) => error.message ?? error.value ?? '').join('\n'));
    if (!isLast) process.stdout.write('\nThe next one is played again: ');
    else if (body) this.#outcomes.push(JSON.parse(body.toString('utf8')) as FaultOutcome);
    else if (test.title.startsWith('fault: ')) this.#troubles.push(`${test.title} did not end (${result.status}): ${message}`);
    else this.#variants.push({ name: test.title, alarm: result.status !== 'passed', message });
    if (result.status !== 'passed') process.stdout.write(`\n${test.title}: ${message}\n`);
    else if (process.stdout.isTTY) process.stdout.write(`\r${this.#ended} of ${this.#total}`);
  }

  onError(error: TestError): void {
    this.#troubles.push(stripVTControlCharacters(error.message ?? error.value ?? 'unknown error'));
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    if (this.#ended === 0 && result.status === 'passed' && this.#troubles.length === 0) return { status: result.status }; // only listed
    const figures = tally(this.#outcomes, this.#variants);
    const ended = this.#ended === this.#total ? [] : [`Only ${this.#ended} of ${this.#total} tests ended (${result.status})`];
    const problems = [...this.#troubles, ...ended, ...shortcomings(figures, this.#outcomes.length === FAULTS.length)];
    mkdirSync(DIRECTORY, { recursive: true });
    const outcomes = [...this.#outcomes].sort((a, b) => a.name.localeCompare(b.name));
    const written = { ...figures, problems, durationMs: result.duration, outcomes };
    writeFileSync(FILE, `${JSON.stringify(written, null, 2)}\n`);
    process.stdout.write(summary(figures, problems, result.duration));
    if (this.#playedAgain.size > 0) process.stdout.write(`Played again: ${[...this.#playedAgain].join('; ')}\n`);
    return { status: problems.length > 0 && result.status === 'passed' ? 'failed' : result.status };
  }
}

function summary(figures: Tally, problems: readonly string[], durationMs: number): string {
  return [
    '',
    ...figureRows(figures, durationMs).map(([label, value]) => label.padEnd(LABEL_WIDTH) + value),
    ...problems.map((problem) => `\nFAILS: ${problem}`),
    `\nEach outcome is in ${FILE}`,
    '',
  ].join('\n');
}
