import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureVariables } from '../../reference/fixtures.ts';
import { type Arguments, NO_RESULT, SIGNALLED } from '../../src/cli/command.ts';
import { startEmbeddedService } from '../../src/engine/embedded.ts';
import { boundList, LEFT_BEHIND_FILE, LeftBehindNotes } from '../../src/engine/evidence/left-behind.ts';
import { aboutToLeave } from '../../src/engine/plan.ts';
import { setUpProviderStates } from '../../src/engine/provider-states.ts';
import { adoptEmbedded, prepareEnvironment, sharedFacts } from '../../src/engine/run-environment.ts';
import { createRedactor } from '../../src/http/redaction.ts';
import { invocation } from '../../src/installation/installation.ts';
import { addSensitivity } from '../../src/report/write-reports.ts';
import { LACKS } from '../../src/result/forecast.ts';
import { leftBehindOf, leftBehindSentence } from '../../src/result/left-behind.ts';
import { checkReportDir } from '../../src/settings/files/user-file.ts';
import { secretTexts } from '../../src/settings/secrets.ts';
import { readSettings, type Settings } from '../../src/settings/settings.ts';
import type { Problem } from '../../src/settings/settings-error.ts';
import { counted } from '../../src/specification/words.ts';
import type { Fault } from '../fault.ts';
import { FAULTS } from '../faults/index.ts';
import { measureSensitivity } from './measure.ts';
import { toMarkdown, tooFewTried, toProgress, toSensitivity, toSummary } from './notice.ts';

/** Problems that the terminal shows. */
const MOST_PROBLEMS = 20;

/** Lines of progress where there is no terminal to overwrite one. */
const LOGGED = 10;

/** Returns the exit code: 0 with a figure; 2 without one, and where many faults could not be tried. */
export async function main({ variables, values, problems }: Arguments): Promise<number> {
  const sample = values.sample?.at(-1);
  const { run } = prepareEnvironment({ variables, problems: [...problems, ...problemsWith(sample)] });
  const { FAULT: wanted } = process.env;
  const layable = FAULTS.filter(({ name, interpose }) => interpose !== undefined && (wanted === undefined || name === wanted));
  const faults = sampled(layable, sample === undefined ? Number.POSITIVE_INFINITY : Number(sample), run.seed);
  checkReportDir(run.reportDir);
  for (const name of ['sensitivity.json', 'sensitivity.md']) rmSync(join(run.reportDir, name), { force: true });
  if (faults.length === 0) {
    process.stderr.write(`FAULT=${wanted}: no fault that can be laid in front of a target has that name.\n`);
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

function problemsWith(sample: string | undefined): Problem[] {
  if (sample === undefined || /^[1-9]\d*$/.test(sample)) return [];
  return [{ variable: '--sample', found: JSON.stringify(sample), expected: 'a whole number from 1' }];
}

/** So many of them, the same for the same seed. */
function sampled(faults: readonly Fault[], size: number, seed: number): readonly Fault[] {
  const lot = ({ name }: Fault) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const drawn = new Set([...faults].sort((one, other) => (lot(one) < lot(other) ? -1 : 1)).slice(0, size));
  return faults.filter((fault) => drawn.has(fault));
}

async function measure(settings: Settings, faults: readonly Fault[], tearDownStates: () => Promise<void>): Promise<number> {
  const { run, baseUrl } = settings;
  const { embedded, id } = sharedFacts();
  const target = { baseUrl: baseUrl ?? '', embedded };
  // The records of the embedded service end with it.
  const file = embedded ? null : join(run.reportDir, LEFT_BEHIND_FILE);
  if (file !== null) boundList(file);
  const redact = createRedactor(settings.credentials, secretTexts(settings));
  const notes = new LeftBehindNotes({ redact, file, listed: new Set(), run: id });
  const left = () => ({ leftBehind: leftBehindOf(notes.drain()), runIds: [id] });
  let [done, begunAt] = [0, 0];
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      process.stderr.write(
        `\nInterrupted after ${done} of ${faults.length} faults: no report was written.\n${inLine({ target, ...left() })}`,
      );
      // The proxies end with this process, and the embedded service when its channel closes.
      void tearDownStates().finally(() => process.exit(SIGNALLED[signal]));
    });
  const forecast = embedded ? null : aboutToLeave(settings, 'The sensitivity');
  process.stdout.write(
    `First the suite runs once, which takes as long as any run. Then ${counted(faults.length, 'fault')} ${faults.length === 1 ? 'is' : 'are'} laid over its exchanges.\n${forecast === null ? '' : `${forecast}\n`}`,
  );
  const progress = (count: number) => {
    done = count;
    if (count === 0) begunAt = performance.now();
    const line = toProgress(count, faults.length, performance.now() - begunAt);
    if (process.stdout.isTTY) process.stdout.write(`\r${line}\u001b[K`);
    else if (count > 0 && count % Math.ceil(faults.length / LOGGED) === 0) process.stdout.write(`${line}\n`);
  };
  const given = (name: string) => process.env[name] ?? '';
  // What the target's own run lacks, the embedded service lacks too.
  const lacking = embedded ? [] : LACKS.filter((lack) => lack.isLacking(given));
  const complete = fixtureVariables('', { username: '', password: '' });
  const variables = Object.assign({}, ...lacking.map((lack) => lack.without(complete))) as Record<string, string>;
  const measured = await measureSensitivity(settings, faults, { progress, notes, variables });
  const facts = { target, ...left() };
  if (!measured.sound) {
    const shown = measured.problems.slice(0, MOST_PROBLEMS).map((problem) => `  ${problem}\n`);
    const rest = measured.problems.length - shown.length;
    const why = 'No figure: faults can be seen only against a sound run, and without any fault this one is not sound.\n';
    if (rest > 0) shown.push(`  … and ${rest} more\n`);
    process.stderr.write(`${why}${shown.join('')}See ${invocation('conformance')}\n${inLine(facts)}`);
    return NO_RESULT;
  }
  const when = { seed: run.seed, measuredAt: new Date().toISOString() };
  const sensitivity = toSensitivity(measured, { ...facts, ...when }, (name) => given(name) !== '');
  writeFileSync(join(run.reportDir, 'sensitivity.json'), `${JSON.stringify(sensitivity, null, 2)}\n`);
  writeFileSync(join(run.reportDir, 'sensitivity.md'), toMarkdown(sensitivity));
  const added = await addSensitivity(sensitivity, run.reportDir);
  process.stdout.write(`\n${toSummary(sensitivity)}\n${inLine(facts)}The table is in ${join(run.reportDir, 'sensitivity.md')}\n${added}\n`);
  const few = tooFewTried(sensitivity);
  if (few === null) return 0;
  process.stderr.write(`Exit ${NO_RESULT}: ${few}\n`);
  return NO_RESULT;
}

/** What was left behind, as a line of its own; empty where nothing was. */
function inLine(facts: Parameters<typeof leftBehindSentence>[0]): string {
  const sentence = leftBehindSentence(facts);
  return sentence === null ? '' : `Left behind: ${sentence}\n`;
}
