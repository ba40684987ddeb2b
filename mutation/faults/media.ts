import type { EndpointName } from '../../src/specification/endpoints.ts';
import { textOf as text, withJson, withText } from '../answers.ts';
import { atEach, fault, faults, numberOf, ONLY } from '../fault.ts';
import type { Fault, PassingAnswer } from '../interposition.ts';
import { successes } from '../rows.ts';

const typed = (type: string) => successes((answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': type } }));
const untyped = successes(({ headers: { 'content-type': _gone, ...headers }, ...answer }) => ({ ...answer, headers }));
const wrapped = (wrap: (html: string) => unknown) => successes((answer) => withJson(answer, wrap(text(answer))));

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
  ...atEach(AS_TEXT, MEDIA, [['text-plain', 'JSON is declared as text/plain', typed('text/plain')]]),
  ...atEach(['createCampaign', 'copyProjectEmailTemplate', 'copyEmailTemplate', 'createSmsTemplateEmbed'], MEDIA, [
    ['no-media-type', 'JSON is not declared at all', untyped],
  ]),
  ...atEach(['getProjectEmailAddress', 'listEmailBlastExecutions', 'getSegment', 'getProjectDefinedEvent'], MEDIA, [
    ['text-html', 'JSON is declared as text/html', typed('text/html; charset=utf-8')],
  ]),
  fault('text-json-at-18', 'trackEvent', MEDIA, 'JSON is declared as text/json', typed('text/json')),
  ...NOT_JSON.map(([name, endpoint, spoil]) =>
    fault(`not-json-${name}-at-${numberOf(endpoint)}`, endpoint, BODY, 'The body is not JSON text in UTF-8', successes(spoil)),
  ),
  ...faults('previewSmsTemplate', PREVIEW_TYPE, [
    ['preview-as-json-type', 'HTML is declared as JSON', typed('application/json')],
    ['preview-as-text', 'HTML is declared as text', typed('text/plain; charset=utf-8')],
    ['preview-untyped', 'HTML is not declared at all', untyped],
  ]),
  ...faults('previewSmsTemplate', PREVIEW, [
    ['preview-json-string', 'The HTML stands in a JSON string', wrapped((html) => html)],
    ['preview-json-object', 'The HTML stands in a JSON object', wrapped((html) => ({ html }))],
  ]),
  fault('alone-http-json-media-type', 'getSentEmail', MEDIA, 'JSON is declared as text/plain', typed('text/plain'), ONLY),
  ...faults('getSegment', BODY, [
    ['alone-http-json-body', 'A comment follows the JSON', successes((answer) => withText(answer, `${text(answer)} // cached`)), ONLY],
  ]),
  fault('alone-preview-media-type', 'previewSmsTemplate', PREVIEW_TYPE, 'HTML is declared as XML', typed('application/xml'), ONLY),
  ...faults('previewSmsTemplate', PREVIEW, [
    ['alone-preview-is-html', 'The HTML stands deep in JSON', wrapped((html) => ({ data: [{ preview: { html } }] })), ONLY],
  ]),
];
