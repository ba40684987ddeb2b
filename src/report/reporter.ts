import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { settingsAsUsed, sharedFacts } from '../target/run-environment.ts';
import { readSettings } from '../target/settings.ts';
import { assemble, type TestOutcome } from './assemble.ts';
import { ENDPOINT_ANNOTATION, EVIDENCE, type Evidence, REQUIREMENT_ANNOTATION, type RunFacts } from './evidence.ts';
import { NO_VERDICT } from './no-verdict.ts';
import { Progress } from './progress.ts';
import { countingFailures } from './verdict.ts';
import { writeReports } from './write-reports.ts';

/**
 * Playwright's reporter for this suite: gathers the evidence of all tests and writes the reports when the run ends, however it ends.
 * It works on shards and on merged blob reports, since everything it needs travels in the tests' attachments.
 */
export default class ConformanceReporter implements Reporter {
  readonly #evidence = new Map<string, Evidence>();
  readonly #missing = new Map<string, string>();
  readonly #progress = new Progress(process.stdout);
  #suite: Suite | null = null;
  #startedAt = new Date();
  #noVerdictReason: string | null = null;

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#progress.begin(suite.allTests().length);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const attachment = result.attachments.find(({ name }) => name === EVIDENCE);
    if (attachment?.body) this.#evidence.set(test.id, JSON.parse(attachment.body.toString('utf8')) as Evidence);
    else this.#missing.set(test.id, missingReason(test, result));
    this.#progress.ended(result.status);
  }

  onError(error: TestError): void {
    const message = error.message ?? error.value ?? 'unknown error';
    if (message.includes(NO_VERDICT)) this.#noVerdictReason = message.slice(message.indexOf(NO_VERDICT) + NO_VERDICT.length).trim();
    else this.#noVerdictReason ??= `The run broke off: ${message}`;
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    this.#progress.end();
    const outcome = assemble({
      tests: this.#suite?.allTests().map((test) => this.#outcome(test)) ?? [],
      facts: this.#facts(),
      startedAt: result.startTime ?? this.#startedAt,
      durationMs: result.duration,
      interrupted: result.status === 'interrupted' || result.status === 'timedout',
      noVerdictReason: this.#noVerdictReason,
    });
    const { run } = readSettings(process.env);
    await writeReports(outcome, { directory: run.reportDir, failOn: run.failOn, colour: process.stdout.isTTY === true });
    const bad =
      outcome.verdict === 'no-verdict' ||
      countingFailures(outcome.requirements, run.failOn).length > 0 ||
      (run.requireComplete && !outcome.complete);
    return { status: result.status === 'interrupted' || result.status === 'timedout' ? result.status : bad ? 'failed' : 'passed' };
  }

  #outcome(test: TestCase): TestOutcome {
    const described = (type: string) =>
      test.annotations.filter((annotation) => annotation.type === type).map(({ description = '' }) => description);
    const number = Number(described(ENDPOINT_ANNOTATION)[0]);
    return {
      title: test.title,
      endpoint: Number.isNaN(number) ? null : number,
      requirements: described(REQUIREMENT_ANNOTATION),
      evidence: this.#evidence.get(test.id) ?? null,
      missing: this.#missing.get(test.id) ?? 'The run ended before this check',
    };
  }

  #facts(): RunFacts {
    const [first] = this.#evidence.values();
    if (first) return first.run;
    const settings = readSettings(process.env);
    return {
      seed: settings.run.seed,
      baseUrl: settings.baseUrl ?? '',
      embedded: sharedFacts().embedded,
      settings: settingsAsUsed(settings),
    };
  }
}

function missingReason(test: TestCase, result: TestResult): string {
  if (result.status === 'timedOut') return `The check did not end within ${test.timeout} ms`;
  return `The check ended (${result.status}) without evidence: ${result.error?.message ?? 'no reason was given'}`;
}
