import { randomInt } from 'node:crypto';
import { misspelt, reportContradictions } from './contradictions.ts';
import { FIXTURE_VARIABLES, givenFixtures } from './fixtures/fixture-variables.ts';
import { hasScheme, type VersionPlace } from './parsing/addresses.ts';
import { proxyFor, proxyVariables } from './proxies.ts';
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
export type ConnectionSettings = Readonly<ReturnType<typeof connection>>;
/** Records and settings of the target. */
export type Fixtures = Readonly<ReturnType<typeof fixtures>>;
export type Tracking = Readonly<ReturnType<typeof tracking>>;
/** Null is no limit, and nothing given. */
export type Run = Readonly<ReturnType<typeof run>>;

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
    baseUrl: reader.value('CES_BASE_URL'),
    credentials: credentials(reader),
    connection: connection(reader, environment),
    fixturesFile: reader.value('CES_FIXTURES'),
    providerStatesUrl: reader.value('CES_PROVIDER_STATES_URL'),
    fixtures: fixtures(reader),
    tracking: tracking(reader),
    version: reader.value('CES_VERSION_URL'),
    run: run(reader, drawSeed),
  };
}

function credentials(reader: VariableReader): Credentials | null {
  const username = reader.value('CES_USERNAME');
  const password = reader.value('CES_PASSWORD');
  return username === null || password === null ? null : { username, password };
}

function connection(reader: VariableReader, environment: NodeJS.ProcessEnv) {
  return {
    /** By name in lower case; their values are secrets. */
    headers: reader.value('CES_HEADERS') ?? {},
    caFile: reader.value('CES_CA_FILE'),
    /** `null` exactly when `clientKeyFile` is. */
    clientCertFile: reader.value('CES_CLIENT_CERT_FILE'),
    clientKeyFile: reader.value('CES_CLIENT_KEY_FILE'),
    clientKeyPassphrase: reader.value('CES_CLIENT_KEY_PASSPHRASE'),
    proxies: proxyVariables(environment),
  };
}

/** A wrong proxy is a problem only if one of the run's own URLs goes through it. */
function proxyProblems(reader: VariableReader, environment: NodeJS.ProcessEnv): readonly Problem[] {
  const variables = proxyVariables(environment);
  const lookup = reader.value('CES_EVENT_LOOKUP_URL') ?? '';
  const { place: version = '' } = reader.value('CES_VERSION_URL') ?? {};
  const urls = [
    reader.value('CES_BASE_URL'),
    reader.value('CES_PROVIDER_STATES_URL'),
    hasScheme(lookup) ? lookup.replace(/\{\w+\}/g, 'x') : null,
    hasScheme(version) ? version : null,
  ];
  const problems = urls.flatMap((url) => (url === null ? [] : problemsOf(() => proxyFor(url, variables))));
  return problems.filter(({ variable }, index) => problems.findIndex((other) => other.variable === variable) === index);
}

function fixtures(reader: VariableReader) {
  return {
    ...givenFixtures(reader),
    featureFlagsEncoding: reader.value('CES_FEATURE_FLAGS_ENCODING'),
    /** The target’s word for the kind that the specification calls `designer`. */
    designerKind: reader.value('CES_TEMPLATE_DESIGNER_KIND'),
  };
}

function tracking(reader: VariableReader) {
  return {
    /** Template, for `lookupUrl`; never given together with `lookupCommand`. */
    lookupUrl: reader.value('CES_EVENT_LOOKUP_URL'),
    lookupCommand: reader.value('CES_EVENT_LOOKUP_COMMAND'),
    event: reader.value('CES_TRACK_EVENT'),
    /** No setting names an event that the target accepts, so `event` is a guess. */
    eventIsDefault: !reader.isGiven('CES_TRACK_EVENT'),
    /** `null` exactly when `matchingCustomerId` is. */
    matchingData: reader.value('CES_TRACK_MATCHING_DATA'),
    matchingCustomerId: reader.value('CES_TRACK_MATCHING_CUSTOMER_ID'),
    unmatchedData: reader.value('CES_TRACK_UNMATCHED_DATA'),
    /** How long a tracked event is looked for. */
    findTimeoutMs: reader.value('CES_RESOLUTION_TIMEOUT_MS') ?? FIND_MS,
    /** How long it is watched until it is resolved. */
    resolutionTimeoutMs: reader.value('CES_RESOLUTION_TIMEOUT_MS') ?? RESOLUTION_MS,
    unmatchedWindowMs: reader.value('CES_UNMATCHED_WINDOW_MS'),
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
const PROPERTY_RUNS = { quick: 20, full: 100, deep: 1000 } as const;

function run(reader: VariableReader, drawSeed: () => number) {
  const depth = reader.value('CES_DEPTH') ?? (isBare(reader) ? 'quick' : 'full');
  const atMost = (given: number | null, quick: number) => (depth === 'quick' ? Math.min(given ?? quick, quick) : given);
  return {
    readOnly: reader.value('CES_READ_ONLY'),
    depth,
    /** Generated inputs for each property; with 0, only the boundary values are sent. */
    propertyRuns: reader.value('CES_PROPERTY_RUNS') ?? PROPERTY_RUNS[depth],
    seed: reader.value('CES_SEED') ?? drawSeed(),
    /** Token of the one generated input to send (see `replayToken`); null for all. */
    replay: reader.value('CES_REPLAY'),
    maxRps: reader.value('CES_MAX_RPS'),
    maxConnections: reader.value('CES_MAX_CONNECTIONS'),
    maxRequests: atMost(reader.value('CES_MAX_REQUESTS'), QUICK.requests),
    writeBudget: atMost(reader.value('CES_WRITE_BUDGET'), QUICK.records),
    maxMinutes: reader.value('CES_MAX_MINUTES'),
    timeoutMs: reader.value('CES_TIMEOUT_MS'),
    patienceMs: reader.value('CES_PATIENCE_MS'),
    wrongCredentialsPerMinute: reader.value('CES_WRONG_CREDENTIALS_PER_MINUTE'),
    maxBodyBytes: reader.value('CES_MAX_BODY_BYTES'),
    reportDir: reader.value('CES_REPORT_DIR'),
    requireComplete: reader.value('CES_REQUIRE_COMPLETE'),
    /** `new`: as `robustness`, but only what the baseline does not have. */
    failOn: reader.value('CES_FAIL_ON'),
    /** Not null with `failOn: 'new'`. */
    baseline: reader.value('CES_BASELINE'),
    waivers: reader.value('CES_WAIVERS'),
  };
}
