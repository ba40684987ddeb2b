import { isDeepStrictEqual } from 'node:util';
import { FIXTURE_VARIABLES, type FixtureSetting } from './fixtures/fixture-variables.ts';
import type { VariableReader } from './variable-reader.ts';
import { VARIABLE_NAMES, VARIABLES } from './variables.ts';

/** Reports settings that contradict each other. A rule reports nothing if one of its settings is wrong by itself. */
export function reportContradictions(reader: VariableReader): void {
  for (const rule of RULES) rule(reader);
}

const RULES: readonly ((reader: VariableReader) => void)[] = [
  function targetNeedsCredentials(reader) {
    if (!reader.isGiven('CES_BASE_URL')) return;
    for (const name of ['CES_USERNAME', 'CES_PASSWORD'] as const) {
      if (!reader.isGiven(name)) reader.report(name, 'a value, since CES_BASE_URL is given and every endpoint wants Basic credentials');
    }
  },

  function detailsNeedTarget(reader) {
    if (reader.isGiven('CES_BASE_URL')) return;
    for (const name of VARIABLE_NAMES.filter((candidate) => VARIABLES[candidate].needsTarget && reader.isGiven(candidate))) {
      reader.report(name, 'CES_BASE_URL beside it, or no value: the embedded service brings its own');
    }
  },

  function oneLookup(reader) {
    if (reader.isGiven('CES_EVENT_LOOKUP_URL') && reader.isGiven('CES_EVENT_LOOKUP_COMMAND')) {
      reader.report('CES_EVENT_LOOKUP_COMMAND', 'no value beside CES_EVENT_LOOKUP_URL: only one way to find an event can be used');
    }
  },

  function certificateAndKey(reader) {
    const certificate = reader.isGiven('CES_CLIENT_CERT_FILE');
    const key = reader.isGiven('CES_CLIENT_KEY_FILE');
    if (certificate && !key) reader.report('CES_CLIENT_KEY_FILE', 'the private key of CES_CLIENT_CERT_FILE');
    if (key && !certificate) reader.report('CES_CLIENT_CERT_FILE', 'the certificate of CES_CLIENT_KEY_FILE');
    if (!key && reader.isGiven('CES_CLIENT_KEY_PASSPHRASE')) {
      reader.report('CES_CLIENT_KEY_PASSPHRASE', 'CES_CLIENT_KEY_FILE beside it, or no value');
    }
  },

  function certificateNeedsTls(reader) {
    if (reader.isGiven('CES_CLIENT_CERT_FILE') && reader.value('CES_BASE_URL')?.startsWith('http:'))
      reader.report('CES_CLIENT_CERT_FILE', 'no value, or an https CES_BASE_URL: without TLS nobody sees the certificate');
  },

  function matchingDataAndCustomer(reader) {
    const data = reader.isGiven('CES_TRACK_MATCHING_DATA');
    const customer = reader.isGiven('CES_TRACK_MATCHING_CUSTOMER_ID');
    if (data && !customer) reader.report('CES_TRACK_MATCHING_CUSTOMER_ID', 'the id of the customer to whom CES_TRACK_MATCHING_DATA leads');
    if (customer && !data) reader.report('CES_TRACK_MATCHING_DATA', 'a JSON object that leads to CES_TRACK_MATCHING_CUSTOMER_ID');
  },

  function matchedOrUnmatched(reader) {
    if (isDeepStrictEqual(reader.value('CES_TRACK_MATCHING_DATA'), reader.value('CES_TRACK_UNMATCHED_DATA'))) {
      reader.report('CES_TRACK_UNMATCHED_DATA', 'other members than CES_TRACK_MATCHING_DATA: the same data cannot match and not match');
    }
  },

  function otherIsAnother(reader) {
    for (const [setting, variable] of Object.entries(FIXTURE_VARIABLES)) {
      const first = setting.replace(/^other(.)/, (_, letter: string) => letter.toLowerCase());
      if (first === setting || !reader.isGiven(variable)) continue;
      const own = FIXTURE_VARIABLES[first as FixtureSetting];
      if (reader.value(own) === reader.value(variable)) reader.report(variable, `another record than ${own}, or no value`);
    }
  },

  function newSinceWhen(reader) {
    if (reader.value('CES_FAIL_ON') === 'new' && !reader.isGiven('CES_BASELINE'))
      reader.report('CES_BASELINE', 'an earlier conformance.json or a folder of them, since CES_FAIL_ON=new asks what is new');
  },

  function readingIsNeverComplete(reader) {
    if (reader.value('CES_READ_ONLY') && reader.value('CES_REQUIRE_COMPLETE')) {
      reader.report('CES_REQUIRE_COMPLETE', '0 beside CES_READ_ONLY=1: a run without writing always leaves something not assessed');
    }
  },
];
