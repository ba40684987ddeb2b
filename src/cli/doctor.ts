import { existsSync, writeFileSync } from 'node:fs';
import { envFile } from '../doctor/env-file.ts';
import { type Diagnosis, examine } from '../doctor/examine.ts';
import { page, type Sheet } from '../doctor/page.ts';
import { prospectsOf } from '../doctor/prospects.ts';
import { untried } from '../doctor/tried.ts';
import { startEmbeddedService } from '../engine/embedded.ts';
import { UPDATE } from '../engine/evidence/remains.ts';
import { invocation } from '../engine/installation.ts';
import { setUpProviderStates } from '../engine/provider-states.ts';
import { adoptEmbedded, prepareEnvironment, settingsAsUsed, sharedFacts } from '../engine/run-environment.ts';
import { Session } from '../engine/session.ts';
import { leftBehindOf } from '../result/left-behind.ts';
import type { LeftBehind } from '../result/result.ts';
import { nothingButSettings, readCommandLine } from '../settings/command-line.ts';
import { wrapped } from '../settings/documentation/help.ts';
import { checkReportDir } from '../settings/files/report-directory.ts';
import { missingStates } from '../settings/fixtures/provider-states.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { type Problem, SettingsError } from '../settings/settings-error.ts';
import { VARIABLE_NAMES } from '../settings/variables.ts';

/** No run can be made: wrong settings, a target out of reach, or credentials refused. */
const NO_RUN = 2;

/** Exit codes after a signal, as shells give them: 128 and the signal's number. */
const SIGNALLED = { SIGINT: 130, SIGTERM: 143 } as const;

/** Records that the doctor may create: a business, a copy of a template, and an event. */
const MOST_CREATIONS = 3;

/** Looks at the settings and at the target, tells what a run could assess, and answers the exit code: 0 when a run can be made, else 2. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const prepared = prepare(args);
  if (prepared === null) return NO_RUN;
  const embedded = readSettings(process.env).baseUrl === null ? await startEmbeddedService() : null;
  if (embedded) adoptEmbedded(embedded.variables);
  const writing = !prepared.allowWrites ? 'unasked' : maySettingsWrite(readSettings(process.env)) ? 'tried' : 'kept';
  const tearDownStates = writing === 'tried' ? await setUpProviderStates() : async () => {};
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void tearDownStates().finally(() => process.exit(SIGNALLED[signal])));
  try {
    const diagnosis = await consult(writing);
    if (prepared.write !== null && !writeEnvFile(prepared.write, args.includes('--force'), diagnosis)) return NO_RUN;
    return diagnosis.target.remedy === null && diagnosis.credentials?.remedy === null ? 0 : NO_RUN;
  } finally {
    await tearDownStates();
    await embedded?.stop();
  }
}

async function consult(writing: Sheet['writing']): Promise<Diagnosis> {
  const mayWrite = writing === 'tried';
  const settings = readSettings(process.env);
  const { embedded } = sharedFacts();
  const session = new Session({ ...settings, run: { ...settings.run, readOnly: !mayWrite } }, 'doctor');
  try {
    const diagnosis = withoutSecrets(await examine(session.implementation, mayWrite), session.redact);
    const wrong = diagnosis.tried.filter(({ outcome }) => outcome === 'wrong').flatMap(({ variables }) => variables);
    // An update that names nothing to be changed leaves nothing.
    const created = leftBehindOf(session.leftBehind.drain()).filter(({ endpoint }) => endpoint !== UPDATE);
    const sheet = {
      baseUrl: settings.baseUrl ?? '',
      embedded,
      settings: settingsAsUsed(settings),
      diagnosis: settings.providerStatesUrl === null || mayWrite ? diagnosis : withStatesUntried(diagnosis),
      prospects: prospectsOf(settings, wrong),
      writing,
      newFile: existsSync('.env') ? 'new.env' : '.env',
      leftBehind: created.length === 0 || embedded ? [] : [...created.map(inWords), `named ${session.implementation.label}-…`],
    };
    process.stdout.write(`${page(sheet)}\n`);
    return diagnosis;
  } finally {
    await session.close();
  }
}

/** What the target had a hand in, redacted; what it gave is kept only where it is no secret. */
function withoutSecrets({ target, credentials, tried, found }: Diagnosis, redact: (text: string) => string): Diagnosis {
  const redacted = <T extends { readonly words: string }>(entry: T): T => ({ ...entry, words: redact(entry.words) });
  return {
    target: redacted(target),
    credentials: credentials && redacted(credentials),
    tried: tried.map(redacted),
    found: found.filter(({ value }) => redact(value) === value),
  };
}

function withStatesUntried(diagnosis: Diagnosis): Diagnosis {
  if (missingStates(process.env).length === 0) return diagnosis;
  return { ...diagnosis, tried: [...diagnosis.tried, untried(['CES_PROVIDER_STATES_URL'], 'it sets records up, which is writing')] };
}

function inWords({ count, kind }: LeftBehind): string {
  return `${count} ${kind}`;
}

function maySettingsWrite({ run }: Settings): boolean {
  return !run.readOnly && (run.writeBudget === null || run.writeBudget >= MOST_CREATIONS);
}

/** Writes what is known by settings that stay: not what a file of fixtures, provider states or the embedded service give. Answers whether it could. */
function writeEnvFile(file: string, mayReplace: boolean, { found }: Diagnosis): boolean {
  const { sources } = sharedFacts();
  const passing = ['embedded service', 'provider states', process.env.CES_FIXTURES];
  const known = VARIABLE_NAMES.filter((name) => sources[name] !== undefined && !passing.includes(sources[name]));
  const text = envFile(
    known.filter((name) => name !== 'CES_ENV_FILE'),
    process.env,
    sharedFacts().embedded ? [] : found,
  );
  try {
    writeFileSync(file, text, { mode: 0o600, flag: mayReplace ? 'w' : 'wx' });
  } catch (error) {
    process.stderr.write(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
  process.stdout.write(`\n${file} is written, without secrets.\n`);
  return true;
}

interface Prepared {
  readonly allowWrites: boolean;
  /** The file of settings to be written; null for none. */
  readonly write: string | null;
}

/** Null where something is wrong with the arguments or the settings; then it has been told. */
function prepare(args: readonly string[]): Prepared | null {
  try {
    const { variables, rest, problems } = readCommandLine(args);
    const own = ownOptions(rest);
    const { run } = prepareEnvironment({ variables, problems: [...problems, ...own.problems] });
    checkReportDir(run.reportDir);
    return own;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return null;
  }
}

function ownOptions(args: readonly string[]): Prepared & { readonly problems: readonly Problem[] } {
  let write: string | null = null;
  const others: string[] = [];
  for (const [index, argument] of args.entries()) {
    const next = args[index + 1] ?? '-';
    if (argument === '--write') write = next.startsWith('-') ? '.env' : next;
    else if (argument.startsWith('--write=')) write = argument.slice('--write='.length) || '.env';
    else if (args[index - 1] === '--write' && argument === write) continue;
    else if (argument !== '--allow-writes' && argument !== '--force') others.push(argument);
  }
  const taken =
    write !== null && existsSync(write) && !args.includes('--force')
      ? [{ variable: '--write', found: `${JSON.stringify(write)}, which exists`, expected: 'a file that does not exist yet, or --force' }]
      : [];
  return { allowWrites: args.includes('--allow-writes'), write, problems: [...nothingButSettings(others), ...taken] };
}

const USAGE = [
  `Usage: ${invocation('doctor', '[settings] [--allow-writes] [--write [file]] [--force]')}`,
  wrapped(
    'Looks at the settings, the target, the credentials and each given fixture, and tells what a run could assess and what each missing variable would add. It only reads, unless told otherwise.',
    0,
  ),
  [
    '  --allow-writes   also tries what only a write tells; never in a read-only run',
    '  --write [file]   writes a commented .env with what is known and what was found, without secrets',
    '  --force          lets --write replace a file that exists, secrets in it and all',
  ].join('\n'),
  wrapped(
    'Exit code: 0 when a run can be made, 2 when the settings are wrong, the target is out of reach, or the credentials are refused.',
    0,
  ),
].join('\n\n');
