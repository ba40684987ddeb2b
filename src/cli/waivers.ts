import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { invocation } from '../installation/invocation.ts';
import { readResult } from '../result/compare/read-result.ts';
import { judgedBy } from '../result/counting.ts';
import type { ConformanceResult, RequirementResult } from '../result/result.ts';
import { type Drafted, draftWaivers, PLACEHOLDER, waive } from '../result/waive.ts';
import { loadEnvironment } from '../settings/environment.ts';
import { isSameTarget } from '../settings/files/baseline.ts';
import { UnusableResult } from '../settings/files/stored-result.ts';
import { entryProblems, readEntries, type Waiver } from '../settings/files/waivers.ts';
import type { Arguments } from './command.ts';
import { KEPT_RESULT, wholeResultIn } from './earlier-reports.ts';

/** A drafted waiver holds so long: enough to mend something, and short enough to look at it again. */
const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

interface Options {
  readonly write: boolean;
  /** Of waivers. */
  readonly file: string;
  /** The file of the run's result. */
  readonly result: string;
  /** Takes its place where it is not that of a whole run; null where people named the file. */
  readonly kept: string | null;
}

/**
 * Prints the state of each waiver after the last run, and drafts one for each failure that has none. With `--write`, adds the drafts to the file.
 * @throws UnusableResult when file or result are unusable
 */
export function main(args: Arguments): number {
  const given = optionsOf(args);
  const { write, file } = given;
  const { result, from, note } = lastWhole(given);
  const options = { ...given, result: from };
  const entries = existsSync(file) ? readEntries(file) : [];
  const now = Date.now();
  const expires = isoDay(now + DAYS * DAY_MS);
  const drafted = draftWaivers(result.requirements, entries.filter(isWaiver), judgedBy(result.settings).failOn, expires);
  if (note !== null) print(note);
  for (const [index, entry] of entries.entries()) print(`${index + 1}. ${nameOf(entry)}: ${stateOf(entry, result, isoDay(now))}`);
  if (write && drafted.waivers.length > 0) writeFileSync(file, `${JSON.stringify([...entries, ...drafted.waivers], null, 2)}\n`);
  print(summary(drafted, entries.length, options, expires));
  return 0;
}

function optionsOf({ variables, values, words: [file] }: Arguments): Options {
  const { environment } = loadEnvironment(process.cwd(), process.env, variables);
  const given = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const reportDir = given('CES_REPORT_DIR') ?? 'reports';
  const named = values.result?.at(-1);
  return {
    write: 'write' in values,
    file: file ?? given('CES_WAIVERS') ?? 'waivers.json',
    result: named ?? join(reportDir, 'conformance.json'),
    kept: named === undefined ? join(reportDir, KEPT_RESULT) : null,
  };
}

/**
 * The result of the last whole run: what a run left out must not seem to pass. A note says which was read, where it is not that of the last run.
 * @throws UnusableResult where there is none about the target of the last run
 */
function lastWhole({ result: file, kept }: Options) {
  const result = readResult(file);
  const [problem, advice = ''] = lack(result);
  if (problem === undefined) return { result, from: file, note: null };
  const whole = kept === null ? null : wholeResultIn(kept);
  if (kept === null || whole === null || !isSameTarget(whole.target, result.target)) {
    throw new UnusableResult(file, problem, `Run ${invocation('conformance')} to its end, then draft.${advice}`);
  }
  const note = `Read ${kept}, the last whole run (${whole.startedAt}), in place of ${file}: ${problem}. What was mended since is still broken there.`;
  return { result: readResult(kept), from: kept, note };
}

/** What keeps a result from speaking for a whole run, and what to do beside a run; empty where nothing does. */
function lack({ partial, interrupted, verdict, noVerdictReason }: ConformanceResult): readonly string[] {
  if (partial) return ['the run was filtered, so other failures may be missing', ' Leave filters out.'];
  if (interrupted) return ['the run was interrupted'];
  return verdict === 'no-verdict' ? [`no verdict: ${noVerdictReason ?? 'nothing was assessed'}`] : [];
}

/** Whether an entry says which failure it is about. A run may still refuse it for other reasons. */
function isWaiver(entry: unknown): entry is Waiver {
  const { requirement, message } = (entry ?? {}) as Partial<Record<keyof Waiver, unknown>>;
  return typeof requirement === 'string' && typeof message === 'string' && message.trim() !== '';
}

function nameOf(entry: unknown): string {
  if (!isWaiver(entry)) return JSON.stringify(entry).slice(0, 60);
  return `${entry.requirement}${entry.endpoint === undefined ? '' : ` at endpoint ${entry.endpoint}`}`;
}

function stateOf(entry: unknown, result: ConformanceResult, today: string): string {
  const problems = entryProblems(entry).map(({ found, expected }) => `expected ${expected}; found ${found}`);
  if (problems.length > 0) return problems.join('. ');
  const { problems: untrue, requirements } = waive(result.requirements.map(asFailed), [entry as Waiver], today);
  if (untrue[0] !== undefined) return untrue[0];
  return requirements.some(({ checks }) => checks.some(({ status }) => status === 'waived'))
    ? 'holds'
    : 'not used: its check was not assessed';
}

/** The requirement as it was before the run applied its waivers. */
function asFailed(requirement: RequirementResult): RequirementResult {
  return {
    ...requirement,
    checks: requirement.checks.map((check) => (check.status === 'waived' ? { ...check, status: 'failed' } : check)),
  };
}

function summary({ waivers, left }: Drafted, before: number, { write, file, result }: Options, expires: string): string {
  const names = waivers.map((waiver) => `  ${nameOf(waiver)}: ${JSON.stringify(waiver.message)}`);
  const heading =
    waivers.length === 0
      ? `Nothing to draft: every failure in ${result} that counts has a waiver.`
      : drafting(waivers.length, before, write, file);
  const todo = `In each, replace ${PLACEHOLDER} by a reason and an owner; until then no run takes the file. Then CES_WAIVERS=${file} lets a run use it. They hold until ${expires}.`;
  const open = left.map((line) => `  No waiver can be drafted for ${line}.`);
  return [
    left.length > 0 && waivers.length === 0 ? 'Nothing was drafted.' : heading,
    ...names,
    ...open,
    ...(waivers.length > 0 ? [todo] : []),
  ].join('\n');
}

function drafting(count: number, before: number, write: boolean, file: string): string {
  const waivers = count === 1 ? 'one waiver' : `${count} waivers`;
  if (!write) return `Would draft ${waivers}; ${invocation('waivers', '--write')} writes ${file}:`;
  return `Drafted ${waivers} in ${file}${before > 0 ? `, after the ${before} there` : ''}:`;
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
