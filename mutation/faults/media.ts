import { onSuccess, withJson, withText } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer } from '../interposition.ts';

const typed = (answer: PassingAnswer, type: string): PassingAnswer => ({ ...answer, headers: { ...answer.headers, 'content-type': type } });
const untyped = ({ headers: { 'content-type': _gone, ...headers }, ...answer }: PassingAnswer): PassingAnswer => ({ ...answer, headers });
const text = ({ body }: PassingAnswer): string => Buffer.from(body).toString('utf8');

const MEDIA = 'http.json-media-type';
const BODY = 'http.json-body';
const PREVIEW_TYPE = 'sms-template.preview-media-type';
const PREVIEW = 'sms-template.preview-is-html';

/** Bytes that a client would have to take for JSON. */
const NOT_JSON: readonly (readonly [name: string, endpoint: number, spoil: (answer: PassingAnswer) => PassingAnswer])[] = [
  ['empty', 18, (answer) => withText(answer, '')],
  ['trailing-comma', 8, (answer) => withText(answer, text(answer).replace(/\}$/, ',}'))],
  ['single-quotes', 13, (answer) => withText(answer, text(answer).replaceAll('"', "'"))],
  ['nan', 2, (answer) => withText(answer, text(answer).replace(/:0([,}])/, ':NaN$1'))],
  ['two-values', 14, (answer) => withText(answer, text(answer).repeat(2))],
  ['html-in-front', 10, (answer) => withText(answer, `<!-- cached -->${text(answer)}`)],
  ['cut', 12, (answer) => withText(answer, text(answer).slice(0, -3))],
  ['raw-line-break', 15, (answer) => withText(answer, text(answer).replace(' ', '\n'))],
  ['latin-1', 11, (answer) => ({ ...answer, body: Buffer.from(text(answer).replace('desk', 'pult für'), 'latin1') })],
  ['utf-16', 1, (answer) => ({ ...answer, body: Buffer.from(text(answer), 'utf16le') })],
];

/** How answers are labelled, and whether they are what the label says. */
export const MEDIA_FAULTS: readonly Fault[] = [
  ...[1, 3, 5, 9, 11, 14, 16].map((endpoint) =>
    fault(
      `text-plain-at-${endpoint}`,
      endpoint,
      MEDIA,
      'JSON is declared as text/plain',
      onSuccess([endpoint], (answer) => typed(answer, 'text/plain')),
    ),
  ),
  ...[2, 4, 6, 7].map((endpoint) =>
    fault(`no-media-type-at-${endpoint}`, endpoint, MEDIA, 'JSON is not declared at all', onSuccess([endpoint], untyped)),
  ),
  ...[10, 12, 13, 15].map((endpoint) =>
    fault(
      `text-html-at-${endpoint}`,
      endpoint,
      MEDIA,
      'JSON is declared as text/html',
      onSuccess([endpoint], (answer) => typed(answer, 'text/html; charset=utf-8')),
    ),
  ),
  fault(
    'text-json-at-18',
    18,
    MEDIA,
    'JSON is declared as text/json',
    onSuccess([18], (answer) => typed(answer, 'text/json')),
  ),
  ...NOT_JSON.map(([name, endpoint, spoil]) =>
    fault(`not-json-${name}-at-${endpoint}`, endpoint, BODY, 'The body is not JSON text in UTF-8', onSuccess([endpoint], spoil)),
  ),
  fault(
    'preview-as-json-type',
    17,
    PREVIEW_TYPE,
    'HTML is declared as JSON',
    onSuccess([17], (answer) => typed(answer, 'application/json')),
  ),
  fault(
    'preview-as-text',
    17,
    PREVIEW_TYPE,
    'HTML is declared as text',
    onSuccess([17], (answer) => typed(answer, 'text/plain; charset=utf-8')),
  ),
  fault('preview-untyped', 17, PREVIEW_TYPE, 'HTML is not declared at all', onSuccess([17], untyped)),
  fault(
    'preview-empty',
    17,
    PREVIEW,
    'The preview is empty',
    onSuccess([17], (answer) => withText(answer, '')),
  ),
  fault(
    'preview-blank',
    17,
    PREVIEW,
    'The preview is a line break',
    onSuccess([17], (answer) => withText(answer, '\n')),
  ),
  fault(
    'preview-json-string',
    17,
    PREVIEW,
    'The HTML stands in a JSON string',
    onSuccess([17], (answer) => withJson(answer, text(answer))),
  ),
  fault(
    'preview-json-object',
    17,
    PREVIEW,
    'The HTML stands in a JSON object',
    onSuccess([17], (answer) => withJson(answer, { html: text(answer) })),
  ),
  fault(
    'alone-http-json-media-type',
    8,
    MEDIA,
    'JSON is declared as text/plain',
    onSuccess([8], (answer) => typed(answer, 'text/plain')),
    ONLY,
  ),
  fault(
    'alone-http-json-body',
    13,
    BODY,
    'A comment follows the JSON',
    onSuccess([13], (answer) => withText(answer, `${text(answer)} // cached`)),
    ONLY,
  ),
  fault(
    'alone-preview-media-type',
    17,
    PREVIEW_TYPE,
    'HTML is declared as XML',
    onSuccess([17], (answer) => typed(answer, 'application/xml')),
    ONLY,
  ),
  fault(
    'alone-preview-is-html',
    17,
    PREVIEW,
    'The preview is null',
    onSuccess([17], (answer) => withText(answer, '{"html":null}')),
    ONLY,
  ),
];
