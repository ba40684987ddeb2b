import { randomInt } from 'node:crypto';
import { reportContradictions } from './contradictions.ts';
import { FIXTURE_VARIABLES, type GivenFixtures, givenFixtures } from './fixtures/fixture-variables.ts';
import { misspelt } from './misspelt.ts';
import { hasScheme, type VersionPlace } from './parsing/addresses.ts';
import { type ProxyVariables, proxyFor, proxyVariables } from './proxies.ts';
import { type Problem, problemsOf, SettingsError } from './settings-error.ts';
import { VariableReader } from './variable-reader.ts';

/** The specification gives no time. An event that cannot be found holds up the run; one that can is watched while others go on. */
const [FIND_MS, RESOLUTION_MS] = [10_000, 60_000];

/** What to test, and how. */
export interface Settings {
  /** Absolute, without slash at the end, query, fragment and userinfo; `null` for the embedded service. */
  readonly baseUrl: string | null;
  /** `null` exactly when `baseUrl` is. */
  readonly credentials: Credentials | null;
  readonly connection: ConnectionSettings;
  /** Path of a file of fixtures. */
  readonly fixturesFile: string | null;
  /** Where provider states are set up. */
  readonly providerStatesUrl: string | null;
  readonly fixtures: Fixtures;
  readonly tracking: Tracking;
  /** Where `--watch` looks for another version; null: it does not. */
  readonly version: VersionPlace | null;
  readonly run: Run;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** How requests reach the target's origin. Paths of PEM files, `null` where not given. */
export interface ConnectionSettings {
  /** By name in lower case; their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caFile: string | null;
  /** `null` exactly when `clientKeyFile` is. */
  readonly clientCertFile: string | null;
  readonly clientKeyFile: string | null;
  readonly clientKeyPassphrase: string | null;
  readonly proxies: ProxyVariables;
}

/** Records and settings of the target. */
export interface Fixtures extends GivenFixtures {
  readonly featureFlagsEncoding: 'repeat' | 'comma' | 'brackets' | 'json';
  /** The target’s word for the kind that the specification calls `designer`. */
  readonly designerKind: string;
}

export interface Tracking {
  /** Template, for `lookupUrl`; never given together with `lookupCommand`. */
  readonly lookupUrl: string | null;
  readonly lookupCommand: string | null;
  readonly event: string;
  /** No setting names an event that the target accepts, so `event` is a guess. */
  readonly eventIsDefault: boolean;
  /** `null` exactly when `matchingCustomerId` is. */
  readonly matchingData: Readonly<Record<string, unknown>> | null;
  readonly matchingCustomerId: string | null;
  readonly unmatchedData: Readonly<Record<string, unknown>>;
  /** How long a tracked event is looked for. */
  readonly findTimeoutMs: number;
  /** How long it is watched until it is resolved. */
  readonly resolutionTimeoutMs: number;
  readonly unmatchedWindowMs: number;
}

export interface Run {
  readonly readOnly: boolean;
  /** How much is tried. */
  readonly depth: 'quick' | 'full' | 'deep';
  /** Generated inputs for each property; with 0, only the boundary values are sent. */
  readonly propertyRuns: number;
  /** 0 to 2^31 - 1. */
  readonly seed: number;
  /** Token of the one generated input to send (see `replayToken`); `null` for all. */
  readonly replay: string | null;
  /** Most requests a second; may have a fraction. `null` for no ceiling. */
  readonly maxRps: number | null;
  /** Most requests under way at the target at once; `null`: the suite chooses. */
  readonly maxConnections: number | null;
  /** Most requests of the run; `null` for no ceiling. */
  readonly maxRequests: number | null;
  /** Most records that the run may create; `null` for no ceiling. */
  readonly writeBudget: number | null;
  /** Minutes after which no further request is sent; may have a fraction. `null` for no limit. */
  readonly maxMinutes: number | null;
  readonly timeoutMs: number;
  /** How long to wait for a target that is away. */
  readonly patienceMs: number;
  /** Null: no ceiling. */
  readonly wrongCredentialsPerMinute: number | null;
  /** Longest body that is read, as transferred and as decoded. */
  readonly maxBodyBytes: number;
  readonly reportDir: string;
  readonly requireComplete: boolean;
  /** `new`: as `robustness`, but only what the baseline does not have. */
  readonly failOn: 'requirement' | 'robustness' | 'completeness' | 'new';
  /** Path of an earlier result, or of a folder of them. Not `null` with `failOn: 'new'`. */
  readonly baseline: string | null;
  /** Path of the file of known deviations. */
  readonly waivers: string | null;
}

/**
 * Reads the settings out of an environment, and draws a seed where none is given. Touches nothing else.
 * @throws SettingsError with all that is wrong, so that one correction suffices
 */
export function readSettings(environment: NodeJS.ProcessEnv, drawSeed: () => number = () => randomInt(2 ** 31)): Settings {
  const reader = new VariableReader(environment);
  reportContradictions(reader);
  const problems = [...reader.problems, ...misspelt(environment), ...proxyProblems(reader, environment)];
  if (problems.length > 0) throw new SettingsError(problems);
  return {
    baseUrl: reader.optional('CES_BASE_URL'),
    credentials: credentials(reader),
    connection: connection(reader, environment),
    fixturesFile: reader.optional('CES_FIXTURES'),
    providerStatesUrl: reader.optional('CES_PROVIDER_STATES_URL'),
    fixtures: fixtures(reader),
    tracking: tracking(reader),
    version: reader.optional('CES_VERSION_URL'),
    run: run(reader, drawSeed),
  };
}

function credentials(reader: VariableReader): Credentials | null {
  const username = reader.optional('CES_USERNAME');
  const password = reader.optional('CES_PASSWORD');
  return username === null || password === null ? null : { username, password };
}

function connection(reader: VariableReader, environment: NodeJS.ProcessEnv): ConnectionSettings {
  return {
    headers: reader.optional('CES_HEADERS') ?? {},
    caFile: reader.optional('CES_CA_FILE'),
    clientCertFile: reader.optional('CES_CLIENT_CERT_FILE'),
    clientKeyFile: reader.optional('CES_CLIENT_KEY_FILE'),
    clientKeyPassphrase: reader.optional('CES_CLIENT_KEY_PASSPHRASE'),
    proxies: proxyVariables(environment),
  };
}

/** A wrong proxy is a problem only if one of the run's own URLs goes through it. */
function proxyProblems(reader: VariableReader, environment: NodeJS.ProcessEnv): readonly Problem[] {
  const variables = proxyVariables(environment);
  const lookup = reader.optional('CES_EVENT_LOOKUP_URL') ?? '';
  const { place: version = '' } = reader.optional('CES_VERSION_URL') ?? {};
  const urls = [
    reader.optional('CES_BASE_URL'),
    reader.optional('CES_PROVIDER_STATES_URL'),
    hasScheme(lookup) ? lookup.replace(/\{\w+\}/g, 'x') : null,
    hasScheme(version) ? version : null,
  ];
  const problems = urls.flatMap((url) => (url === null ? [] : problemsOf(() => proxyFor(url, variables))));
  return problems.filter(({ variable }, index) => problems.findIndex((other) => other.variable === variable) === index);
}

function fixtures(reader: VariableReader): Fixtures {
  return {
    ...givenFixtures(reader),
    featureFlagsEncoding: reader.defaulted('CES_FEATURE_FLAGS_ENCODING'),
    designerKind: reader.defaulted('CES_TEMPLATE_DESIGNER_KIND'),
  };
}

function tracking(reader: VariableReader): Tracking {
  return {
    lookupUrl: reader.optional('CES_EVENT_LOOKUP_URL'),
    lookupCommand: reader.optional('CES_EVENT_LOOKUP_COMMAND'),
    event: reader.defaulted('CES_TRACK_EVENT'),
    eventIsDefault: !reader.isGiven('CES_TRACK_EVENT'),
    matchingData: reader.optional('CES_TRACK_MATCHING_DATA'),
    matchingCustomerId: reader.optional('CES_TRACK_MATCHING_CUSTOMER_ID'),
    unmatchedData: reader.defaulted('CES_TRACK_UNMATCHED_DATA'),
    findTimeoutMs: reader.optional('CES_RESOLUTION_TIMEOUT_MS') ?? FIND_MS,
    resolutionTimeoutMs: reader.optional('CES_RESOLUTION_TIMEOUT_MS') ?? RESOLUTION_MS,
    unmatchedWindowMs: reader.defaulted('CES_UNMATCHED_WINDOW_MS'),
  };
}

/** What a quick run sends and creates at most. */
export const QUICK = { requests: 500, records: 60 };

/** Whether nothing but the target and credentials is known: most of a full run would have nothing to look at. */
function isBare(reader: VariableReader): boolean {
  const known = [
    ...Object.values(FIXTURE_VARIABLES),
    'CES_FIXTURES',
    'CES_PROVIDER_STATES_URL',
    'CES_PROPERTY_RUNS',
    'CES_WRITE_BUDGET',
  ] as const;
  return reader.isGiven('CES_BASE_URL') && !known.some((name) => reader.isGiven(name));
}

/** Generated inputs for each property, where no setting says how many. */
const PROPERTY_RUNS: Readonly<Record<Run['depth'], number>> = { quick: 20, full: 100, deep: 1000 };

function run(reader: VariableReader, drawSeed: () => number): Run {
  const depth = reader.optional('CES_DEPTH') ?? (isBare(reader) ? 'quick' : 'full');
  const atMost = (given: number | null, quick: number) => (depth === 'quick' ? Math.min(given ?? quick, quick) : given);
  return {
    readOnly: reader.defaulted('CES_READ_ONLY'),
    depth,
    propertyRuns: reader.optional('CES_PROPERTY_RUNS') ?? PROPERTY_RUNS[depth],
    seed: reader.optional('CES_SEED') ?? drawSeed(),
    replay: reader.optional('CES_REPLAY'),
    maxRps: reader.optional('CES_MAX_RPS'),
    maxConnections: reader.optional('CES_MAX_CONNECTIONS'),
    maxRequests: atMost(reader.optional('CES_MAX_REQUESTS'), QUICK.requests),
    writeBudget: atMost(reader.optional('CES_WRITE_BUDGET'), QUICK.records),
    maxMinutes: reader.optional('CES_MAX_MINUTES'),
    timeoutMs: reader.defaulted('CES_TIMEOUT_MS'),
    patienceMs: reader.defaulted('CES_PATIENCE_MS'),
    wrongCredentialsPerMinute: reader.optional('CES_WRONG_CREDENTIALS_PER_MINUTE'),
    maxBodyBytes: reader.defaulted('CES_MAX_BODY_BYTES'),
    reportDir: reader.defaulted('CES_REPORT_DIR'),
    requireComplete: reader.defaulted('CES_REQUIRE_COMPLETE'),
    failOn: reader.defaulted('CES_FAIL_ON'),
    baseline: reader.optional('CES_BASELINE'),
    waivers: reader.optional('CES_WAIVERS'),
  };
}
