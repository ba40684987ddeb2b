import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandHelp } from '../../src/cli/command-help.ts';
import { NO_RESULT, SIGNALLED } from '../../src/cli/exit-codes.ts';
import { startEmbeddedService } from '../../src/engine/embedded.ts';
import { boundList, LEFT_BEHIND_FILE } from '../../src/engine/evidence/left-behind-list.ts';
import { LeftBehindNotes } from '../../src/engine/evidence/left-behind-notes.ts';
import { aboutToLeave, shareOfKinds } from '../../src/engine/expected-records.ts';
import { setUpProviderStates } from '../../src/engine/provider-states.ts';
import { adoptEmbedded, prepareEnvironment, sharedFacts } from '../../src/engine/run-environment.ts';
import { createRedactor } from '../../src/http/redaction.ts';
import { invocation } from '../../src/installation/invocation.ts';
import { addSensitivity } from '../../src/report/add-sensitivity.ts';
import { leftBehindOf, leftBehindSentence } from '../../src/result/left-behind.ts';
import { nothingButSettings, readCommandLine } from '../../src/settings/command-line.ts';
import { checkReportDir } from '../../src/settings/files/report-directory.ts';
import { settingFlags } from '../../src/settings/flags.ts';
import { secretTexts } from '../../src/settings/secrets.ts';
import { readSettings, type Settings } from '../../src/settings/settings.ts';
import { SettingsError } from '../../src/settings/settings-error.ts';
import { FAULTS } from '../faults/index.ts';
import type { Fault } from '../interposition.ts';
import { measureSensitivity } from './measure.ts';
import { toMarkdown, toSensitivity, toSummary } from './report.ts';

/** Problems that the terminal shows. */
const MOST_PROBLEMS = 20;

/**
 * The records that a fault leaves on the average, as a part of those of a whole run. Measured on the reference service with all fixtures and with
 * none: a fault that nobody notices costs all tests at its endpoints.
 */
const RUNS_A_FAULT = { withAll: 0.028, withNone: 0.055 };
/** `shareOfKinds` without any fixture. */
const LEAST_SHARE = 3 / 7;

/** Faults between two lines where there is no terminal to overwrite one. */
const LOGGED_EVERY = 100;

export { settingFlags as flags };

export const help: CommandHelp = {
  command: 'sensitivity',
  args: '[settings]',
  does: 'Shows how many small bugs (faults) a run with these settings would notice. Runs the suite once as it is, then with one fault at a time laid in front of the target, and creates records each time: use a test environment. It says first about how many, and CES_WRITE_BUDGET holds for all its runs together. Writes sensitivity.md and sensitivity.json, and adds to left-behind.jsonl.',
  options: [],
  exitCode: '0 when every fault was tried, 2 without a figure.',
};

/** Returns the exit code: 0 when every fault was tried, whatever came of it; 2 without a figure. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { variables, rest, problems } = readCommandLine(args);
    const { run } = prepareEnvironment({ variables, problems: [...problems, ...nothingButSettings(rest)] });
    checkReportDir(run.reportDir);
    for (const name of ['sensitivity.json', 'sensitivity.md']) rmSync(join(run.reportDir, name), { force: true });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return NO_RESULT;
  }
  const faults = chosenFaults();
  if (faults.length === 0) {
    process.stderr.write(`FAULT=${process.env.FAULT}: no fault that can be laid in front of a target has that name.\n`);
    return NO_RESULT;
  }
  const embedded = readSettings(process.env).baseUrl === null ? await startEmbeddedService() : null;
  if (embedded) adoptEmbedded(embedded.variables);
  const tearDownStates = await setUpProviderStates();
  try {
    return await measure(readSettings(process.env), faults, tearDownStates);
  } finally {
    await tearDownStates();
    await embedded?.stop();
  }
}

/** Those over one exchange; only the one that `FAULT` names, if any. */
function chosenFaults(): Fault[] {
  const { FAULT: wanted } = process.env;
  return FAULTS.filter(({ interpose, name }) => interpose !== undefined && (wanted === undefined || name === wanted));
}

async function measure(settings: Settings, faults: readonly Fault[], tearDownStates: () => Promise<void>): Promise<number> {
  const { run, baseUrl } = settings;
  const { embedded, id } = sharedFacts();
  const target = { baseUrl: baseUrl ?? '', embedded };
  // The records of the embedded service end with it.
  const file = embedded ? null : join(run.reportDir, LEFT_BEHIND_FILE);
  if (file !== null) boundList(file);
  const notes = new LeftBehindNotes({
    redact: createRedactor(settings.credentials, secretTexts(settings)),
    file,
    listed: new Set(),
    run: id,
  });
  const left = () => ({ leftBehind: leftBehindOf(notes.drain()), runIds: [id] });
  let done = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      process.stderr.write(
        `\nInterrupted after ${done} of ${faults.length} faults: no report was written.\n${inLine({ target, ...left() })}`,
      );
      // The proxies end with this process, and the embedded service when its channel closes.
      void tearDownStates().finally(() => process.exit(SIGNALLED[signal]));
    });
  }
  const forecast = embedded ? null : aboutToLeave(settings, { what: 'The sensitivity', runs: runsFor(faults.length, settings) });
  process.stdout.write(
    `The suite runs once without a fault, then with each of ${faults.length}.\n${forecast === null ? '' : `${forecast}\n`}`,
  );
  const progress = (count: number) => {
    done = count;
    if (process.stdout.isTTY) process.stdout.write(`\r${count} of ${faults.length}`);
    else if (count % LOGGED_EVERY === 0) process.stdout.write(`${count} of ${faults.length}\n`);
  };
  const measured = await measureSensitivity(settings, faults, { progress, notes });
  const facts = { target, ...left() };
  if (!measured.sound) {
    const shown = measured.problems.slice(0, MOST_PROBLEMS).map((problem) => `  ${problem}\n`);
    const rest = measured.problems.length - shown.length;
    process.stderr.write(
      `No figure: faults can be seen only against a sound run, and without any fault this one is not sound.\n${shown.join('')}${rest > 0 ? `  … and ${rest} more\n` : ''}See ${invocation('conformance')}\n${inLine(facts)}`,
    );
    return NO_RESULT;
  }
  const sensitivity = toSensitivity(
    measured,
    { ...facts, seed: run.seed, measuredAt: new Date().toISOString() },
    (name) => (process.env[name] ?? '') !== '',
  );
  writeFileSync(join(run.reportDir, 'sensitivity.json'), `${JSON.stringify(sensitivity, null, 2)}\n`);
  writeFileSync(join(run.reportDir, 'sensitivity.md'), toMarkdown(sensitivity));
  const added = await addSensitivity(sensitivity, run.reportDir);
  process.stdout.write(`\n${toSummary(sensitivity)}\n${inLine(facts)}The table is in ${join(run.reportDir, 'sensitivity.md')}\n${added}\n`);
  return 0;
}

/** What was left behind, as a line of its own; empty where nothing was. */
function inLine(facts: Parameters<typeof leftBehindSentence>[0]): string {
  const sentence = leftBehindSentence(facts);
  return sentence === null ? '' : `Left behind: ${sentence}\n`;
}

/** The records of the whole command, as so many runs leave them. */
function runsFor(faults: number, settings: Settings): number {
  const missing = (1 - shareOfKinds(settings)) / (1 - LEAST_SHARE);
  return 1 + faults * (RUNS_A_FAULT.withAll + missing * (RUNS_A_FAULT.withNone - RUNS_A_FAULT.withAll));
}
