import { randomInt } from 'node:crypto';
import { misspelt, reportContradictions } from './contradictions.ts';
import { FIXTURE_VARIABLES } from './fixtures/fixture-variables.ts';
import { hasScheme } from './parsing/addresses.ts';
import { proxyFor, proxyVariables } from './proxies.ts';
import { type Problem, problemsOf, SettingsError } from './settings-error.ts';
import { VariableReader } from './variable-reader.ts';
import type { GroupValues } from './variables.ts';

/** What to test, and how. The table of variables says what each value means; null is no value, and no limit. */
export type Settings = Readonly<ReturnType<typeof toSettings>>;
export type Credentials = Readonly<NonNullable<Settings['credentials']>>;
/** How requests reach the target's origin. */
export type ConnectionSettings = Readonly<Settings['connection']>;
/** Records and settings of the target. */
export type Fixtures = Readonly<Settings['fixtures']>;
export type Run = Readonly<Settings['run']>;

/** Reads the settings, and draws a seed where none is given. Throws a SettingsError with all that is wrong, so that one correction suffices. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const reader = new VariableReader(environment);
  reportContradictions(reader);
  const problems = [...reader.problems, ...misspelt(environment), ...proxyProblems(reader, environment)];
  if (problems.length > 0) throw new SettingsError(problems);
  return toSettings(reader, environment);
}

function toSettings(reader: VariableReader, environment: NodeJS.ProcessEnv) {
  const { baseUrl, username, password, headers, ...tls } = reader.group('target');
  const { fixtures, providerStatesUrl, templateDesignerKind, customerIds, featureFlags, ...records } = reader.group('fixtures');
  const { versionUrl, envFile, ...run } = reader.group('run');
  return {
    /** Absolute, without slash at the end, query, fragment and userinfo; `null` for the embedded service. */
    baseUrl,
    /** `null` exactly when `baseUrl` is. */
    credentials: username === null || password === null ? null : { username, password },
    connection: { ...tls, headers: headers ?? {}, proxies: proxyVariables(environment) },
    fixturesFile: fixtures,
    providerStatesUrl,
    fixtures: { ...records, customerIds: customerIds ?? [], featureFlags: featureFlags ?? [], designerKind: templateDesignerKind },
    tracking: tracking(reader),
    /** Where `--watch` looks for another version; null: it does not. */
    version: versionUrl,
    run: { ...run, ...extent(run, isBare(reader)), seed: run.seed ?? randomInt(2 ** 31) },
  };
}

/** A wrong proxy is a problem only if one of the run's own URLs goes through it. */
function proxyProblems(reader: VariableReader, environment: NodeJS.ProcessEnv): readonly Problem[] {
  const variables = proxyVariables(environment);
  const lookup = reader.value('CES_EVENT_LOOKUP_URL')?.replace(/\{\w+\}/g, 'x');
  const places = [reader.value('CES_BASE_URL'), reader.value('CES_PROVIDER_STATES_URL'), lookup, reader.value('CES_VERSION_URL')?.place];
  const urls = places.filter((place) => hasScheme(place ?? '')).map(String);
  const problems = urls.flatMap((url) => problemsOf(() => proxyFor(url, variables)));
  return problems.filter(({ variable }, index) => problems.findIndex((other) => other.variable === variable) === index);
}

/** The specification gives no time. An event that cannot be found holds up the run; one that can is watched while others go on. */
const [FIND_MS, RESOLUTION_MS] = [10_000, 60_000];

function tracking(reader: VariableReader) {
  const track = reader.group('track');
  return {
    /** Template, for `lookupUrl`; never given together with `lookupCommand`. */
    lookupUrl: track.eventLookupUrl,
    lookupCommand: track.eventLookupCommand,
    event: track.trackEvent,
    /** No setting names an event that the target accepts, so `event` is a guess. */
    eventIsDefault: !reader.isGiven('CES_TRACK_EVENT'),
    /** `null` exactly when `matchingCustomerId` is. */
    matchingData: track.trackMatchingData,
    matchingCustomerId: track.trackMatchingCustomerId,
    unmatchedData: track.trackUnmatchedData,
    findTimeoutMs: track.resolutionTimeoutMs ?? FIND_MS,
    /** How long it is watched until it is resolved. */
    resolutionTimeoutMs: track.resolutionTimeoutMs ?? RESOLUTION_MS,
    unmatchedWindowMs: track.unmatchedWindowMs,
  };
}

/** What a quick run sends and creates at most. */
export const QUICK = { requests: 500, records: 60 };

/** Generated inputs for each property, where no setting says how many. */
const PROPERTY_RUNS = { quick: 20, full: 100, deep: 1000 } as const;

/** Whether nothing but the target and credentials is known: most of a full run would have nothing to look at. */
function isBare(reader: VariableReader): boolean {
  const others = ['CES_FIXTURES', 'CES_PROVIDER_STATES_URL', 'CES_PROPERTY_RUNS', 'CES_WRITE_BUDGET'] as const;
  return reader.isGiven('CES_BASE_URL') && ![...Object.values(FIXTURE_VARIABLES), ...others].some((name) => reader.isGiven(name));
}

type Extent = Pick<GroupValues<'run'>, 'depth' | 'propertyRuns' | 'maxRequests' | 'writeBudget'>;

function extent({ depth: given, propertyRuns, maxRequests, writeBudget }: Extent, isBare: boolean) {
  const depth = given ?? (isBare ? 'quick' : 'full');
  const atMost = (limit: number | null, quick: number) => (depth === 'quick' ? Math.min(limit ?? quick, quick) : limit);
  return {
    depth,
    /** Generated inputs for each property; with 0, only the boundary values are sent. */
    propertyRuns: propertyRuns ?? PROPERTY_RUNS[depth],
    maxRequests: atMost(maxRequests, QUICK.requests),
    writeBudget: atMost(writeBudget, QUICK.records),
  };
}
