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

/** One is given without the other: which of the two is reported, and how. */
const without = (given: VariableName, missing: VariableName, variable: VariableName, expected: string): Rule => [
  variable,
  (reader) => reader.isGiven(given) && !reader.isGiven(missing),
  expected,
];

/** Each second record of a kind, and the first. */
const OTHER_RECORDS = VARIABLE_NAMES.filter((name) => name.startsWith('CES_OTHER_')).map(
  (other) => [other, other.replace('OTHER_', '') as VariableName] as const,
);

const CREDENTIALS = 'a value, since CES_BASE_URL is given and every endpoint wants Basic credentials';

const RULES: readonly Rule[] = [
  without('CES_BASE_URL', 'CES_USERNAME', 'CES_USERNAME', CREDENTIALS),
  without('CES_BASE_URL', 'CES_PASSWORD', 'CES_PASSWORD', CREDENTIALS),
  ...VARIABLE_NAMES.filter((name) => VARIABLES[name].needsTarget).map((name) =>
    without(name, 'CES_BASE_URL', name, 'CES_BASE_URL beside it, or no value: the embedded service brings its own'),
  ),
  [
    'CES_EVENT_LOOKUP_COMMAND',
    (reader) => reader.isGiven('CES_EVENT_LOOKUP_URL') && reader.isGiven('CES_EVENT_LOOKUP_COMMAND'),
    'no value beside CES_EVENT_LOOKUP_URL: only one way to find an event can be used',
  ],
  without('CES_CLIENT_CERT_FILE', 'CES_CLIENT_KEY_FILE', 'CES_CLIENT_KEY_FILE', 'the private key of CES_CLIENT_CERT_FILE'),
  without('CES_CLIENT_KEY_FILE', 'CES_CLIENT_CERT_FILE', 'CES_CLIENT_CERT_FILE', 'the certificate of CES_CLIENT_KEY_FILE'),
  without('CES_CLIENT_KEY_PASSPHRASE', 'CES_CLIENT_KEY_FILE', 'CES_CLIENT_KEY_PASSPHRASE', 'CES_CLIENT_KEY_FILE beside it, or no value'),
  [
    'CES_CLIENT_CERT_FILE',
    (reader) => reader.isGiven('CES_CLIENT_CERT_FILE') && reader.value('CES_BASE_URL')?.startsWith('http:') === true,
    'no value, or an https CES_BASE_URL: without TLS nobody sees the certificate',
  ],
  without(
    'CES_TRACK_MATCHING_DATA',
    'CES_TRACK_MATCHING_CUSTOMER_ID',
    'CES_TRACK_MATCHING_CUSTOMER_ID',
    'the id of the customer to whom CES_TRACK_MATCHING_DATA leads',
  ),
  without(
    'CES_TRACK_MATCHING_CUSTOMER_ID',
    'CES_TRACK_MATCHING_DATA',
    'CES_TRACK_MATCHING_DATA',
    'a JSON object that leads to CES_TRACK_MATCHING_CUSTOMER_ID',
  ),
  [
    'CES_TRACK_UNMATCHED_DATA',
    (reader) => isDeepStrictEqual(reader.value('CES_TRACK_MATCHING_DATA'), reader.value('CES_TRACK_UNMATCHED_DATA')),
    'other members than CES_TRACK_MATCHING_DATA: the same data cannot match and not match',
  ],
  ...OTHER_RECORDS.map(
    ([other, own]): Rule => [
      other,
      (reader) => reader.isGiven(other) && reader.value(own) === reader.value(other),
      `another record than ${own}, or no value`,
    ],
  ),
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

/**
 * Variables whose names are almost ours: with a few slips, or in another letter case. Otherwise a misspelt fixture would only show as
 * *not assessed*. Never shows a value: it may be a misspelt password.
 */
export function misspelt(environment: NodeJS.ProcessEnv): Problem[] {
  const known: readonly string[] = [...VARIABLE_NAMES, ...FURTHER_VARIABLES];
  return Object.keys(environment)
    .filter((name) => environment[name] !== undefined && environment[name] !== '' && !known.includes(name))
    .sort()
    .flatMap((name) => {
      const [nearest] = /^ces_/i.test(name) ? nearMatches(name.toUpperCase(), VARIABLE_NAMES, SLIPS) : [];
      return nearest === undefined
        ? []
        : [{ variable: name, found: 'a variable that does not exist', expected: `a known name, perhaps ${nearest}` }];
    });
}
