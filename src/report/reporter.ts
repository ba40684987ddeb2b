import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError, TestResult, TestStep } from '@playwright/test/reporter';
import { type AttachedEvidence, EVIDENCE, type Evidence, OBSTACLE, type RunFacts } from '../engine/evidence/evidence.ts';
import { NO_VERDICT } from '../engine/no-verdict.ts';
import { coversOf } from '../engine/playwright/covers-annotations.ts';
import { restoreFailure } from '../engine/playwright/own-run.ts';
import { isPartial, keepShard, mergeObstacles, missingShards, notePlanned, type Part, partsOf } from '../engine/playwright/parts.ts';
import { ownRunnerArguments, type RunnerArguments } from '../engine/playwright/runner-arguments.ts';
import { factsOf, prepareEnvironment } from '../engine/run-environment.ts';
import { LATER_ROUND } from '../engine/run-state.ts';
import { clip } from '../http/text.ts';
import { invocation, outliveReaders } from '../installation/installation.ts';
import { assemble, type RunOutcome, type TestOutcome } from '../result/assemble.ts';
import { UNSAID } from '../result/left-open.ts';
import type { ConformanceResult } from '../result/result.ts';
import { countingFailures, failsRun, judgedBy, NONE_ASSESSED } from '../result/verdict.ts';
import { findBaseline } from '../settings/files/stored-result.ts';
import { readWaivers } from '../settings/files/waivers.ts';
import { readSettings } from '../settings/settings.ts';
import { ENDPOINTS } from '../specification/endpoints.ts';
import { findingLine } from './finding-view.ts';
import { liveFindings, progressOn } from './progress.ts';

/** Playwright's reporter for this suite. It works on shards and on merged blobs too: the tests' attachments carry everything it needs. */
export default class ConformanceReporter implements Reporter {
  readonly #evidence = new Map<string, Evidence>();
  readonly #missing = new Map<string, string>();
  readonly #progress = progressOn(process.stdout);
  readonly #newFindingsIn = liveFindings((tests) => this.#assembled({ tests }).findings ?? []);
  #suite: Suite | null = null;
  /** A shard sees only a part: another one may have what it lacks. */
  #isPart = false;
  #parts: readonly Part[] = [];
  #mismatch = '';
  #startedAt = new Date();
  #noVerdictReason: string | null = null;
  /** What writes the reports is loaded while the tests run, when this process has nothing else to do. */
  #writing: Promise<typeof import('./write-reports.ts')> | null = null;

  constructor() {
    outliveReaders();
    // The runner writes its reports after SIGINT only; `timeout` and service managers send SIGTERM to every process of a run.
    process.on('SIGTERM', () => process.kill(process.pid, 'SIGINT'));
  }

  async preprocess({ config, suite, testRun }: Parameters<NonNullable<Reporter['preprocess']>>[0]): Promise<void> {
    if (config.shard) keepShard(suite, testRun, config.shard);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#isPart = config.shard !== null;
    this.#parts = partsOf(config.metadata);
    notePlanned(config.metadata, suite);
    this.#progress.begin(suite.allTests().length);
    if (this.#isPart) return;
    this.#mismatch = mergeObstacles(this.#parts).join(' ');
    this.#noVerdictReason ??= this.#mismatch === '' ? missingShards(this.#parts) : this.#mismatch;
    const seeds = new Set(this.#parts.map(({ seed }) => seed));
    if (seeds.size > 1) process.stderr.write(`The shards drew seeds of their own (${[...seeds].join(', ')}): give them one CES_SEED.\n`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#writing ??= import('./write-reports.ts');
    restoreFailure(test, result);
    this.#take(result.attachments);
    if (this.#evidence.has(test.title)) return;
    // The suite lost a check that did not end, unless it was asked to stop. No verdict may rest on the others alone.
    const reason = missingReason(test, result);
    this.#missing.set(test.id, reason);
    if (result.status === 'failed' || result.status === 'timedOut') this.#noVerdictReason ??= `${test.title}: ${reason}`;
  }

  /** Evidence comes as scenarios end, whichever test Playwright waits for. */
  onStepEnd(_test: TestCase, _result: TestResult, { attachments }: TestStep): void {
    this.#take(attachments);
  }

  /** What the run says before its first write. A merge plays it again for each shard, and writes nothing. */
  onStdOut(chunk: string | Buffer): void {
    if (this.#parts.length > 1) return;
    this.#progress.say(chunk.toString().trimEnd());
  }

  onError(error: TestError): void {
    const message = error.message ?? error.value ?? 'unknown error';
    if (message.includes(NO_VERDICT)) this.#noVerdictReason = message.slice(message.indexOf(NO_VERDICT) + NO_VERDICT.length).trim();
    else
      this.#noVerdictReason ??= message.includes('No tests found') ? nothingMatches(ownRunnerArguments()) : `The run broke off: ${message}`;
  }

  /** Such as what provider states report. */
  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(chunk);
  }

  /** Playwright says nothing of a reporter that fails. */
  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    this.#progress.end();
    try {
      return await this.#report(result);
    } catch (error) {
      process.stderr.write(`The report could not be written: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      throw error;
    }
  }

  async #report({ status, startTime, duration }: FullResult): Promise<{ status: FullResult['status'] }> {
    const interrupted = INTERRUPTIONS[status] ?? null;
    const { reportDir, baseline } = prepareEnvironment().run;
    const outcome = this.#assembled({
      tests: this.#mismatch === '' ? (this.#suite?.allTests().map((test) => this.#outcome(test)) ?? []) : [],
      startedAt: startTime ?? this.#startedAt,
      durationMs: duration,
      interrupted: interrupted !== null,
      noVerdictReason: interrupted ?? this.#noVerdictReason,
      // The earlier result that the settings of this machine name, as they do the waivers.
      ...(baseline !== null && { baseline: findBaseline(baseline, this.#facts()) }),
    });
    // Shards would repeat each other; the merged report annotates.
    const annotate = process.env.GITHUB_ACTIONS === 'true' && !this.#isPart;
    const { writeReports } = await (this.#writing ?? import('./write-reports.ts'));
    await writeReports(outcome, reportDir, annotate);
    const bad = interrupted !== null || this.#isBad(outcome);
    // `merge-reports` ignores a reporter's status and would end with 0.
    if (bad)
      process.once('exit', (code) => {
        process.exitCode = code || 1;
      });
    return { status: interrupted !== null ? status : bad ? 'failed' : 'passed' };
  }

  /** The result of tests that have ended. Where it does not matter yet how the run ends, it went well. */
  #assembled(run: Pick<RunOutcome, 'tests'> & Partial<RunOutcome>): ConformanceResult {
    const { waivers } = prepareEnvironment().run;
    return assemble({
      facts: this.#facts(),
      startedAt: this.#startedAt,
      durationMs: 0,
      interrupted: false,
      partial: isPartial(this.#parts),
      noVerdictReason: null,
      waivers: waivers === null ? [] : readWaivers(waivers),
      ...run,
    });
  }

  #isBad(outcome: ConformanceResult): boolean {
    // A shard may have nothing to judge. The merged report shows whether the run has.
    const hasVerdict = outcome.verdict !== 'no-verdict' || (this.#isPart && outcome.noVerdictReason === NONE_ASSESSED);
    if (!hasVerdict || outcome.waiverProblems !== undefined) return true;
    if (!this.#isPart) return failsRun(outcome);
    return countingFailures(outcome, judgedBy(outcome.settings).failOn).some(({ level }) => level !== 'completeness');
  }

  #take(attachments: TestResult['attachments']): void {
    for (const { name, body } of attachments) {
      if (name === OBSTACLE) this.#noVerdictReason ??= body?.toString('utf8') ?? null;
      if (name !== EVIDENCE || body === undefined) continue;
      const { title, evidence } = JSON.parse(body.toString('utf8')) as AttachedEvidence;
      if (this.#evidence.has(title)) continue;
      this.#evidence.set(title, evidence);
      this.#progress.ended(evidence.checks.some(({ status }) => status === 'failed'));
      const test = this.#suite?.allTests().find((each) => each.title === title);
      // A merged report repeats runs that have been watched; a watch shows what changed after each round.
      const isMerged = !this.#isPart && this.#parts.some(({ shard }) => shard !== null);
      if (test === undefined || isMerged || process.env[LATER_ROUND] !== undefined) continue;
      for (const finding of this.#newFindingsIn(this.#outcome(test)))
        this.#progress.say(clip(findingLine(finding, ENDPOINTS), LONGEST_LINE));
    }
  }

  #outcome(test: TestCase): TestOutcome {
    return {
      title: test.title,
      covers: coversOf(test.annotations),
      evidence: this.#evidence.get(test.title) ?? null,
      missing: this.#missing.get(test.id) ?? 'The run ended before this check',
    };
  }

  #facts(): RunFacts {
    const [first] = this.#evidence.values();
    return first ? first.run : factsOf(readSettings(process.env));
  }
}

/** Never shows a file: it may be a word that was meant for something else. */
function nothingMatches(runner: RunnerArguments | null): string {
  const { grep, grepInvert } = runner?.options ?? {};
  // Without the end of a word that the command adds to a tag.
  const options = Object.entries({ '--grep': grep, '--grep-invert': grepInvert }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${JSON.stringify(value).replaceAll('\\\\b', '')}`],
  );
  const given = [...options, ...(runner !== null && runner.files.length > 0 ? ['the files'] : [])];
  return `No test matches ${given.length === 0 ? 'the options' : given.join(' and ')}. Each is a regular expression; ${invocation('conformance', '--list')} shows the titles and files of all tests.`;
}

const LONGEST_LINE = 300;

const INTERRUPTIONS: Partial<Record<FullResult['status'], string>> = {
  interrupted: 'The run was interrupted.',
  timedout: 'The run reached its time limit.',
};

function missingReason(test: TestCase, result: TestResult): string {
  if (result.status === 'interrupted') return 'The run was interrupted during this check';
  if (result.status === 'timedOut') return `The check did not end within ${test.timeout} ms`;
  return `The check ended (${result.status}) without evidence: ${result.error?.message ?? UNSAID}`;
}
