import type { EndpointName } from '../../src/specification/endpoints.ts';
import { onSuccess, withJson, withText } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer } from '../interposition.ts';

const typed = (answer: PassingAnswer, type: string): PassingAnswer => ({ ...answer, headers: { ...answer.headers, 'content-type': type } });
const untyped = ({ headers: { 'content-type': _gone, ...headers }, ...answer }: PassingAnswer): PassingAnswer => ({ ...answer, headers });
const text = ({ body }: PassingAnswer): string => Buffer.from(body).toString('utf8');

const MEDIA = 'http.json-media-type';
const BODY = 'http.json-body';
const PREVIEW_TYPE = 'sms-template.preview-media-type';
const PREVIEW = 'sms-template.preview-is-html';

/** Bytes that a client would have to take for JSON. */
const NOT_JSON: readonly (readonly [name: string, endpoint: EndpointName, spoil: (answer: PassingAnswer) => PassingAnswer])[] = [
  ['empty', 'trackEvent', (answer) => withText(answer, '')],
  ['trailing-comma', 'getSentEmail', (answer) => withText(answer, text(answer).replace(/\}$/, ',}'))],
  ['single-quotes', 'getSegment', (answer) => withText(answer, text(answer).replaceAll('"', "'"))],
  ['nan', 'createCampaign', (answer) => withText(answer, text(answer).replace(/:0([,}])/, ':NaN$1'))],
  ['two-values', 'getFeatureFlagStatuses', (answer) => withText(answer, text(answer).repeat(2))],
  ['html-in-front', 'getProjectEmailAddress', (answer) => withText(answer, `<!-- cached -->${text(answer)}`)],
  ['cut', 'listEmailBlastExecutions', (answer) => withText(answer, text(answer).slice(0, -3))],
  ['raw-line-break', 'getProjectDefinedEvent', (answer) => withText(answer, text(answer).replace(' ', '\n'))],
  ['latin-1', 'getEmailAddress', (answer) => ({ ...answer, body: Buffer.from(text(answer).replace('desk', 'pult für'), 'latin1') })],
  ['utf-16', 'getEvent', (answer) => ({ ...answer, body: Buffer.from(text(answer), 'utf16le') })],
];

/** Endpoints whose JSON is declared as text. */
const AS_TEXT: readonly EndpointName[] = [
  'getEvent',
  'batchUpdateCustomers',
  'createBusiness',
  'listEmailAddresses',
  'getEmailAddress',
  'getFeatureFlagStatuses',
  'listEmailTemplateVariables',
];

/** How answers are labelled, and whether they are what the label says. */
export const MEDIA_FAULTS: readonly Fault[] = [
  ...AS_TEXT.map((endpoint) =>
    fault(
      `text-plain-at-${numberOf(endpoint)}`,
      endpoint,
      MEDIA,
      'JSON is declared as text/plain',
      onSuccess([endpoint], (answer) => typed(answer, 'text/plain')),
    ),
  ),
  ...(['createCampaign', 'copyProjectEmailTemplate', 'copyEmailTemplate', 'createSmsTemplateEmbed'] as const).map((endpoint) =>
    fault(`no-media-type-at-${numberOf(endpoint)}`, endpoint, MEDIA, 'JSON is not declared at all', onSuccess([endpoint], untyped)),
  ),
  ...(['getProjectEmailAddress', 'listEmailBlastExecutions', 'getSegment', 'getProjectDefinedEvent'] as const).map((endpoint) =>
    fault(
      `text-html-at-${numberOf(endpoint)}`,
      endpoint,
      MEDIA,
      'JSON is declared as text/html',
      onSuccess([endpoint], (answer) => typed(answer, 'text/html; charset=utf-8')),
    ),
  ),
  fault(
    'text-json-at-18',
    'trackEvent',
    MEDIA,
    'JSON is declared as text/json',
    onSuccess(['trackEvent'], (answer) => typed(answer, 'text/json')),
  ),
  ...NOT_JSON.map(([name, endpoint, spoil]) =>
    fault(`not-json-${name}-at-${numberOf(endpoint)}`, endpoint, BODY, 'The body is not JSON text in UTF-8', onSuccess([endpoint], spoil)),
  ),
  fault(
    'preview-as-json-type',
    'previewSmsTemplate',
    PREVIEW_TYPE,
    'HTML is declared as JSON',
    onSuccess(['previewSmsTemplate'], (answer) => typed(answer, 'application/json')),
  ),
  fault(
    'preview-as-text',
    'previewSmsTemplate',
    PREVIEW_TYPE,
    'HTML is declared as text',
    onSuccess(['previewSmsTemplate'], (answer) => typed(answer, 'text/plain; charset=utf-8')),
  ),
  fault('preview-untyped', 'previewSmsTemplate', PREVIEW_TYPE, 'HTML is not declared at all', onSuccess(['previewSmsTemplate'], untyped)),
  fault(
    'preview-json-string',
    'previewSmsTemplate',
    PREVIEW,
    'The HTML stands in a JSON string',
    onSuccess(['previewSmsTemplate'], (answer) => withJson(answer, text(answer))),
  ),
  fault(
    'preview-json-object',
    'previewSmsTemplate',
    PREVIEW,
    'The HTML stands in a JSON object',
    onSuccess(['previewSmsTemplate'], (answer) => withJson(answer, { html: text(answer) })),
  ),
  fault(
    'alone-http-json-media-type',
    'getSentEmail',
    MEDIA,
    'JSON is declared as text/plain',
    onSuccess(['getSentEmail'], (answer) => typed(answer, 'text/plain')),
    ONLY,
  ),
  fault(
    'alone-http-json-body',
    'getSegment',
    BODY,
    'A comment follows the JSON',
    onSuccess(['getSegment'], (answer) => withText(answer, `${text(answer)} // cached`)),
    ONLY,
  ),
  fault(
    'alone-preview-media-type',
    'previewSmsTemplate',
    PREVIEW_TYPE,
    'HTML is declared as XML',
    onSuccess(['previewSmsTemplate'], (answer) => typed(answer, 'application/xml')),
    ONLY,
  ),
  fault(
    'alone-preview-is-html',
    'previewSmsTemplate',
    PREVIEW,
    'The HTML stands deep in JSON',
    onSuccess(['previewSmsTemplate'], (answer) => withJson(answer, { data: [{ preview: { html: text(answer) } }] })),
    ONLY,
  ),
];
