import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { invocation } from '../installation/installation.ts';
import { findingsOf } from '../result/findings.ts';
import type { ConformanceResult } from '../result/result.ts';
import { countingLevels, judgedBy } from '../result/verdict.ts';
import { draftWaivers, PLACEHOLDER, unwaived, waive } from '../result/waive.ts';
import { loadEnvironment } from '../settings/environment.ts';
import { isSameTarget, readResult, UnusableResult } from '../settings/files/stored-result.ts';
import { entryProblems, readEntries, type Waiver } from '../settings/files/waivers.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { type Arguments, NO_RESULT } from './command.ts';
import { KEPT_RESULT, wholeResultIn } from './earlier-reports.ts';

/** A drafted waiver holds so long: enough to mend something, and short enough to look at it again. */
const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

/** Prints the state of each waiver after the last run, and drafts one for each finding that has none. `--write` adds the drafts to the file. Exits with 2 where a run would refuse what the file had. */
export function main({ variables, values, words: [given] }: Arguments): number {
  const { CES_REPORT_DIR: folder, CES_WAIVERS: known } = loadEnvironment(process.cwd(), process.env, variables).environment;
  const file = given ?? (known || 'waivers.json');
  const [result, from] = lastWhole(values.result?.at(-1) ?? null, folder || 'reports');
  const entries = existsSync(file) ? readEntries(file) : [];
  const now = Date.now();
  const [reason = PLACEHOLDER, owner = PLACEHOLDER] = [values.reason?.at(-1), values.owner?.at(-1)];
  const common = { reason, owner, expires: values.until?.at(-1) ?? isoDay(now + DAYS * DAY_MS) };
  const only = values.finding ?? null;
  refuse(result, common.expires, only ?? []);
  const drafted = draftWaivers(result.requirements, entries.filter(isWaiver), judgedBy(result.settings).failOn, common, only);
  const states = entries.map((entry) => stateOf(entry, result, isoDay(now)));
  for (const [index, entry] of entries.entries()) console.log(`${index + 1}. ${nameOf(entry)}: ${states[index]}`);
  const isUntrue = states.some((state) => state !== HOLDS && state !== UNUSED);
  if ('write' in values && drafted.waivers.length > 0)
    writeFileSync(file, `${JSON.stringify([...entries, ...drafted.waivers], null, 2)}\n`);
  const { waivers, left } = drafted;
  const many = waivers.length === 1 ? 'one waiver' : `${waivers.length} waivers`;
  if (waivers.length === 0 && left.length > 0) console.log('Nothing was drafted.');
  else if (waivers.length === 0 && isUntrue) console.log(`Nothing to draft: correct, renew or take out what ${file} has, as said above.`);
  else if (waivers.length === 0) console.log(`Nothing to draft: every failure in ${from} that counts has a waiver.`);
  else if ('write' in values) console.log(`Drafted ${many} in ${file}${entries.length > 0 ? `, after the ${entries.length} there` : ''}:`);
  else console.log(`Would draft ${many}; ${invocation('waivers', '--write')} writes ${file}:`);
  for (const waiver of waivers) {
    const wide = OF_ANY_VALUE.test(waiver.message) ? ', which covers every wrong value there' : '';
    console.log(`  ${nameOf(waiver)}: ${JSON.stringify(waiver.message)}${wide}`);
  }
  for (const line of left) console.log(`  No waiver can be drafted for ${line}.`);
  if (waivers.length > 1 && !('write' in values)) console.log(`--finding ID drafts for that finding alone: ${idsIn(result).join(', ')}.`);
  const open = [...(reason === PLACEHOLDER ? ['reason'] : []), ...(owner === PLACEHOLDER ? ['owner'] : [])].join(' and ');
  const todo = open === '' ? '' : `Replace ${PLACEHOLDER} by the ${open}, in the file or with ${FILLING}: until then no run takes it. `;
  if (waivers.length > 0) console.log(`${todo}CES_WAIVERS=${file} lets a run use the file. They hold until ${common.expires}.`);
  if (!entries.some((entry) => entryProblems(entry).length > 0)) return 0;
  console.error(`No run takes ${file} as it was: correct the entries that are not as expected, said above.`);
  return NO_RESULT;
}

const [HOLDS, UNUSED] = ['holds', 'not used: its check was not assessed'];

/** A message of a place alone: the values differ from run to run. */
const OF_ANY_VALUE = /^At \S+(\nExpected:)?$/;

const FILLING = '--reason "…" --owner "…" when you draft';

/** Of the findings that count. */
const idsIn = ({ requirements, settings }: ConformanceResult): string[] => {
  const levels = countingLevels(judgedBy(settings).failOn);
  return findingsOf(unwaived(requirements)).flatMap(({ id, level }) => (levels.includes(level) ? [id] : []));
};

/** @throws SettingsError where the date is none, or no finding has one of the ids */
function refuse(result: ConformanceResult, expires: string, only: readonly string[]): void {
  const ids = idsIn(result);
  const isDate = /^\d{4}-\d\d-\d\d$/.test(expires) && !Number.isNaN(Date.parse(expires));
  const unknown = only.filter((id) => !ids.includes(id));
  const problems = [
    ...(isDate ? [] : [{ variable: '--until', found: expires, expected: 'a date such as 2027-01-31' }]),
    ...unknown.map((found) => ({ variable: '--finding', found, expected: `the id of a finding of this result: ${ids.join(', ')}` })),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
}

/** The result of the last whole run, and its file, unless one is `named`: what a run left out must not seem to pass. Throws UnusableResult for none. */
function lastWhole(named: string | null, folder: string): readonly [ConformanceResult, file: string] {
  const [file, kept] = [named ?? join(folder, 'conformance.json'), join(folder, KEPT_RESULT)];
  const result = readResult(file);
  const problem = lack(result);
  if (problem === null) return [result, file];
  const whole = named === null ? wholeResultIn(kept) : null;
  if (whole === null || !isSameTarget(whole.target, result.target))
    throw new UnusableResult(file, problem, `Run ${invocation('conformance')} to its end and without filters, then draft.`);
  console.log(
    `Read ${kept}, the last whole run (${whole.startedAt}), in place of ${file}: ${problem}. What was mended since is still broken there.`,
  );
  return [readResult(kept), kept];
}

/** What keeps a result from speaking for a whole run; null where nothing does. */
function lack({ partial, interrupted, verdict, noVerdictReason }: ConformanceResult): string | null {
  if (partial) return 'the run was filtered, so other failures may be missing';
  if (interrupted) return 'the run was interrupted';
  return verdict === 'no-verdict' ? `no verdict: ${noVerdictReason ?? 'nothing was assessed'}` : null;
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
  const { problems: untrue, requirements } = waive(unwaived(result.requirements), [entry as Waiver], today);
  if (untrue[0] !== undefined) return untrue[0];
  return requirements.some(({ checks }) => checks.some(({ status }) => status === 'waived')) ? HOLDS : UNUSED;
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
