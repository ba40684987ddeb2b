import { randomInt } from 'node:crypto';
import { invocation, readJsonAsset } from '../installation/installation.ts';
import type { readCommandLine } from '../settings/command-line.ts';
import { loadEnvironment } from '../settings/environment.ts';
import { findBaseline, targetOf } from '../settings/files/stored-result.ts';
import { readTlsFiles } from '../settings/files/tls-files.ts';
import { readWaivers } from '../settings/files/waivers.ts';
import { addFixtures } from '../settings/fixtures/fixtures.ts';
import { PROXY_VARIABLES } from '../settings/proxies.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { type Problem, problemsOf, SettingsError } from '../settings/settings-error.ts';
import { noticesOfSettings, type ShownSetting, shownSettings } from '../settings/shown-settings.ts';
import { readVariables } from '../settings/variable-reader.ts';
import type { RunFacts } from './evidence/evidence.ts';

/** What all processes of one run share beside the settings. One variable of the environment carries it. */
interface SharedFacts {
  /** Part of every name that the run invents. */
  readonly id: string;
  readonly embedded: boolean;
  readonly sources: Readonly<Record<string, string>>;
  /** When the run began, in milliseconds since the Unix epoch. */
  readonly startedAt?: number;
  /** By variable: why no provider state gave it. */
  readonly missing?: Readonly<Record<string, string>>;
}

const SHARED = 'CONFORMANCE_RUN';

/** Puts command line, `.env`, fixtures and the seed into `process.env`, which later processes inherit. @throws SettingsError with all that is wrong */
export function prepareEnvironment(
  { variables, problems: misused }: Omit<ReturnType<typeof readCommandLine>, 'rest'> = { variables: {}, problems: [] },
): Settings {
  if (process.env[SHARED] !== undefined) return readSettings(process.env);
  const { environment, sources, problems } = addFixtures(process.cwd(), loadEnvironment(process.cwd(), process.env, variables));
  const { CES_WAIVERS: waivers = '', CES_BASELINE: baseline = '' } = environment;
  const wrong = [
    ...misused,
    ...problems,
    ...problemsOf(() => readSettings(environment)).map((problem) => withSource(problem, sources)),
    // Reported now, not at the end of the run.
    ...problemsOf(() => waivers !== '' && readWaivers(waivers)),
    ...problemsOf(() => baseline !== '' && findBaseline(baseline, targetOf(environment))).map((problem) => withSource(problem, sources)),
    // Even where other settings are wrong.
    ...problemsOf(() => readTlsFiles(readVariables(environment).group('target'))).map((problem) => withSource(problem, sources)),
  ];
  if (wrong.length > 0) throw new SettingsError(wrong);
  const settings = readSettings(environment);
  Object.assign(process.env, environment, { CES_SEED: String(settings.run.seed) });
  share({ id: `${Date.now().toString(36)}${randomInt(36 ** 3).toString(36)}`, embedded: false, sources, startedAt: Date.now() });
  return settings;
}

export function adoptEmbedded(variables: Readonly<Record<string, string>>): void {
  // It listens on this machine's loopback interface, which no proxy reaches.
  for (const name of PROXY_VARIABLES) delete process.env[name];
  adopt(variables, 'embedded service', { embedded: true });
}

/** Adds the variables that provider states gave, and why others are missing: texts without secrets. */
export function adoptProviderStates(variables: Readonly<Record<string, string>>, missing: Readonly<Record<string, string>>): void {
  adopt(variables, 'provider states', { missing });
}

function adopt(variables: Readonly<Record<string, string>>, source: string, facts: Partial<SharedFacts>): void {
  Object.assign(process.env, variables);
  const before = sharedFacts();
  const sources = Object.fromEntries(Object.keys(variables).map((name) => [name, source]));
  share({ ...before, ...facts, sources: { ...before.sources, ...sources } });
}

export function sharedFacts(): SharedFacts {
  const { [SHARED]: text } = process.env;
  return text === undefined ? { id: '0', embedded: false, sources: {} } : JSON.parse(text);
}

export function settingsAsUsed(settings: Settings): ShownSetting[] {
  return shownSettings({ environment: process.env, sources: sharedFacts().sources }, settings.run.seed);
}

function withSource(problem: Problem, sources: Readonly<Record<string, string>>): Problem {
  const source = sources[problem.variable] ?? 'environment';
  return source === 'environment' ? problem : { ...problem, found: `${problem.found} (${source})` };
}

function share(facts: SharedFacts): void {
  process.env[SHARED] = JSON.stringify(facts);
}

/** Who tells whether the path of the base URL is right, where reads cannot. */
export const whoTellsOfPath = (): string => `With leave to write, ${invocation('doctor', '--allow-writes')} tells.`;

/** What the report shows of the run itself, redacted. @param doubt why the path of the base URL may be wrong */
export function factsOf(settings: Settings, doubt: string | null = null): RunFacts {
  const { embedded } = sharedFacts();
  return {
    seed: settings.run.seed,
    baseUrl: settings.baseUrl ?? '',
    embedded,
    settings: settingsAsUsed(settings),
    notices: [...(doubt === null ? [] : [`${doubt} ${whoTellsOfPath()}`]), ...(embedded ? [] : noticesOfSettings(settings, process.env))],
  };
}

const { name, version } = readJsonAsset<{ name: string; version: string }>('package.json');

export const SUITE = { name, version } as const;
