import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CARDS } from '../client/api/cards.ts';
import { type Diagnosis, examine } from '../doctor/examine.ts';
import { page, type Sheet } from '../doctor/page.ts';
import { envFile, fixturesJson } from '../doctor/settings-files.ts';
import { type Found, untried } from '../doctor/tried.ts';
import { startEmbeddedService } from '../engine/embedded.ts';
import { setUpProviderStates } from '../engine/provider-states.ts';
import { adoptEmbedded, prepareEnvironment, settingsAsUsed, sharedFacts } from '../engine/run-environment.ts';
import { beginListing, RunState } from '../engine/run-state.ts';
import { Session } from '../engine/session.ts';
import { countedRecords, leftBehindOf } from '../result/left-behind.ts';
import { prospectsOf } from '../result/prospects.ts';
import { checkReportDir } from '../settings/files/user-file.ts';
import { missingStates } from '../settings/fixtures/provider-states.ts';
import { readSettings } from '../settings/settings.ts';
import { VARIABLE_NAMES } from '../settings/variables.ts';
import { type Arguments, NO_RESULT, SIGNALLED } from './command.ts';

/** Records that the doctor may create: a business, a copy of a template, and an event. */
const MOST_CREATIONS = 3;

export async function main(given: Arguments): Promise<number> {
  const options = prepare(given);
  const embedded = readSettings(process.env).baseUrl === null ? await startEmbeddedService() : null;
  if (embedded) adoptEmbedded(embedded.variables);
  const { readOnly, writeBudget } = readSettings(process.env).run;
  const mayWrite = !readOnly && (writeBudget === null || writeBudget >= MOST_CREATIONS);
  const writing = !options.allowWrites ? 'unasked' : mayWrite ? 'tried' : 'forbidden';
  const tearDownStates = writing === 'tried' ? await setUpProviderStates() : async () => {};
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void tearDownStates().finally(() => process.exit(SIGNALLED[signal])));
  try {
    const diagnosis = await diagnose(writing, options.write);
    if (options.write !== null && !writeSettings(options.write, options.force, diagnosis.found)) return NO_RESULT;
    return diagnosis.target.remedy === null && diagnosis.credentials?.remedy === null ? 0 : NO_RESULT;
  } finally {
    await tearDownStates();
    await embedded?.stop();
  }
}

/** Makes `process.env` say all settings. Throws a SettingsError with all that is wrong with them and the arguments. */
function prepare({ variables, values, problems }: Arguments) {
  // The file of settings to write; null for none.
  const write = values.write === undefined ? null : values.write.at(-1) || '.env';
  const force = 'force' in values;
  const found = write === null || force || !existsSync(write) ? null : `${JSON.stringify(write)}, which exists`;
  const existing = found === null ? [] : [{ variable: '--write', found, expected: 'a file that does not exist yet, or --force' }];
  const { run } = prepareEnvironment({ variables, problems: [...problems, ...existing] });
  checkReportDir(run.reportDir);
  return { allowWrites: 'allow-writes' in values, write, force };
}

async function diagnose(writing: Sheet['writing'], written: string | null): Promise<Diagnosis> {
  const mayWrite = writing === 'tried';
  const settings = readSettings(process.env);
  const { embedded } = sharedFacts();
  const listing = mayWrite ? beginListing(settings) : null;
  const run = new RunState({ ...settings, run: { ...settings.run, readOnly: !mayWrite } }, { impatient: true, listing });
  const session = new Session(run, 'doctor');
  try {
    const diagnosis = withoutSecrets(await examine(session.implementation, mayWrite), session.redact);
    const wrong = diagnosis.tried.filter(({ outcome }) => outcome === 'wrong').flatMap(({ variables }) => variables);
    // The doctor's update changes nothing, so it leaves nothing behind.
    const created = leftBehindOf(session.leftBehind.drain().filter(({ endpoint }) => CARDS[endpoint].creates));
    const isUntried = settings.providerStatesUrl !== null && !mayWrite && missingStates(process.env).length > 0;
    const sheet = {
      baseUrl: settings.baseUrl ?? '',
      embedded,
      settings: settingsAsUsed(settings),
      diagnosis: { ...diagnosis, tried: isUntried ? [...diagnosis.tried, STATES_UNTRIED] : diagnosis.tried },
      prospects: prospectsOf(settingsAsUsed(settings), wrong),
      writing,
      newFile: existsSync('.env') ? 'new.env' : '.env',
      written,
      leftBehind:
        created.length === 0 || embedded
          ? []
          : [...created.map(countedRecords), `named ${session.implementation.label}-…`, `listed in ${listing}`],
    };
    process.stdout.write(`${page(sheet)}\n`);
    return diagnosis;
  } finally {
    await run.close();
  }
}

/** Members whose text may quote the target. */
const QUOTING = ['words', 'remedy', 'command', 'doubt'];

/** Redacts all words that may quote the target, and drops found values that are secret, and the exchanges. */
function withoutSecrets(diagnosis: Diagnosis, redact: (text: string) => string): Diagnosis {
  const found = diagnosis.found.filter(({ value }) => redact(value) === value);
  const text = JSON.stringify({ ...diagnosis, found }, (key, value: unknown) => {
    if (key === 'read') return undefined;
    return typeof value === 'string' && QUOTING.includes(key) ? redact(value) : value;
  });
  return JSON.parse(text) as Diagnosis;
}

const STATES_UNTRIED = untried(['CES_PROVIDER_STATES_URL'], 'it sets records up, which is writing');

/** What lasts no longer than this process. */
const TEMPORARY = ['embedded service', 'provider states'];

/** Writes the known and the found settings: fixtures as JSON where the name ends in `.json`, else a `.env`. Reports what keeps it from writing. */
function writeSettings(file: string, force: boolean, all: readonly Found[]): boolean {
  const { sources, embedded } = sharedFacts();
  const isJson = /\.json$/i.test(file);
  const left = isJson ? TEMPORARY : [...TEMPORARY, process.env.CES_FIXTURES];
  const known = VARIABLE_NAMES.filter((name) => name !== 'CES_ENV_FILE' && sources[name] !== undefined && !left.includes(sources[name]));
  const found = embedded ? [] : all;
  try {
    const former = force && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const text = (isJson ? fixturesJson : envFile)(known, process.env, found, former);
    if (text === null) {
      process.stderr.write(`${file} is not replaced: it holds no JSON object. Give another name.\n`);
      return false;
    }
    if (isJson && text === fixturesJson([], {}, [])) {
      process.stdout.write(`\n${file} is not written: no fixture is given, and the doctor found none.\n`);
      return true;
    }
    writeFileSync(file, text, { mode: 0o600, flag: force ? 'w' : 'wx' });
    const how = former === undefined ? ', without secrets.' : '. What stood in it, and what the doctor does not know, is kept.';
    process.stdout.write(`\n${file} is written${how}${isJson ? ` Name it in CES_FIXTURES; ${ELSEWHERE}` : ''}\n`);
    return true;
  } catch (error) {
    process.stderr.write(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

const ELSEWHERE = 'it holds fixtures only, each like "CES_SEGMENT_ID": "seg_1", so all other settings stay in the environment or in .env.';
