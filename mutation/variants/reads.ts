import { endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { answerOf, jsonOf, succeeded, textOf, withHeaders, withJson, withText } from '../answers.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answersKeeping, at, numbered, of, permits, successes } from '../rows.ts';
import { when } from './doors.ts';

const LIST = 'The order of lists is not shown';
const PREVIEW = 'Endpoint 17: a string with an HTML preview, and no more is said';
const REQUESTS = 'What a request may carry beyond the documented is not shown';

/** Each list in another order each time; the variables of an e-mail template too, which are no records. */
const turning = answersKeeping(
  () => ({ count: 0 }),
  (answer, memory, { endpoint }) => {
    const name = endpoint && (endpoint === 'listEmailTemplateVariables' ? 'variables' : rowOf(endpoint).list);
    if (!name || !succeeded(answer)) return answer;
    const items = jsonOf(answer)[name] as unknown[];
    memory.count += 1;
    const first = memory.count % items.length;
    return withJson(answer, { ...jsonOf(answer), [name]: [...items.slice(first), ...items.slice(0, first)] });
  },
);

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
const turningCustomers = numbered((segment, number) =>
  number % 2 === 0 ? segment : { ...segment, static_customers: (segment.static_customers as unknown[]).toReversed() },
);

export const LIST_VARIANTS: readonly Variant[] = permits(LIST, [
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
  ...permits(REQUESTS, [
    ['query parameters that are not known lead to 400', when(hasQuery, () => answerOf(400, { error: 'unknown parameter' }))],
    ['long targets lead to 414', when(isLong, () => answerOf(414, null))],
  ]),
  ...permits('Errors: not shown', [['ids with odd characters lead to 400 before the credentials are looked at', when(hasOddId, blocked)]]),
];
