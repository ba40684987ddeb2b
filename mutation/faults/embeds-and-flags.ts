import type { StatementId } from '../../src/specification/register.ts';
import { type JsonObject, pause, sentJson, withId, withJson } from '../answers.ts';
import { fault, faults, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';
import { here, list, member, requests, SHARED_MS, set } from '../rows.ts';

const EMBED = 'createSmsTemplateEmbed';
const TEMPLATE = 'sms-template-embed.template-is-path';
const EXPIRES = 'sms-template-embed.expires-as-asked';
const FLAGS = 'getFeatureFlagStatuses';
const ANSWERED = 'feature-flag.asked-are-answered';
const ONLY_ASKED = 'feature-flag.only-asked';
const BOTH: readonly StatementId[] = [ANSWERED, ONLY_ASKED];
const OWN = 'feature-flag.status-is-its-own';

/** The embed that would have been made for so many seconds. */
export const lasting = (seconds: (asked: number) => number) =>
  set((embed, request) => {
    const asked = Number(sentJson(request)?.expires_in ?? 3600);
    return { expires_at: new Date(Date.parse(String(embed.expires_at)) + (seconds(asked) - asked) * 1000).toISOString() };
  });
const overflowing = (asked: number) => (asked < A_YEAR ? asked : asked - 2 * A_YEAR);
const url = (change: (url: string) => string) => member('url', (value) => change(String(value)));

/** The longest lifetime, in seconds, that the reference service takes. */
const A_YEAR = 31_536_000;

/** The request passes through one place for all that are in order, and the next may come while it is there. */
const sharing = (edit: (request: PassingRequest, latest: PassingRequest) => PassingRequest) =>
  here(() => {
    let latest: PassingRequest;
    return async (request, forward) => {
      const seconds = Number(sentJson(request)?.expires_in);
      if (!(seconds > 0 && seconds <= A_YEAR)) return forward(request);
      latest = request;
      await pause(SHARED_MS);
      return forward(edit(request, latest));
    };
  });

const sharedBody = sharing((request, { body }) => ({ ...request, body }));
const sharedId = sharing((request, { id }) => withId(request, id));

export const EMBED_FAULTS: readonly Fault[] = [
  fault('embed-lifetime-of-the-latest', EMBED, EXPIRES, 'The lifetime is kept in a field that all requests share', sharedBody, ONLY),
  ...faults(EMBED, TEMPLATE, [
    ['embed-template-of-the-latest', 'The template is kept in a field that all requests share', sharedId, ONLY],
    ['embed-of-another-template', 'The embed is of another template', set({ sms_template: 'smt_other' }), ONLY],
    ['embed-template-encoded', 'The id comes back percent-encoded', member('sms_template', (id) => encodeURIComponent(String(id)))],
  ]),
  ...faults(EMBED, EXPIRES, [
    ['embed-expiry-ignored', 'Every embed lives for an hour', lasting(() => 3600), ONLY],
    ['embed-expiry-in-minutes', 'Minutes are counted', lasting((asked) => asked * 60)],
    ['embed-expiry-overflows', 'A year is more than the counter holds', lasting(overflowing), ONLY],
    ['embed-expired-already', 'The time is taken off instead of added', lasting((asked) => -asked)],
    ['embed-expiry-request-lost', '`expires_in` is not read', requests((request) => (sentJson(request) ? withJson(request, {}) : request))],
  ]),
  ...faults(EMBED, 'sms-template-embed.url-is-url', [
    ['embed-url-without-scheme', 'The URL has no scheme', url((text) => text.replace('https://', ''))],
  ]),
];

/** The names in a request to getFeatureFlagStatuses. */
export const askedFlags = ({ target }: PassingRequest) => new URL(target, 'http://127.0.0.1').searchParams.getAll('names');

const STRANGER = { feature_flag_name: 'dark_mode', enabled: true };
const flags = (change: (flags: JsonObject[]) => JsonObject[]) => list('feature_flags', change);
const flagsIf = (isConcerned: (asked: readonly string[]) => boolean, change: (flags: JsonObject[]) => JsonObject[]) =>
  list('feature_flags', (all, request) => (isConcerned(askedFlags(request)) ? change(all) : all));
const statusFrom = (place: (index: number) => number) =>
  flags((all) => all.map((flag, index) => ({ ...flag, enabled: all.at(place(index))?.enabled })));
const switchedOff = (all: JsonObject[]) => all.map((flag) => ({ ...flag, enabled: false }));
const inCapitals = member('feature_flag_name', (name) => String(name).toUpperCase());
const isOne = ({ length }: readonly string[]) => length === 1;
const areSeveral = ({ length }: readonly string[]) => length > 1;

export const FLAG_FAULTS: readonly Fault[] = [
  ...faults(FLAGS, ONLY_ASKED, [
    ['flags-unasked-too', 'All flags are answered', flags((all) => [...all, STRANGER]), ONLY],
    ['flags-unasked-when-alone', 'Asked for one, two are answered', flagsIf(isOne, (all) => [...all, STRANGER])],
  ]),
  ...faults(FLAGS, ANSWERED, [
    ['flags-asked-missing', 'The last of several is missing', flagsIf(areSeveral, (all) => all.slice(0, -1)), ONLY],
    ['flags-enabled-only', 'Flags that are off are left out', flags((all) => all.filter(({ enabled }) => enabled))],
    ['flags-twice', 'A flag is answered twice', flags((all) => [...all, ...all.slice(0, 1)])],
    ['flags-none', 'No flag is answered', flags(() => [])],
  ]),
  fault('flags-names-upper', FLAGS, BOTH, 'Names are in capitals', inCapitals),
  ...faults(FLAGS, OWN, [
    ['flags-status-of-first', 'All have the status of the first', statusFrom(() => 0), ONLY],
    ['flags-status-off-when-alone', 'Asked for alone, a flag is off', flagsIf(isOne, switchedOff)],
  ]),
];
