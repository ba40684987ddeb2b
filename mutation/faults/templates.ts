import type { EndpointName } from '../../src/specification/endpoints.ts';
import { type JsonObject, jsonOf, listIn, NOT_FOUND, pause, sentJson, succeeded, withId, withJson } from '../answers.ts';
import { atEach, breaking, type Fault, fault, faults, ONLY } from '../fault.ts';
import type { PassingRequest } from '../interposition.ts';
import {
  answers,
  at,
  hereKeeping,
  json,
  leavesAt,
  list,
  member,
  numbered,
  ofMade,
  records,
  recordsKeeping,
  SHARED_MS,
  type Spoil,
  set,
} from '../rows.ts';

const NEW = 'email-template.copy-is-new';
const AGREE = 'email-template.copies-agree';
const KEPT = 'email-template.copy-is-kept';
const LISTED = 'email-template.subject-variables-are-listed';

const PROJECT = 'copyProjectEmailTemplate';
const OWN = 'copyEmailTemplate';
const VARIABLES_OF = 'listEmailTemplateVariables';

/** What a member is in a copy, by the number of the copy. */
type Change = (value: unknown, number: number) => unknown;

const variables = (change: (list: string[]) => unknown) => json((value) => ({ ...value, variables: change(value.variables as string[]) }));

const asObjects = (list: string[]) => list.map((name) => ({ name }));
const notKept = ofMade(VARIABLES_OF, () => NOT_FOUND);
const everySecondIsSource = numbered((copy, number, { id }) => (number % 2 === 0 ? { ...copy, id } : copy));
const counted: Change = (value, number) => `${value} ${number}`;
const differing = (name: string, change: Change) => numbered((copy, number) => ({ ...copy, [name]: change(copy[name], number) }));

/** Copies of copies are told by their source. */
const withoutAttachments = at([PROJECT, OWN])(
  recordsKeeping(new Set<unknown>(), (copy, made, { id }) => {
    made.add(copy.id);
    return made.has(id) ? { ...copy, attachments: [] } : copy;
  }),
);

const forgetful = at([PROJECT, OWN, VARIABLES_OF])(
  hereKeeping({ copies: new Set<unknown>(), forgotten: new Set<unknown>() }, async (request, forward, { copies, forgotten }) => {
    if (request.endpoint === VARIABLES_OF && forgotten.has(request.id)) return NOT_FOUND;
    const answer = await forward(request);
    if (request.endpoint === VARIABLES_OF || !succeeded(answer)) return answer;
    (copies.has(request.id) ? forgotten : copies).add(jsonOf(answer).id);
    return answer;
  }),
);

/** A copy takes the attachments away from its source till it is made. */
const movedMeanwhile = hereKeeping({ underWay: 0 }, async (request, forward, memory) => {
  memory.underWay += 1;
  const isFirst = memory.underWay === 1;
  const answer = await forward(request);
  await pause(SHARED_MS);
  memory.underWay -= 1;
  return isFirst || !succeeded(answer) ? answer : withJson(answer, { ...jsonOf(answer), attachments: [] });
});

/** The template in hand is a variable of the worker, which the next request sets before the copy is written. */
const inOneHand = hereKeeping({ inHand: '', copies: new Map<string, JsonObject>() }, async (request, forward, memory) => {
  memory.inHand = request.id;
  const answer = await forward(request);
  if (!succeeded(answer)) return answer;
  memory.copies.set(request.id, jsonOf(answer));
  await pause(SHARED_MS);
  const written = memory.copies.get(memory.inHand) ?? jsonOf(answer);
  return withJson(answer, { ...written, id: jsonOf(answer).id });
});

/** As where a name that they share is their key. */
const rememberedOnce = leavesAt([PROJECT, VARIABLES_OF], { copies: new Set<unknown>(), first: [] as unknown[] })(
  (answer, { copies }) => copies.add(jsonOf(answer).id),
  (answer, memory, { id }) => {
    if (!memory.copies.has(id)) return answer;
    if (memory.first.length === 0) memory.first = listIn(jsonOf(answer), 'variables');
    return withJson(answer, { variables: memory.first });
  },
);

/** Copies that differ from each other, each in one member. */
const DIFFERING: readonly (readonly [member: string, endpoint: EndpointName, change: Change])[] = [
  ['kind', OWN, (_kind, number) => (number % 2 === 0 ? 'html' : 'editor')],
  ['template_json', OWN, (_json, copy) => ({ copy })],
  ['attachments', PROJECT, (attachments, number) => (attachments as object[]).slice(number % 2)],
];

export const TEMPLATE_FAULTS: readonly Fault[] = [
  ...atEach([PROJECT, OWN], NEW, [['copy-is-source', 'The source is returned', records((copy, { id }) => ({ ...copy, id }))]]),
  fault('alone-copy-is-new', OWN, NEW, 'Every second copy is the source itself', everySecondIsSource, ONLY),
  ...DIFFERING.map(([name, endpoint, change]) =>
    fault(`copies-differ-in-${name}`, endpoint, AGREE, `\`${name}\` differs between copies`, differing(name, change), ONLY),
  ),
  fault('copies-at-once-are-of-one-template', OWN, AGREE, 'Requests share the template in hand', inOneHand),
  fault('copies-at-once-have-no-attachments', PROJECT, AGREE, 'Attachments are moved while a copy is made', movedMeanwhile, ONLY),
  fault('alone-copies-agree', PROJECT, AGREE, 'The subject counts the copies', differing('subject', counted), ONLY),
  fault('copy-of-copy-without-attachments', OWN, AGREE, 'A copy is stored without its attachments', withoutAttachments, ONLY),
  fault('copy-of-copy-is-not-kept', [OWN, VARIABLES_OF], KEPT, 'A copy of a copy is answered and not stored', forgetful),
  fault('copy-not-kept-at-4', PROJECT, KEPT, 'A copy is answered and not stored', notKept, ONLY),
  fault('copy-not-kept-at-6', OWN, KEPT, 'A copy is answered and not stored', notKept),
  ...breaking('email-template.copy-keeps-variables', [
    ['alone-copy-keeps-variables', OWN, 'Copies lose a variable', copiesHave((list) => list.slice(0, -1)), ONLY],
    ['copy-gains-variable', PROJECT, 'A copy of a copy has one variable more', at(OWN)(copiesHave((list) => [...list, 'copied']))],
  ]),
  ...faults(VARIABLES_OF, LISTED, [
    ['variables-empty', 'No variable is listed', variables(() => [])],
    ['variables-with-braces', 'Variables are listed with their braces', variables((list) => list.map((name) => `{{ ${name} }}`)), ONLY],
  ]),
  fault(
    'variables-of-copies-are-those-of-the-first',
    VARIABLES_OF,
    LISTED,
    'Copies share what is remembered of them',
    rememberedOnce,
    ONLY,
  ),
  fault('variables-as-objects', VARIABLES_OF, 'email-template.variables-list', 'Each variable is an object', variables(asObjects)),
];

function copiesHave(change: (list: string[]) => string[]): Spoil {
  return ofMade(VARIABLES_OF, (answer) =>
    succeeded(answer) ? withJson(answer, { variables: change(jsonOf(answer).variables as string[]) }) : answer,
  );
}

const EMBED = 'createSmsTemplateEmbed';
const EXPIRES = 'sms-template-embed.expires-as-asked';
const FLAGS = 'getFeatureFlagStatuses';
const ANSWERED = 'feature-flag.asked-are-answered';
const ONLY_ASKED = 'feature-flag.only-asked';

/** The embed that would have been made for so many seconds. */
export const lasting = (seconds: (asked: number) => number) =>
  set((embed, request) => {
    const asked = Number(sentJson(request)?.expires_in ?? 3600);
    return { expires_at: new Date(Date.parse(String(embed.expires_at)) + (seconds(asked) - asked) * 1000).toISOString() };
  });
const urlWithoutScheme = member('url', (value) => String(value).replace('https://', ''));

/** The longest lifetime, in seconds, that the reference service takes. */
const A_YEAR = 31_536_000;

/** The request passes through one place for all that are in order, and the next may come while it is there. */
const sharedId = hereKeeping({ latest: '' }, async (request, forward, memory) => {
  const seconds = Number(sentJson(request)?.expires_in);
  if (!(seconds > 0 && seconds <= A_YEAR)) return forward(request);
  memory.latest = request.id;
  await pause(SHARED_MS);
  return forward(withId(request, memory.latest));
});

/** A live embed is answered again to whoever asks for its lifetime. */
const ofOneLifetime = recordsKeeping(new Map<unknown, { live: JsonObject; seconds: unknown }>(), (embed, embeds, request) => {
  const seconds = sentJson(request)?.expires_in;
  const known = embeds.get(embed.sms_template);
  const isLive = known !== undefined && Date.parse(String(known.live.expires_at)) > Date.now();
  if (isLive && known.seconds === seconds) return known.live;
  embeds.set(embed.sms_template, { live: embed, seconds });
  return embed;
});

/** Ids of embeds come from a pool, and go back there when one expires. */
const pooledIds = recordsKeeping([] as { readonly id: unknown; readonly until: number }[], (embed, used) => {
  const free = used.findIndex(({ until }) => until <= Date.now());
  const [{ id } = embed] = free < 0 ? [] : used.splice(free, 1);
  used.push({ id, until: Date.parse(String(embed.expires_at)) });
  return { ...embed, id };
});

export const EMBED_FAULTS: readonly Fault[] = [
  ...faults(EMBED, 'sms-template-embed.template-is-path', [
    ['embed-template-of-the-latest', 'The template is kept in a field that all requests share', sharedId, ONLY],
    ['embed-of-another-template', 'The embed is of another template', set({ sms_template: 'smt_other' }), ONLY],
  ]),
  ...faults(EMBED, EXPIRES, [
    ['embed-expiry-ignored', 'Every embed lives for an hour', lasting(() => 3600), ONLY],
    ['embed-expiry-in-minutes', 'Minutes are counted', lasting((asked) => asked * 60)],
  ]),
  fault('embed-url-without-scheme', EMBED, 'sms-template-embed.url-is-url', 'The URL has no scheme', urlWithoutScheme),
  fault('embed-ids-from-a-pool', EMBED, 'record.second-is-its-own', 'An expired embed gives its id to the next one', pooledIds),
  fault('embed-of-one-lifetime-is-answered', EMBED, EXPIRES, 'A live embed is answered to who asks for its lifetime', ofOneLifetime),
];

/** The names in a request to getFeatureFlagStatuses. */
export const askedFlags = ({ target }: PassingRequest) => new URL(target, 'http://127.0.0.1').searchParams.getAll('names');

const STRANGER = { feature_flag_name: 'dark_mode', enabled: true };
const flags = (change: (flags: JsonObject[]) => JsonObject[]) => list('feature_flags', change);
const flagsIf = (isConcerned: (asked: readonly string[]) => boolean, change: (flags: JsonObject[]) => JsonObject[]) =>
  list('feature_flags', (all, request) => (isConcerned(askedFlags(request)) ? change(all) : all));
const ofTheFirst = flags((all) => all.map((flag) => ({ ...flag, enabled: all[0]?.enabled })));
const inCapitals = member('feature_flag_name', (name) => String(name).toUpperCase());
const isOne = ({ length }: readonly string[]) => length === 1;
const areSeveral = ({ length }: readonly string[]) => length > 1;

/** Where nobody knows the first name, each has the status of the next one. */
const shifted = answers((answer, { target }) => {
  const flags = succeeded(answer) && /=[^&]*-unknown&/.test(target) ? listIn(jsonOf(answer), 'feature_flags') : [];
  const moved = flags.map((flag, index) => ({
    ...(flag as JsonObject),
    enabled: (flags[(index + 1) % flags.length] as JsonObject).enabled,
  }));
  return flags.length === 0 ? answer : withJson(answer, { feature_flags: moved });
});

export const FLAG_FAULTS: readonly Fault[] = [
  ...faults(FLAGS, ONLY_ASKED, [
    ['flags-unasked-too', 'All flags are answered', flags((all) => [...all, STRANGER]), ONLY],
    ['flags-unasked-when-alone', 'Asked for one, two are answered', flagsIf(isOne, (all) => [...all, STRANGER])],
  ]),
  ...faults(FLAGS, ANSWERED, [
    ['flags-asked-missing', 'The last of several is missing', flagsIf(areSeveral, (all) => all.slice(0, -1)), ONLY],
    ['flags-twice', 'A flag is answered twice', flags((all) => [...all, ...all.slice(0, 1)])],
  ]),
  fault('flags-names-upper', FLAGS, [ANSWERED, ONLY_ASKED], 'Names are in capitals', inCapitals),
  fault('flags-shifted-behind-unknown', FLAGS, 'feature-flag.status-is-its-own', 'Statuses go by the place of the name', shifted, ONLY),
  fault('flags-status-of-first', FLAGS, 'feature-flag.status-is-its-own', 'All have the status of the first', ofTheFirst, ONLY),
];
