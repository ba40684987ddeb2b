import { eventData, headerFields, idList, jsonObject, nameList, wholeNumber } from './parsing/json.ts';
import {
  credential,
  customerIds,
  directory,
  featureFlags,
  flag,
  integer,
  milliseconds,
  oneOf,
  parameterName,
  positiveNumber,
  replayToken,
  text,
} from './parsing/parsers.ts';
import { baseUrl, lookupTemplate, serverUrl, versionPlace } from './urls.ts';
import type { Group, Parser, Variable } from './variable.ts';

const NOT_ASSESSED = 'what needs it is *not assessed*';

type Rest = Omit<Variable, 'group' | 'meaning' | 'parse'>;

const row = <T, const R extends Rest>(meaning: string, parse: Parser<T>, rest: R) => ({ meaning, parse, ...rest });

/** Any text: the id of a record that the API cannot create, the path of a file. */
const named = (meaning: string, example: string, absent = NOT_ASSESSED) => row(meaning, text, { example, absent });

/** A second record of a kind: an answer about it must not be about the first. */
const other = (meaning: string, example: string) => named(meaning, example, 'whether the id in the path counts there is *not assessed*');

type Rows = Readonly<Record<string, Omit<Variable, 'group'>>>;

/** The rows of a group. All but those of the run describe one target, where they say nothing else. */
function rows<const G extends Group, const R extends Rows>(group: G, own: R): { readonly [N in keyof R]: R[N] & { readonly group: G } } {
  const all = Object.entries(own).map(([name, row]) => [name, { needsTarget: group !== 'run', ...row, group }]);
  return Object.fromEntries(all);
}

/** Every setting, in the order of the documentation. All else derives from it: flags, pages, `.env.example`, redaction, the search for misspelt names. */
const TABLE = {
  ...rows('target', {
    CES_BASE_URL: row(
      'Where the implementation is: an http or https URL, with a path prefix if it has one. A slash at its end makes no difference.',
      baseUrl,
      {
        example: 'https://staging.example.com/api/v1',
        absent: 'the embedded reference service is started, with fixtures of its own',
        secret: 'userinfo',
        needsTarget: false,
      },
    ),
    CES_USERNAME: row('Username for HTTP Basic authentication. UTF-8; no colon. May be empty.', credential('username'), {
      example: 'conformance',
      absent: 'required with `CES_BASE_URL`',
      secret: 'whole',
    }),
    CES_PASSWORD: row(
      'Password for HTTP Basic authentication. UTF-8; may hold a colon. May be empty. No report holds it.',
      credential('password'),
      { example: "'in single quotes, so that # and $ stay'", absent: 'required with `CES_BASE_URL`', secret: 'whole' },
    ),
    CES_HEADERS: row(
      'More header fields for each request to the base URL’s origin: a JSON object of names and texts. Their values are kept as secret as the password.',
      headerFields,
      { example: '\'{"X-Environment":"staging"}\'', absent: 'none', secret: 'whole' },
    ),
    CES_CA_FILE: named(
      'Certificates (PEM) of authorities to trust beside the well-known ones, for a target with a certificate of its own authority.',
      'ca.pem',
      'none',
    ),
    CES_CLIENT_CERT_FILE: named('Certificate (PEM) with which the suite shows itself to the target’s TLS.', 'client.pem', 'none'),
    CES_CLIENT_KEY_FILE: named('Private key (PEM) of that certificate.', 'client-key.pem', 'none'),
    CES_CLIENT_KEY_PASSPHRASE: row('Passphrase of that key, if it has one.', text, {
      example: "'in single quotes'",
      absent: 'none',
      secret: 'whole',
    }),
  }),
  ...rows('fixtures', {
    CES_FIXTURES: named(
      'JSON file of fixtures: an object with the names of this group and the next as members. Lists may be JSON lists, event data JSON objects. The environment and `.env` win over it.',
      'fixtures.json',
      'none',
    ),
    CES_PROVIDER_STATES_URL: row(
      'Where the implementation’s own server sets fixtures up, by the convention of Pact’s provider states: `POST` of `{ "state", "params", "action" }`, answered with an object of fixtures as in `CES_FIXTURES`. Asked only for fixtures that are not given otherwise, and never in a read-only run. Credentials are sent only to the base URL’s own origin.',
      serverUrl,
      { example: 'https://staging.example.com/_pact/provider-states', absent: 'nobody is asked', secret: 'userinfo' },
    ),
    CES_BUSINESS_ID: named(
      'Business to which the customers of `CES_CUSTOMER_IDS` belong.',
      'bus_1',
      'the run creates one (endpoint 5) for checks that need no customers',
    ),
    CES_CUSTOMER_IDS: row(
      'Customers of that business whose data the run may change. Commas between the ids; an id with a comma or a percent sign is percent-encoded.',
      customerIds,
      { json: idList, example: 'cus_1,cus_2,cus_with%2Ccomma', absent: NOT_ASSESSED },
    ),
    CES_SEGMENT_ID: named('A segment (endpoint 13).', 'seg_1'),
    CES_EMAIL_TEMPLATE_ID: named('An e-mail template, to be copied (6) and asked for its variables (16).', 'tpl_1'),
    CES_PROJECT_EMAIL_TEMPLATE_ID: named('A project e-mail template, to be copied into a business (4).', 'ptpl_1'),
    CES_SMS_TEMPLATE_ID: named('An SMS template, to be embedded (7) and previewed (17).', 'sms_1'),
    CES_SENT_EMAIL_ID: named('An e-mail that was sent (8).', 'sent_1'),
    CES_EMAIL_ADDRESS_ID: named('A connected e-mail address (11).', 'addr_1', 'the first of the list that endpoint 9 gives'),
    CES_PROJECT_EMAIL_ADDRESS_ID: named('A project e-mail address (10).', 'paddr_1'),
    CES_EMAIL_BLAST_ID: named('An e-mail blast that has executions (12).', 'blast_1'),
    CES_PROJECT_DEFINED_EVENT_ID: named('An event that the project defines (15).', 'pde_1'),
    CES_PHONE_NUMBER_ID: named('A phone-number object from which campaigns can send (2).', 'phone_1'),
    CES_EVENT_ID: named('An event that was tracked before the run (1).', 'evt_1'),
    CES_OTHER_SEGMENT_ID: other('Another segment (13).', 'seg_2'),
    CES_OTHER_PROJECT_EMAIL_TEMPLATE_ID: other('Another project e-mail template, of other content (4).', 'ptpl_2'),
    CES_OTHER_SMS_TEMPLATE_ID: other('Another SMS template, of other content (7, 17).', 'sms_2'),
    CES_OTHER_SENT_EMAIL_ID: other('Another sent e-mail (8).', 'sent_2'),
    CES_OTHER_PROJECT_EMAIL_ADDRESS_ID: other('Another project e-mail address (10).', 'paddr_2'),
    CES_OTHER_EMAIL_BLAST_ID: other('Another e-mail blast (12).', 'blast_2'),
    CES_OTHER_PROJECT_DEFINED_EVENT_ID: other('Another event that the project defines (15).', 'pde_2'),
    CES_FEATURE_FLAGS: row('Feature flags to ask about (14), with commas between the names.', featureFlags, {
      json: nameList,
      example: 'new_editor,sms',
      absent: NOT_ASSESSED,
    }),
    CES_FEATURE_FLAGS_PARAM: row(
      'Query parameter in which endpoint 14 takes the names; the specification does not show it.',
      parameterName,
      { example: 'names', absent: NOT_ASSESSED },
    ),
    CES_FEATURE_FLAGS_ENCODING: row(
      'How several names share the query: `repeat` (`p=a&p=b`), `comma` (`p=a,b`), `brackets` (`p[]=a&p[]=b`) or `json` (`p=["a","b"]`).',
      oneOf('repeat', 'comma', 'brackets', 'json'),
      { default: 'repeat' },
    ),
    CES_TEMPLATE_DESIGNER_KIND: row(
      'The `kind` for which the specification writes the neutral word `designer` in place of a product’s name.',
      text,
      { default: 'designer' },
    ),
  }),
  ...rows('track', {
    CES_EVENT_LOOKUP_URL: row(
      'How a tracked event’s id is found: a URL with `{marker}` and, if wanted, `{business}`, both filled in percent-encoded. It answers 200 `{"id": "…"}`, or 404 until the event is known. Without a scheme it is a path below the base URL. Credentials are sent only to the base URL’s own origin.',
      lookupTemplate,
      {
        example: '/conformance/events?marker={marker}',
        absent: 'the `Location` of endpoint 18’s answer is used, if there is one',
        secret: 'userinfo',
      },
    ),
    CES_EVENT_LOOKUP_COMMAND: row(
      'The same by a command: it reads `CES_MARKER` and `CES_BUSINESS` from its environment and prints the event’s id, or nothing until the event is known. Give this or the URL, not both. Reports do not show it, since commands often hold tokens.',
      text,
      { example: './find-event.sh', absent: 'the `Location` of endpoint 18’s answer is used, if there is one', secret: 'whole' },
    ),
    CES_TRACK_EVENT: row('Name of an event that endpoint 18 takes.', text, { default: 'conformance.tracked' }),
    CES_TRACK_MATCHING_DATA: row(
      'JSON object; an event with these members in its `data` is resolved to `CES_TRACK_MATCHING_CUSTOMER_ID`.',
      eventData,
      { json: jsonObject, example: '\'{"email":"ada@example.com"}\'', absent: NOT_ASSESSED },
    ),
    CES_TRACK_MATCHING_CUSTOMER_ID: named('Id of the customer to whom `CES_TRACK_MATCHING_DATA` leads.', 'cus_1'),
    CES_TRACK_UNMATCHED_DATA: row('JSON object; an event with these members in its `data` belongs to no customer.', eventData, {
      json: jsonObject,
      default: '{}',
    }),
    CES_RESOLUTION_TIMEOUT_MS: row('Milliseconds within which an event that matches has to be found and resolved.', milliseconds(1), {
      json: wholeNumber,
      example: '30000',
      absent: 'ten seconds to be found, and a minute to be resolved, while the run goes on',
      needsTarget: false,
    }),
    CES_UNMATCHED_WINDOW_MS: row(
      'Milliseconds for which an event without a match, or one already resolved, is watched for a change.',
      milliseconds(0),
      { json: wholeNumber, default: '2000', needsTarget: false },
    ),
  }),
  ...rows('run', {
    CES_READ_ONLY: row('`1`: nothing but GET is sent; what needs more is *not assessed*.', flag, { default: '0' }),
    CES_DEPTH: row(
      'How much is tried: `quick` (at most 500 requests and 60 records, the most telling first), `full`, or `deep` (1,000 generated inputs a property). What `quick` leaves out is *not assessed*.',
      oneOf('quick', 'full', 'deep'),
      { example: 'quick', absent: '`full`; `quick` where nothing but the target and its credentials is set' },
    ),
    CES_PROPERTY_RUNS: row(
      'How many inputs are generated for each property; with `0`, only the boundary values are tried.',
      integer(0, 1_000_000),
      { example: '100', absent: '20, 100 or 1000, by `CES_DEPTH`' },
    ),
    CES_SEED: row(
      'Seed of all generated inputs. Every run prints its own; give it again to get the same inputs.',
      integer(0, 2 ** 31 - 1),
      { example: '20240229', absent: 'random' },
    ),
    CES_REPLAY: row(
      'One generated input, as the replay line of a failure names it; only that one is sent, once. Goes with `CES_SEED` and a `--grep` for the check.',
      replayToken,
      { example: 'r37:0:2', absent: 'all inputs' },
    ),
    CES_MAX_RPS: row('Most requests a second. May have a fraction.', positiveNumber(1_000_000), { example: '20', absent: 'no ceiling' }),
    CES_MAX_CONNECTIONS: row(
      'Most requests in flight at the target at once. Below it, the number follows the target: it falls at 429, 503, broken connections, time-outs and slower answers.',
      integer(1, 10_000),
      { example: '4', absent: 'up to 64, as the target bears' },
    ),
    CES_MAX_REQUESTS: row(
      'Most requests that the run may send, repeated ones included. The most telling come first; what would need more is *not assessed*.',
      integer(1, 100_000_000),
      { example: '300', absent: 'no ceiling' },
    ),
    CES_WRITE_BUDGET: row(
      'Most records that the run may create at the target, since the API cannot delete. What would need more is *not assessed*.',
      integer(0, 1_000_000),
      { example: '500', absent: 'no ceiling' },
    ),
    CES_MAX_MINUTES: row(
      'Minutes after which no further request is sent: the rest is *not assessed* and the report is written. May have a fraction.',
      positiveNumber(1440),
      { example: '10', absent: '`10`, or what `CES_MAX_RPS` and `CES_PROPERTY_RUNS` make necessary' },
    ),
    CES_TIMEOUT_MS: row('Milliseconds that one request may take.', milliseconds(1), { default: '10000' }),
    CES_PATIENCE_MS: row(
      'Milliseconds that the run waits for a target that is away: connections refused, 502, 503 or 504 to everything, or credentials refused that were good before. `0`: not at all. Unset and outside CI, ten seconds where it has taken no connection yet.',
      milliseconds(0),
      { default: '60000' },
    ),
    CES_WRONG_CREDENTIALS_PER_MINUTE: row(
      'Most requests a minute that carry wrong credentials, for a target that locks accounts. The run takes as long as that needs.',
      positiveNumber(100_000),
      { example: '20', absent: 'no ceiling, and none is sent any more once they lock the good ones' },
    ),
    CES_MAX_BODY_BYTES: row(
      'Longest body of an answer that is read, in bytes, as transferred and as decoded. A longer one counts as no answer.',
      integer(1024, 2 ** 30, 'bytes'),
      { default: '5242880' },
    ),
    CES_REPORT_DIR: row('Directory for the reports; created if need be.', directory, { default: 'reports' }),
    CES_REQUIRE_COMPLETE: row('`1`: the run fails if anything is *not assessed*.', flag, { default: '0' }),
    CES_FAIL_ON: row(
      'What fails a run: `requirement` (broken requirements alone), `robustness` (robustness findings as well), `completeness` (also documented fields that no answer held) or `new` (as `robustness`, but only what `CES_BASELINE` does not have).',
      oneOf('requirement', 'robustness', 'completeness', 'new'),
      { default: 'robustness' },
    ),
    CES_BASELINE: named(
      'An earlier `conformance.json`, or a folder of them, of which the newest whole one of the same target is taken. The reports say what is new since then, what is fixed and what is still there.',
      'baseline/conformance.json',
      'nothing is compared',
    ),
    CES_VERSION_URL: row(
      'Where `--watch` sees that there is another version of the implementation: a URL, or a path below the base URL, whose answer changes with it. With `#` and the name of a header at its end, that header alone counts. Credentials are sent only to the base URL’s own origin. It is asked every 2 seconds while nothing runs.',
      versionPlace,
      { example: '/health#x-version', absent: '`--watch` waits for a key alone', secret: 'userinfo', needsTarget: true },
    ),
    CES_WAIVERS: named(
      'JSON file of known deviations: a list of `{ requirement, endpoint?, reason, owner, expires, message }`. A waived failure stays in verdict and report, but does not fail the run. A waiver that is stale, expired or about another failure fails it.',
      'waivers.json',
      'none',
    ),
    CES_ENV_FILE: row(
      'File to read in place of `.env`; `/dev/null` for none. Variables of the environment win over the file. The file cannot name another one.',
      text,
      { default: '.env' },
    ),
  }),
};

export type VariableName = keyof typeof TABLE;
export const VARIABLES: Readonly<Record<VariableName, Variable>> = TABLE;
export const VARIABLE_NAMES = Object.keys(VARIABLES) as readonly VariableName[];

type Parsed<V> = V extends { readonly parse: Parser<infer T> } ? T : never;
/** What a variable gives a run: null only where it has no default. */
export type ValueOf<N extends VariableName> =
  | Parsed<(typeof TABLE)[N]>
  | ((typeof TABLE)[N] extends { readonly default: string } ? never : null);

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<S>;
/** `segmentId` for `CES_SEGMENT_ID`. */
export type SettingName<N extends VariableName> = N extends `CES_${infer Rest}` ? CamelCase<Rest> : never;

/** The values of a group's variables, by the settings' names. */
export type GroupValues<G extends Group> = {
  readonly [N in VariableName as (typeof TABLE)[N]['group'] extends G ? SettingName<N> : never]: ValueOf<N>;
};

export function settingName<N extends VariableName>(name: N): SettingName<N> {
  // The same rule as the type's, which the compiler cannot follow.
  return name
    .slice(4)
    .toLowerCase()
    .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as SettingName<N>;
}

/** The suite itself sets these for a look-up command, so a person who has them set made no mistake. */
export const FURTHER_VARIABLES: readonly string[] = ['CES_MARKER', 'CES_BUSINESS'];
