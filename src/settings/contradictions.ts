import { isDeepStrictEqual } from 'node:util';
import { nearMatches } from '../specification/near-matches.ts';
import type { Problem } from './settings-error.ts';
import type { VariableReader } from './variable-reader.ts';
import { FURTHER_VARIABLES, VARIABLE_NAMES, VARIABLES, type VariableName } from './variables.ts';

/** Reports settings that contradict each other. A rule reports nothing if one of its settings is wrong by itself. */
export function reportContradictions(reader: VariableReader): void {
  for (const [variable, isWrong, expected] of RULES) if (isWrong(reader)) reader.report(variable, expected);
}

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

/** Characters missing, added or replaced. A name further off belongs to another program, or to a later version of this one. */
const SLIPS = 3;

/** Variables whose names are almost ours: a misspelt fixture would only show as *not assessed*. Never shows a value: it may be a misspelt password. */
export function misspelt(environment: NodeJS.ProcessEnv): Problem[] {
  const known: readonly string[] = [...VARIABLE_NAMES, ...FURTHER_VARIABLES];
  const strange = Object.keys(environment).filter((name) => /^ces_/i.test(name) && environment[name] && !known.includes(name));
  return strange.sort().flatMap((variable) => {
    const [nearest] = nearMatches(variable.toUpperCase(), VARIABLE_NAMES, SLIPS);
    const found = 'a variable that does not exist';
    return nearest === undefined ? [] : [{ variable, found, expected: `a known name, perhaps ${nearest}` }];
  });
}
