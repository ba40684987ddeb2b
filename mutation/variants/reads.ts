import { endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { Interposition, Variant } from '../interposition.ts';
import {
  answerOf,
  answersThrough,
  answersThroughFresh,
  bytesOf,
  type Change,
  editing,
  editingJson,
  isObject,
  isSuccess,
  textOf,
  withHeaders,
  withText,
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
    endpoint === 'previewSmsTemplate' && isSuccess(answer) ? withText(answer, edit(textOf(answer.body))) : answer,
  );

function previewIn(label: string, encode: (html: string) => Uint8Array): () => Interposition {
  return answersThrough((answer, { endpoint }) =>
    endpoint === 'previewSmsTemplate' && isSuccess(answer)
      ? {
          ...withHeaders(answer, { 'content-type': `text/html; charset=${label}` }),
          body: encode('<p>Grüße, {{ customer.first_name }}: für 3 £</p>'),
        }
      : answer,
  );
}

const PREVIEWS: readonly (readonly [name: string, edit: (html: string) => string])[] = [
  ['only plain words', () => 'Hello Ada, see you on Monday.'],
  ['a fragment', () => '<div>Hello <b>Ada</b></div>'],
  ['XHTML', () => '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Hello</p></body></html>'],
  ['a number', () => '42'],
  ['words in quotes', () => '"Hello Ada"'],
  ['empty, as its template', () => ''],
  ['a line break', () => '\n'],
  ['an object in words', () => '{"table": 4, "name": null}'],
  ['a list in words', () => '["Hello", "Ada"]'],
  ['words with a sign of comparison, in quotes', () => '"Tables for 5 < 6"'],
  ['words in square brackets', () => '[Hello] {Ada}'],
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
