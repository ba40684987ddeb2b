import { endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { isObject, succeeded, withText } from '../answers.ts';
import type { Interposition, Variant } from '../interposition.ts';
import {
  answerOf,
  answersThrough,
  answersThroughFresh,
  bytesOf,
  type Change,
  editing,
  editingJson,
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

/** Two templates have two previews, so each holds the length of what it stands for. */
const PREVIEWS: readonly (readonly [name: string, edit: (html: string) => string])[] = [
  ['only plain words', (html) => `Hello Ada, see you in ${html.length} days.`],
  ['a fragment', (html) => `<div>Hello <b>Ada</b> ${html.length}</div>`],
  [
    'XHTML',
    (html) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Hello ${html.length}</p></body></html>`,
  ],
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

export const LIST_VARIANTS: readonly Variant[] = [
  { name: 'lists in another order each time', permitted: LIST, interpose: answersThroughFresh(turning) },
  {
    name: 'static customers in another order each time',
    permitted: LIST,
    interpose: answersThroughFresh(() => {
      let count = 0;
      return editing('segment', (segment) => {
        count += 1;
        return count % 2 === 0 || !Array.isArray(segment.static_customers)
          ? segment
          : { ...segment, static_customers: [...segment.static_customers].reverse() };
      });
    }),
  },
];

export const PREVIEW_VARIANTS: readonly Variant[] = [
  ...PREVIEWS.map(([name, edit]) => ({ name: `a preview that is ${name}`, permitted: PREVIEW, interpose: preview(edit) })),
  {
    name: 'a preview in ISO 8859-1',
    permitted: `${PREVIEW}; RFC 9110 §8.3.2 and HTML know other charsets than UTF-8`,
    interpose: previewIn('iso-8859-1', (html) => Buffer.from(html, 'latin1')),
  },
  {
    name: 'a preview in UTF-16',
    permitted: `${PREVIEW}; RFC 9110 §8.3.2 and HTML know other charsets than UTF-8`,
    interpose: previewIn('utf-16', (html) => Buffer.concat([Uint8Array.of(0xff, 0xfe), Buffer.from(html, 'utf16le')])),
  },
];

export const QUERY_VARIANTS: readonly Variant[] = [
  {
    name: 'query parameters that are not known lead to 400',
    permitted: REQUESTS,
    interpose: () => async (request, forward) => {
      const query = request.target.split('?')[1];
      return query && request.endpoint !== null && request.endpoint !== 'getFeatureFlagStatuses'
        ? answerOf(400, { error: 'unknown parameter' })
        : forward(request);
    },
  },
  {
    name: 'long targets lead to 414',
    permitted: REQUESTS,
    interpose: () => async (request, forward) => (request.target.length > 1000 ? answerOf(414, null) : forward(request)),
  },
  {
    name: 'ids with odd characters lead to 400 before the credentials are looked at',
    permitted: 'Errors: not shown',
    interpose: () => async (request, forward) =>
      /[\p{Cc}<>"'{}]/u.test(request.id)
        ? { status: 400, headers: { 'content-type': 'text/html' }, body: bytesOf('<h1>Blocked</h1>') }
        : forward(request),
  },
];
