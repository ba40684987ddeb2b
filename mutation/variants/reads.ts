import { FEATURE_FLAGS } from '../../reference/seed/seed.ts';
import { endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { answerOf, type JsonObject, jsonOf, succeeded, textOf, withHeaders, withJson, withText } from '../answers.ts';
import { askedFlags } from '../faults/templates.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answers, answersKeeping, at, type Choice, falls, numberedJson, of, permits, records, requests, successes } from '../rows.ts';
import { when } from './doors.ts';

const PREVIEW = 'Endpoint 17: a string with an HTML preview, and no more is said';

/** Each list in another order each time; the variables of an e-mail template too, which are no records. */
const turning = answersKeeping({ count: 0 }, (answer, memory, { endpoint }) => {
  const name = endpoint && (endpoint === 'listEmailTemplateVariables' ? 'variables' : rowOf(endpoint).list);
  if (!name || !succeeded(answer)) return answer;
  const items = jsonOf(answer)[name] as unknown[];
  memory.count += 1;
  const first = memory.count % items.length;
  return withJson(answer, { ...jsonOf(answer), [name]: [...items.slice(first), ...items.slice(0, first)] });
});

const preview = (change: (answer: PassingAnswer) => PassingAnswer) => at('previewSmsTemplate')(successes(change));
const previewAs = (edit: (html: string) => string) => preview((answer) => withText(answer, edit(textOf(answer))));
const previewIn = (label: string, encode: (html: string) => Uint8Array) =>
  preview((answer) => ({
    ...withHeaders(answer, { 'content-type': `text/html; charset=${label}` }),
    body: encode(`<p>Grüße, {{ customer.first_name }}: für ${answer.body.length} £</p>`),
  }));

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

/** Two templates have two previews, so each holds the length of what it stands for. */
const PREVIEWS: readonly (readonly [name: string, edit: (html: string) => string])[] = [
  ['only plain words', (html) => `Hello Ada, see you in ${html.length} days.`],
  ['a fragment', (html) => `<div>Hello <b>Ada</b> ${html.length}</div>`],
  ['XHTML', (html) => `${XML}\n<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Hello ${html.length}</p></body></html>`],
  ['a number', (html) => `${html.length}`],
  ['words in quotes', (html) => `"Hello Ada ${html.length}"`],
  ['empty, as its template', () => ''],
  ['line breaks', (html) => '\n'.repeat(html.length)],
  ['an object in words', (html) => `{"table": ${html.length}, "name": null}`],
  ['a list in words', (html) => `["Hello", "Ada", ${html.length}]`],
  ['words with a sign of comparison, in quotes', (html) => `"Tables for 5 < ${html.length}"`],
  ['words in square brackets', (html) => `[Hello] {Ada ${html.length}}`],
  ['a mark of the byte order at the start', (html) => `\uFEFF${html}`],
  ['600 kB of it', (html) => html + '<p>more</p>\n'.repeat(50_000)],
  ['a nonce', (html) => html.replace('<', `<!-- ${crypto.randomUUID()} --><`)],
];

/** Static customers in another order each time. */
const backwards = ({ static_customers: ids, ...rest }: JsonObject) => ({ ...rest, static_customers: (ids as unknown[]).toReversed() });
const turningCustomers = numberedJson((segment, number) => (number % 2 === 0 ? segment : backwards(segment)));

export const LIST_VARIANTS: readonly Variant[] = permits('The order of lists is not shown', [
  ['lists in another order each time', turning],
  ['static customers in another order each time', of('segment')(turningCustomers)],
]);

export const PREVIEW_VARIANTS: readonly Variant[] = [
  ...PREVIEWS.flatMap(([name, edit]) => permits(PREVIEW, [[`a preview that is ${name}`, previewAs(edit)]])),
  ...permits(`${PREVIEW}; RFC 9110 §8.3.2 and HTML know other charsets than UTF-8`, [
    ['a preview in ISO 8859-1', previewIn('iso-8859-1', (html) => Buffer.from(html, 'latin1'))],
    ['a preview in UTF-16', previewIn('utf-16', (html) => Buffer.from(`\uFEFF${html}`, 'utf16le'))],
  ]),
];

const hasOddId = ({ id }: PassingRequest) => /[\p{Cc}<>"'{}]/u.test(id);
const blocked = () => answerOf(400, '<h1>Blocked</h1>', { 'content-type': 'text/html' });
const isLong = ({ target }: PassingRequest) => target.length > 1000;
const hasQuery = ({ endpoint, target }: PassingRequest) =>
  Boolean(target.split('?')[1]) && endpoint !== null && endpoint !== 'getFeatureFlagStatuses';

export const QUERY_VARIANTS: readonly Variant[] = [
  ...permits('What a request may carry beyond the documented is not shown', [
    ['query parameters that are not known lead to 400', when(hasQuery, () => answerOf(400, { error: 'unknown parameter' }))],
    ['long targets lead to 414', when(isLong, () => answerOf(414, null))],
  ]),
  ...permits('Errors: not shown', [['ids with odd characters lead to 400 before the credentials are looked at', when(hasOddId, blocked)]]),
];

const MAY_BE_ABSENT = 'Reading rule 1: any other field may be absent';

const FLAGS = 'getFeatureFlagStatuses';
const KNOWN: readonly string[] = FEATURE_FLAGS.map((flag) => flag.feature_flag_name);

/** How a query holds several names. */
const ENCODINGS = {
  repeat: (query: URLSearchParams, parameter: string) => query.getAll(parameter),
  comma: (query: URLSearchParams, parameter: string) => query.get(parameter)?.split(',') ?? [],
  brackets: (query: URLSearchParams, parameter: string) => query.getAll(`${parameter}[]`),
  json: (query: URLSearchParams, parameter: string) => JSON.parse(query.get(parameter) ?? '[]') as string[],
};
type Encoding = keyof typeof ENCODINGS;

/** The request as the service behind takes it. */
function asRepeated(request: PassingRequest, parameter: string, encoding: Encoding): PassingRequest {
  const query = new URL(request.target, 'http://any.example').searchParams;
  const names = ENCODINGS[encoding](query, parameter).map((name) => `names=${encodeURIComponent(name)}`);
  return { ...request, target: `${request.target.split('?')[0]}?${names.join('&')}` };
}

const taking = (parameter: string, encoding: Encoding): Choice => [
  `flags are asked for as ${parameter}, ${encoding}`,
  at(FLAGS)(requests((request) => asRepeated(request, parameter, encoding))),
  { CES_FEATURE_FLAGS_PARAM: parameter, CES_FEATURE_FLAGS_ENCODING: encoding },
];

/** What the answer says of names that are no flag. */
const answeringUnknown = (say: (answer: PassingAnswer, unknown: readonly string[]) => PassingAnswer) =>
  at(FLAGS)(
    successes((answer, request) => {
      const unknown = askedFlags(request).filter((name) => !KNOWN.includes(name));
      return unknown.length === 0 ? answer : say(answer, unknown);
    }),
  );

/** One flag after the other is enabled for good, each after so many answers, however many flags they list. */
const rollingOut = numberedJson((value, number) => {
  const isEnabled = (flag: JsonObject) => number > 8 * (1 + KNOWN.indexOf(String(flag.feature_flag_name)));
  return { ...value, feature_flags: (value.feature_flags as JsonObject[]).map((flag) => ({ ...flag, enabled: isEnabled(flag) })) };
});

const isBare = ({ endpoint, target }: PassingRequest) => endpoint === 'getFeatureFlagStatuses' && !target.includes('names=');
const ALL = KNOWN.map((name) => `names=${name}`).join('&');
const ofAll = (request: PassingRequest) => ({ ...request, target: `${request.target.split('?')[0]}?${ALL}` });
const more = ({ feature_flag_name: name }: JsonObject) => ({ name, percentage: 50, variants: null });
const onlyIfEnabled = ({ enabled, ...flag }: JsonObject) => (enabled === false ? flag : { ...flag, enabled });
const asFlags = (enabled: boolean) =>
  answeringUnknown((answer, names) => {
    const flags = names.map((feature_flag_name) => ({ feature_flag_name, enabled }));
    return withJson(answer, { feature_flags: [...(jsonOf(answer).feature_flags as JsonObject[]), ...flags] });
  });
const refusingUnknown = (status: number) => answeringUnknown(() => answerOf(status, { error: 'unknown flag' }));
const oneAtATime = falls((request) => askedFlags(request).length > 1, answerOf(422, { error: 'too many' }));
const ofNone = () => answerOf(200, { feature_flags: [] });

export const FLAG_VARIANTS: readonly Variant[] = [
  ...permits('Feature flag: nothing says that a status is constant', [['flags are rolled out step by step', at(FLAGS)(rollingOut)]]),
  ...permits('Endpoints, rule 4: name of the parameter and encoding of several names are not shown', [
    taking('feature_flag_names', 'comma'),
    taking('flags', 'brackets'),
    taking('q', 'json'),
    taking('filter[name]', 'repeat'),
    taking('flag names', 'comma'),
  ]),
  ...permits('Limits: maximum lengths of arrays are not shown', [['one flag at a time', at(FLAGS)(oneAtATime)]]),
  ...permits('What becomes of names that are no flag is not shown', [
    ['an unknown flag is not enabled', asFlags(false)],
    ['an unknown flag is enabled', asFlags(true)],
    ...[404, 400, 422].map((status): Choice => [`an unknown flag leads to ${status}`, refusingUnknown(status)]),
    ['without names all flags are answered', requests((request) => (isBare(request) ? ofAll(request) : request))],
    ['without names no flag is answered', answers((answer, request) => (isBare(request) && answer.status !== 401 ? ofNone() : answer))],
  ]),
  ...permits(MAY_BE_ABSENT, [['a flag that is off holds no `enabled`', at(FLAGS)(records(onlyIfEnabled))]]),
  ...permits('Reading rule 2', [['flags say more of themselves', at(FLAGS)(records((flag) => ({ ...flag, ...more(flag) })))]]),
];
