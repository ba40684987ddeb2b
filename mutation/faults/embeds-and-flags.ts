import { type JsonObject, onJson, onRecords, onRequest, sentJson, withJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingRequest } from '../interposition.ts';
import { withId } from './with-id.ts';

const TEMPLATE = 'sms-template-embed.template-is-path';
const EXPIRES = 'sms-template-embed.expires-as-asked';
const ANSWERED = 'feature-flag.asked-are-answered';
const ONLY_ASKED = 'feature-flag.only-asked';
const OWN = 'feature-flag.status-is-its-own';

/** The embed that would have been made for so many seconds. */
const lasting = (seconds: (asked: number) => number) =>
  onRecords(['createSmsTemplateEmbed'], (embed, request) => {
    const asked = Number(sentJson(request)?.expires_in ?? 3600);
    return { ...embed, expires_at: new Date(Date.parse(String(embed.expires_at)) + (seconds(asked) - asked) * 1000).toISOString() };
  });
const url = (change: (url: string) => string) =>
  onRecords(['createSmsTemplateEmbed'], (embed) => ({ ...embed, url: change(String(embed.url)) }));

/** The request passes through one place for all that are in order, and the next may come while it is there. */
const sharing = (edit: (request: PassingRequest, latest: PassingRequest) => PassingRequest) => (): Interposition => {
  let latest: PassingRequest | null = null;
  return async (request, forward) => {
    const seconds = Number(sentJson(request)?.expires_in);
    if (request.endpoint !== 'createSmsTemplateEmbed' || !(seconds > 0 && seconds <= A_YEAR)) return forward(request);
    latest = request;
    await new Promise((resolve) => setTimeout(resolve, SHARED_MS));
    return forward(edit(request, latest));
  };
};
/** The longest lifetime, in seconds, that the reference service takes. */
const A_YEAR = 31_536_000;
/** Requests that are sent at once come within it, on a busy machine too. */
const SHARED_MS = 50;

type Flags = JsonObject[];
const flags = (change: (flags: Flags, asked: string[]) => Flags) =>
  onJson(['getFeatureFlagStatuses'], (value, request) => ({ feature_flags: change(value.feature_flags as Flags, askedIn(request)) }));
const askedIn = ({ target }: PassingRequest) => new URL(target, 'http://127.0.0.1').searchParams.getAll('names');
const STRANGER = { feature_flag_name: 'dark_mode', enabled: true };

export const EMBED_FAULTS: readonly Fault[] = [
  fault(
    'embed-lifetime-of-the-latest',
    'createSmsTemplateEmbed',
    EXPIRES,
    'The lifetime is kept in a field that all requests share',
    sharing((request, { body }) => ({ ...request, body })),
    ONLY,
  ),
  fault(
    'embed-template-of-the-latest',
    'createSmsTemplateEmbed',
    TEMPLATE,
    'The template is kept in a field that all requests share',
    sharing((request, { id }) => withId(request, id)),
    ONLY,
  ),
  fault(
    'embed-of-another-template',
    'createSmsTemplateEmbed',
    TEMPLATE,
    'The embed is of another template',
    onRecords(['createSmsTemplateEmbed'], (embed) => ({ ...embed, sms_template: 'smt_other' })),
    ONLY,
  ),
  fault(
    'embed-template-encoded',
    'createSmsTemplateEmbed',
    TEMPLATE,
    'The id comes back percent-encoded',
    onRecords(['createSmsTemplateEmbed'], (embed) => ({ ...embed, sms_template: encodeURIComponent(String(embed.sms_template)) })),
  ),
  fault(
    'embed-expiry-ignored',
    'createSmsTemplateEmbed',
    EXPIRES,
    'Every embed lives for an hour',
    lasting(() => 3600),
    ONLY,
  ),
  fault(
    'embed-expiry-in-minutes',
    'createSmsTemplateEmbed',
    EXPIRES,
    'Minutes are counted',
    lasting((asked) => asked * 60),
  ),
  fault(
    'embed-expiry-in-milliseconds',
    'createSmsTemplateEmbed',
    EXPIRES,
    'Milliseconds are counted',
    lasting((asked) => asked / 1000),
  ),
  fault(
    'embed-expiry-an-hour-off',
    'createSmsTemplateEmbed',
    EXPIRES,
    'A zone is mistaken',
    lasting((asked) => asked + 3600),
  ),
  fault(
    'embed-expiry-never',
    'createSmsTemplateEmbed',
    EXPIRES,
    'Embeds expire in ten years',
    lasting(() => 315_360_000),
  ),
  fault(
    'embed-expired-already',
    'createSmsTemplateEmbed',
    EXPIRES,
    'The time is taken off instead of added',
    lasting((asked) => -asked),
  ),
  fault(
    'embed-expiry-request-lost',
    'createSmsTemplateEmbed',
    EXPIRES,
    '`expires_in` is not read',
    onRequest(['createSmsTemplateEmbed'], (request) => (sentJson(request) ? withJson(request, {}) : request)),
  ),
  fault(
    'embed-url-without-scheme',
    'createSmsTemplateEmbed',
    'sms-template-embed.url-is-url',
    'The URL has no scheme',
    url((text) => text.replace('https://', '')),
  ),
  fault(
    'embed-url-path',
    'createSmsTemplateEmbed',
    'sms-template-embed.url-is-url',
    'The URL is a path',
    url((text) => new URL(text).pathname),
  ),
  fault(
    'embed-url-empty',
    'createSmsTemplateEmbed',
    'sms-template-embed.url-is-url',
    'The URL is empty',
    url(() => ''),
  ),
];

export const FLAG_FAULTS: readonly Fault[] = [
  fault(
    'flags-unasked-too',
    'getFeatureFlagStatuses',
    ONLY_ASKED,
    'All flags are answered',
    flags((list) => [...list, STRANGER]),
    ONLY,
  ),
  fault(
    'flags-unasked-when-alone',
    'getFeatureFlagStatuses',
    ONLY_ASKED,
    'Asked for one, two are answered',
    flags((list, asked) => (asked.length === 1 ? [...list, STRANGER] : list)),
  ),
  fault(
    'flags-asked-missing',
    'getFeatureFlagStatuses',
    ANSWERED,
    'The last of several is missing',
    flags((list, asked) => (asked.length > 1 ? list.slice(0, -1) : list)),
    ONLY,
  ),
  fault(
    'flags-enabled-only',
    'getFeatureFlagStatuses',
    ANSWERED,
    'Flags that are off are left out',
    flags((list) => list.filter(({ enabled }) => enabled)),
  ),
  fault(
    'flags-twice',
    'getFeatureFlagStatuses',
    ANSWERED,
    'A flag is answered twice',
    flags((list) => [...list, ...list.slice(0, 1)]),
  ),
  fault(
    'flags-none',
    'getFeatureFlagStatuses',
    ANSWERED,
    'No flag is answered',
    flags(() => []),
  ),
  fault(
    'flags-names-upper',
    'getFeatureFlagStatuses',
    [ANSWERED, ONLY_ASKED],
    'Names are in capitals',
    flags((list) => list.map((flag) => ({ ...flag, feature_flag_name: String(flag.feature_flag_name).toUpperCase() }))),
  ),
  fault(
    'flags-status-of-first',
    'getFeatureFlagStatuses',
    OWN,
    'All have the status of the first',
    flags((list) => list.map((flag) => ({ ...flag, enabled: list[0]?.enabled }))),
    ONLY,
  ),
  fault(
    'flags-status-swapped',
    'getFeatureFlagStatuses',
    OWN,
    'Statuses come in the wrong order',
    flags((list) => list.map((flag, index) => ({ ...flag, enabled: list.at(index - 1)?.enabled }))),
  ),
  fault(
    'flags-status-off-when-alone',
    'getFeatureFlagStatuses',
    OWN,
    'Asked for alone, a flag is off',
    flags((list, asked) => (asked.length === 1 ? list.map((flag) => ({ ...flag, enabled: false })) : list)),
  ),
];
