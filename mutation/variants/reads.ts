import { endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { isObject, succeeded, withText } from '../answers.ts';
import type { Interposition, PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import {
  answerOf,
  answersThrough,
  answersThroughFresh,
  type Change,
  editingJson,
  numbered,
  permits,
  textOf,
  withHeaders,
} from './answers.ts';

const LIST = 'The order of lists is not shown';
const PREVIEW = 'Endpoint 17: a string with an HTML preview, and no more is said';
const REQUESTS = 'What a request may carry beyond the documented is not shown';

/** Each list in another order each time; the variables of an e-mail template too, which are no records. */
function turning(): Change {
  let count = 0;
  return editingJson((value, endpoint) => {
    const list = endpoint === 'listEmailTemplateVariables' ? 'variables' : rowOf(endpoint).list;
    if (list === null || !isObject(value)) return value;
    const items = value[list];
    if (!Array.isArray(items)) return value;
    count += 1;
    return { ...value, [list]: [...items.slice(count % items.length), ...items.slice(0, count % items.length)] };
  });
}

const preview = (edit: (html: string) => string) =>
  answersThrough((answer, { endpoint }) =>
    endpoint === 'previewSmsTemplate' && succeeded(answer) ? withText(answer, edit(textOf(answer.body))) : answer,
  );

function previewIn(label: string, encode: (html: string) => Uint8Array): () => Interposition {
  return answersThrough((answer, { endpoint }) =>
    endpoint === 'previewSmsTemplate' && succeeded(answer)
      ? {
          ...withHeaders(answer, { 'content-type': `text/html; charset=${label}` }),
          body: encode(`<p>Grüße, {{ customer.first_name }}: für ${answer.body.length} £</p>`),
        }
      : answer,
  );
}

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
const turningCustomers = numbered('segment', ({ static_customers: ids }, number) =>
  number % 2 === 0 || !Array.isArray(ids) ? {} : { static_customers: ids.toReversed() },
);

export const LIST_VARIANTS: readonly Variant[] = permits(LIST, [
  ['lists in another order each time', answersThroughFresh(turning)],
  ['static customers in another order each time', turningCustomers],
]);

export const PREVIEW_VARIANTS: readonly Variant[] = [
  ...permits(
    PREVIEW,
    PREVIEWS.map(([name, edit]) => [`a preview that is ${name}`, preview(edit)]),
  ),
  ...permits(`${PREVIEW}; RFC 9110 §8.3.2 and HTML know other charsets than UTF-8`, [
    ['a preview in ISO 8859-1', previewIn('iso-8859-1', (html) => Buffer.from(html, 'latin1'))],
    ['a preview in UTF-16', previewIn('utf-16', (html) => Buffer.from(`\uFEFF${html}`, 'utf16le'))],
  ]),
];

/** Answers such requests before the service sees them. */
const refusing =
  (is: (request: PassingRequest) => boolean, refusal: PassingAnswer): (() => Interposition) =>
  () =>
  async (request, forward) =>
    is(request) ? refusal : forward(request);

const hasQuery = ({ endpoint, target }: PassingRequest) =>
  Boolean(target.split('?')[1]) && endpoint !== null && endpoint !== 'getFeatureFlagStatuses';

export const QUERY_VARIANTS: readonly Variant[] = [
  ...permits(REQUESTS, [
    ['query parameters that are not known lead to 400', refusing(hasQuery, answerOf(400, { error: 'unknown parameter' }))],
    ['long targets lead to 414', refusing(({ target }) => target.length > 1000, answerOf(414, null))],
  ]),
  ...permits('Errors: not shown', [
    [
      'ids with odd characters lead to 400 before the credentials are looked at',
      refusing(({ id }) => /[\p{Cc}<>"'{}]/u.test(id), answerOf(400, '<h1>Blocked</h1>', { 'content-type': 'text/html' })),
    ],
  ]),
];
