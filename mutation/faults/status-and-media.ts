import { gzipSync } from 'node:zlib';
import { shapeRequirements } from '../../src/checks/shape.ts';
import { ENDPOINT_NAMES, type EndpointName, numberOf, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { answerOf, CRASH, HANG, RESET, textOf as text, withHeaders, withJson, withText } from '../answers.ts';
import { atEach, breaking, type Fault, fault, faults, ONLY } from '../fault.ts';
import type { Misbehaviour, PassingAnswer } from '../interposition.ts';
import { answers, inside, instead, numbered, numberedAnswers, successes } from '../rows.ts';

const IS_200: StatementId = 'http.success-is-200';
const IS_2XX: StatementId = 'http.success-is-2xx';

const isOpen = (endpoint: EndpointName) => rowOf(endpoint).success === '2xx';
export const answeredWith = (status: number) => successes((answer) => ({ ...answer, status }));
const redirected = successes((answer) => ({ ...withHeaders(answer, { location: '/somewhere' }), status: 303 }));

/** Which other status is answered where only 200 is a success, by the numbers of the endpoints. */
const OTHER_STATUSES: readonly (readonly [status: number, ...endpoints: readonly number[]])[] = [
  [201, 8, 12, 16],
  [202, 1, 5, 9, 13, 17],
  [203, 3, 7, 11, 15],
  [206, 10, 14, 18],
];

/** A request that was carried out and is answered with another status. */
export const STATUS_FAULTS: readonly Fault[] = [
  ...OTHER_STATUSES.flatMap(([status, ...endpoints]) =>
    atEach(endpoints, IS_200, [[`status-${status}`, `A success is answered with ${status}`, answeredWith(status)]]),
  ),
  ...ENDPOINT_NAMES.flatMap((endpoint) =>
    atEach([endpoint], isOpen(endpoint) ? IS_2XX : IS_200, [['status-500', 'Done, but answered with 500', successes(() => CRASH)]]),
  ),
  ...atEach([3, 8, 18], IS_200, [['status-204', 'A success is answered without content', successes(() => answerOf(204, null))]]),
  ...atEach(ENDPOINT_NAMES.filter(isOpen), IS_2XX, [['status-303', 'A creation is answered with a redirect', redirected]]),
  fault('alone-http-success-is-200', 'getSentEmail', IS_200, 'A read is answered with 201', answeredWith(201), ONLY),
  fault('alone-http-success-is-2xx', 'copyProjectEmailTemplate', IS_2XX, 'A copy is answered with 302', answeredWith(302), ONLY),
];

const negative = (name: string, place: string) => [`count-${name}`, `${place} is -1`, inside(place, () => -1), ONLY] as const;
const errorAnswered = successes((answer) => withJson(answer, { error: { code: 'internal', message: 'something went wrong' } }));
const STEADY = 'sms-template-embed.business-is-steady';
const eachOfAnother = numbered((embed, number) => ({ ...embed, business: `biz_${number}` }));

/** Small and common. */
export const SMALL_FAULTS: readonly Fault[] = [
  ...faults('createCampaign', 'campaign.counts-are-not-negative', [
    negative('unread-is-minus-one', 'statistics.emails.opened'),
    negative('enrolled-below-zero', 'statistics.total_customers_enrolled'),
  ]),
  fault('embed-business-differs-each-time', 'createSmsTemplateEmbed', STEADY, 'Each embed names another business', eachOfAnother, ONLY),
  ...ENDPOINT_NAMES.filter((name) => rowOf(name).response !== null).flatMap((name) =>
    atEach([name], shapeRequirements(name), [['error-as-success', 'An error is answered with the status of a success', errorAnswered]]),
  ),
];

const typed = (type: string) => successes((answer) => withHeaders(answer, { 'content-type': type }));
const untyped = successes(({ headers: { 'content-type': _gone, ...headers }, ...answer }) => ({ ...answer, headers }));
const wrapped = (wrap: (html: string) => unknown) => successes((answer) => withJson(answer, wrap(text(answer))));

const MEDIA = 'http.json-media-type';
const BODY = 'http.json-body';
const PREVIEW_TYPE = 'sms-template.preview-media-type';
const PREVIEW = 'sms-template.preview-is-html';

/** Bytes that a client would have to take for JSON. */
const NOT_JSON: readonly (readonly [name: string, endpoint: EndpointName, spoil: (answer: PassingAnswer) => PassingAnswer])[] = [
  ['empty', 'trackEvent', (answer) => withText(answer, '')],
  ['nan', 'createCampaign', (answer) => withText(answer, text(answer).replace(/:0([,}])/, ':NaN$1'))],
  ['html-in-front', 'getProjectEmailAddress', (answer) => withText(answer, `<!-- cached -->${text(answer)}`)],
  ['utf-16', 'getEvent', (answer) => ({ ...answer, body: Buffer.from(text(answer), 'utf16le') })],
];

const commented = successes((answer) => withText(answer, `${text(answer)} // cached`));
const deepInJson = wrapped((html) => ({ data: [{ preview: { html } }] }));

/** How answers are labelled, and whether they are what the label says. */
export const MEDIA_FAULTS: readonly Fault[] = [
  ...atEach([1, 3, 5, 9, 11, 14, 16], MEDIA, [['text-plain', 'JSON is declared as text/plain', typed('text/plain')]]),
  ...atEach([2, 4, 6, 7], MEDIA, [['no-media-type', 'JSON is not declared at all', untyped]]),
  ...atEach([10, 12, 13, 15], MEDIA, [['text-html', 'JSON is declared as text/html', typed('text/html; charset=utf-8')]]),
  fault('text-json-at-18', 'trackEvent', MEDIA, 'JSON is declared as text/json', typed('text/json')),
  ...NOT_JSON.map(([name, endpoint, spoil]) =>
    fault(`not-json-${name}-at-${numberOf(endpoint)}`, endpoint, BODY, 'The body is not JSON text in UTF-8', successes(spoil)),
  ),
  ...faults('previewSmsTemplate', PREVIEW_TYPE, [
    ['preview-as-json-type', 'HTML is declared as JSON', typed('application/json')],
    ['preview-untyped', 'HTML is not declared at all', untyped],
  ]),
  ...faults('previewSmsTemplate', PREVIEW, [['preview-json-string', 'The HTML stands in a JSON string', wrapped((html) => html)]]),
  fault('alone-http-json-media-type', 'getSentEmail', MEDIA, 'JSON is declared as text/plain', typed('text/plain'), ONLY),
  ...faults('getSegment', BODY, [['alone-http-json-body', 'A comment follows the JSON', commented, ONLY]]),
  fault('alone-preview-media-type', 'previewSmsTemplate', PREVIEW_TYPE, 'HTML is declared as XML', typed('application/xml'), ONLY),
  ...faults('previewSmsTemplate', PREVIEW, [['alone-preview-is-html', 'The HTML stands deep in JSON', deepInJson, ONLY]]),
];

const BOMB = gzipSync(Buffer.alloc(101 * 100_000, ' '));
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const raw = (head: string, body: Uint8Array): Misbehaviour => ({ misbehaviour: 'raw', chunks: [Buffer.from(head), body] });
const marked = (answer: PassingAnswer): PassingAnswer => ({ ...answer, body: Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), answer.body]) });
const counted = (name: string) => numbered((record, read) => ({ ...record, [name]: `${record[name]} (${read})` }));
const nested = `$&"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`;
const isPacked = (answer: PassingAnswer) => withHeaders(answer, { 'content-encoding': 'gzip' });
const byLength = (change: (body: Uint8Array) => readonly [length: number, body: Uint8Array], type = 'application/json') =>
  successes(({ body }) => {
    const [length, sent] = change(body);
    return raw(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`, sent);
  });
const endless: Misbehaviour = { misbehaviour: 'raw', chunks: [Buffer.from(`${HEAD}\r\n`), Buffer.alloc(65_536, ' ')], endless: true };

const finishing = numbered((execution, read) => ({ ...execution, finished_at: new Date(1.7e12 + read * 1000).toISOString() }));
const addingVariables = numbered((answer, read) => ({ ...answer, variables: [answer.variables, `read${read}`].flat() }));
const bottomless = successes((answer) => withText(answer, text(answer).replace(/"metadata":\{/, nested)));
const bomb = successes((answer) => ({ ...isPacked(answer), body: BOMB }));
const cutShort = byLength((body) => [body.length, body.subarray(0, -5)]);
const packedShort = successes(({ body, headers }, request) => {
  const packed = gzipSync(body);
  const isTaken = request.headers['accept-encoding']?.includes('gzip') === true;
  if (!isTaken) return { status: 200, headers, body };
  return raw(`${HEAD}content-encoding: gzip\r\ncontent-length: ${Math.max(body.length, packed.length + 1)}\r\n\r\n`, packed);
});
const tooLong = byLength((body) => [body.length - 10, body]);
const pageTooLong = byLength((body) => [body.length - 3, body], 'text/html');
const notUtf8 = successes((answer) => ({ ...answer, body: Buffer.from(answer.body).fill(0xff, 8, 9) }));
const notHttp = successes(() => raw('SSH-2.0-OpenSSH_9.6\r\n', new Uint8Array()));
const hanging = instead(() => HANG);
const emptied = (answer: PassingAnswer) => withText(answer, text(answer).replace(/<p>.*<\/p>/s, '<p></p>'));
const emptyLater = numberedAnswers((answer, read) => (read < 6 ? answer : emptied(answer)));
const UNPACKED = 'A few packed bytes unpack to a hundred times what is read';

/** Answers that do not arrive whole, and reads that write. */
export const ROBUST_ANSWER_FAULTS: readonly Fault[] = [
  ...breaking('robustness.reading-is-safe', [
    ['reading-marks', 'listEmailBlastExecutions', 'A read moves `finished_at`', finishing],
    ['reading-adds-variables', 'listEmailTemplateVariables', 'Each read adds a variable', addingVariables],
    ['preview-empty-later', 'previewSmsTemplate', 'The cache lacks what was written first', emptyLater, ONLY],
    ['alone-reading-is-safe', 'getSegment', 'Each read changes the name', counted('name'), ONLY],
  ]),
  ...breaking('robustness.no-byte-order-mark', [
    ['byte-order-mark-at-8', 'getSentEmail', 'JSON begins with a byte order mark', successes(marked), ONLY],
    ['byte-order-mark-at-2', 'createCampaign', 'JSON begins with a byte order mark', successes(marked)],
  ]),
  ...breaking('robustness.readable-answers', [
    ['bottomless-json-at-13', 'getSegment', 'The metadata nest 100,000 levels deep', bottomless, ONLY],
    ['packed-beyond-measure-at-15', 'getProjectDefinedEvent', UNPACKED, bomb, { ...ONLY, variables: { CES_MAX_BODY_BYTES: '100000' } }],
  ]),
  ...breaking(IS_200, [
    ['reset-at-9', 'listEmailAddresses', 'A read breaks the connection', instead(() => RESET)],
    ['truncated-at-10', 'getProjectEmailAddress', 'The body ends before its length', cutShort],
    ['packed-length-at-1-and-13', ['getEvent', 'getSegment'], 'The length is that of the body before it is packed', packedShort],
    ['page-is-longer-than-its-length', 'previewSmsTemplate', 'The length counts characters, and not bytes', pageTooLong],
    ['endless-at-15', 'getProjectDefinedEvent', 'The body never ends', successes(() => endless)],
    ['not-http-at-16', 'listEmailTemplateVariables', 'What comes back is not HTTP', notHttp],
    ['wrong-coding-at-17', 'previewSmsTemplate', 'The body is called compressed and is not', answers(isPacked)],
  ]),
  fault('hang-at-8', 'getSentEmail', 'robustness.every-request', 'A read is never answered', hanging),
  fault('length-too-small-at-12', 'listEmailBlastExecutions', [IS_200, 'http.json-body'], 'The length is ten less than the body', tooLong),
  fault('invalid-utf-8-at-13', 'getSegment', 'http.json-body', 'A byte of the body is no UTF-8', notUtf8),
];
