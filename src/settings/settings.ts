import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { nearMatches } from '../specification/words.ts';
import { FIXTURE_VARIABLES } from './fixtures/fixtures.ts';
import { proxyFor, proxyVariables } from './proxies.ts';
import { type Problem, problemsOf, SettingsError } from './settings-error.ts';
import { hasScheme } from './urls.ts';
import { readVariables, type VariableReader } from './variable-reader.ts';
import { FURTHER_VARIABLES, type GroupValues, VARIABLE_NAMES, VARIABLES, type VariableName } from './variables.ts';

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
  const reader = readVariables(environment);
  for (const [variable, isWrong, expected] of RULES) if (isWrong(reader)) reader.report(variable, expected);
  const problems = [...reader.problems, ...misspelt(environment), ...proxyProblems(reader, environment)];
  if (problems.length > 0) throw new SettingsError(problems);
  return toSettings(reader, environment);
}

function toSettings(reader: VariableReader, environment: NodeJS.ProcessEnv) {
  const { baseUrl, username, password, headers, ...tls } = reader.group('target');
  const { fixtures: _file, providerStatesUrl, templateDesignerKind, customerIds, featureFlags, ...records } = reader.group('fixtures');
  const { versionUrl, envFile, ...run } = reader.group('run');
  const track = reader.group('track');
  return {
    /** Absolute, without slash at the end, query, fragment and userinfo; `null` for the embedded service. */
    baseUrl,
    /** `null` exactly when `baseUrl` is. */
    credentials: username === null || password === null ? null : { username, password },
    connection: { ...tls, headers: headers ?? {}, proxies: proxyVariables(environment) },
    providerStatesUrl,
    fixtures: { ...records, customerIds: customerIds ?? [], featureFlags: featureFlags ?? [], designerKind: templateDesignerKind },
    tracking: {
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
    },
    /** Where `--watch` looks for another version; null: it does not. */
    version: versionUrl,
    run: { ...run, ...extent(run, reader), seed: run.seed ?? randomInt(2 ** 31) },
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

/** What a quick run sends and creates at most. */
export const QUICK = { requests: 500, records: 60 };

/** Generated inputs for each property, where no setting says how many. */
const PROPERTY_RUNS = { quick: 20, full: 100, deep: 1000 } as const;

type Extent = Pick<GroupValues<'run'>, 'depth' | 'propertyRuns' | 'maxRequests' | 'writeBudget'>;

function extent({ depth: given, propertyRuns, maxRequests, writeBudget }: Extent, reader: VariableReader) {
  // Where nothing but the target and credentials is known, most of a full run would have nothing to look at.
  const others = ['CES_FIXTURES', 'CES_PROVIDER_STATES_URL', 'CES_PROPERTY_RUNS', 'CES_WRITE_BUDGET'] as const;
  const isBare = reader.isGiven('CES_BASE_URL') && ![...Object.values(FIXTURE_VARIABLES), ...others].some((name) => reader.isGiven(name));
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

/** Settings that contradict each other. A rule reports nothing if one of its settings is wrong by itself. */
type Rule = readonly [variable: VariableName, isWrong: (reader: VariableReader) => boolean, expected: string];

/** Without `missing`, `given` means nothing. `missing` is reported. */
const lacking = (given: VariableName, missing: VariableName, expected: string, reported = missing): Rule => [
  reported,
  (reader) => reader.isGiven(given) && !reader.isGiven(missing),
  expected,
];

/** The same, but `given` is reported. */
const useless = (given: VariableName, missing: VariableName, expected = '') =>
  lacking(given, missing, `${missing} beside it, or no value${expected}`, given);

const OTHER_RECORDS = VARIABLE_NAMES.filter((name) => name.startsWith('CES_OTHER_'));

const CREDENTIALS = 'a value, since CES_BASE_URL is given and every endpoint wants Basic credentials';

const RULES: readonly Rule[] = [
  lacking('CES_BASE_URL', 'CES_USERNAME', CREDENTIALS),
  lacking('CES_BASE_URL', 'CES_PASSWORD', CREDENTIALS),
  ...VARIABLE_NAMES.filter((name) => VARIABLES[name].needsTarget).map((name) =>
    useless(name, 'CES_BASE_URL', ': the embedded service brings its own'),
  ),
  [
    'CES_EVENT_LOOKUP_COMMAND',
    (reader) => reader.isGiven('CES_EVENT_LOOKUP_URL') && reader.isGiven('CES_EVENT_LOOKUP_COMMAND'),
    'no value beside CES_EVENT_LOOKUP_URL: only one way to find an event can be used',
  ],
  lacking('CES_CLIENT_CERT_FILE', 'CES_CLIENT_KEY_FILE', 'the private key of CES_CLIENT_CERT_FILE'),
  lacking('CES_CLIENT_KEY_FILE', 'CES_CLIENT_CERT_FILE', 'the certificate of CES_CLIENT_KEY_FILE'),
  useless('CES_CLIENT_KEY_PASSPHRASE', 'CES_CLIENT_KEY_FILE'),
  [
    'CES_CLIENT_CERT_FILE',
    (reader) => reader.isGiven('CES_CLIENT_CERT_FILE') && reader.value('CES_BASE_URL')?.startsWith('http:') === true,
    'no value, or an https CES_BASE_URL: without TLS nobody sees the certificate',
  ],
  lacking('CES_TRACK_MATCHING_DATA', 'CES_TRACK_MATCHING_CUSTOMER_ID', 'the id of the customer to whom CES_TRACK_MATCHING_DATA leads'),
  lacking('CES_TRACK_MATCHING_CUSTOMER_ID', 'CES_TRACK_MATCHING_DATA', 'a JSON object that leads to CES_TRACK_MATCHING_CUSTOMER_ID'),
  [
    'CES_TRACK_UNMATCHED_DATA',
    (reader) => isDeepStrictEqual(reader.value('CES_TRACK_MATCHING_DATA'), reader.value('CES_TRACK_UNMATCHED_DATA')),
    'other members than CES_TRACK_MATCHING_DATA: the same data cannot match and not match',
  ],
  ...OTHER_RECORDS.map((other): Rule => {
    const own = other.replace('OTHER_', '') as VariableName;
    const isSame = (reader: VariableReader) => reader.isGiven(other) && reader.value(own) === reader.value(other);
    return [other, isSame, `another record than ${own}, or no value`];
  }),
  [
    'CES_BASELINE',
    (reader) => reader.value('CES_FAIL_ON') === 'new' && !reader.isGiven('CES_BASELINE'),
    'an earlier conformance.json or a folder of them, since CES_FAIL_ON=new asks what is new',
  ],
  [
    'CES_REQUIRE_COMPLETE',
    (reader) => reader.value('CES_READ_ONLY') && reader.value('CES_REQUIRE_COMPLETE'),
    '0 beside CES_READ_ONLY=1: a run without writing always leaves something not assessed',
  ],
];

/** Characters missing, added or replaced. A name further off belongs to another program, or to a later version of this one; but what sounds like a limit may be meant as one. */
const SLIPS = 3;
const LIMIT = /MAX|LIMIT|BUDGET|ONLY|RPS/i;

/** Variables whose names are almost ours: a misspelt fixture would only show as *not assessed*. Never shows a value: it may be a misspelt password. */
function misspelt(environment: NodeJS.ProcessEnv): Problem[] {
  const known: readonly string[] = [...VARIABLE_NAMES, ...FURTHER_VARIABLES];
  const strange = Object.keys(environment).filter((name) => /^ces_/i.test(name) && environment[name] && !known.includes(name));
  return strange.sort().flatMap((variable) => {
    const [nearest] = nearMatches(variable.toUpperCase(), VARIABLE_NAMES, SLIPS);
    const found = 'a variable that does not exist';
    const limits = LIMIT.test(variable) ? `one of the limits: ${VARIABLE_NAMES.filter((name) => LIMIT.test(name)).join(', ')}` : undefined;
    const known = nearest === undefined ? limits : `perhaps ${nearest}`;
    return known === undefined ? [] : [{ variable, found, expected: `a known name, ${known}` }];
  });
}
