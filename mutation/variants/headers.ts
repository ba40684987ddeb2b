import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { ENDPOINT_NAMES, endpoint, READS } from '../../src/specification/endpoints.ts';
import { notModified, succeeded, WITHOUT_CONTENT, withHeaders } from '../answers.ts';
import { answeredWith } from '../faults/status-and-media.ts';
import type { Misbehaviour, PassingAnswer, Variant } from '../interposition.ts';
import { answers, answersKeeping, at, type Choice, numberedAnswers, permits, successes } from '../rows.ts';

/** What stands behind the media type's own name. */
const MEDIA_TYPES: readonly (readonly [name: string, json: string, html: string])[] = [
  ['without parameters', 'application/json', 'text/html'],
  ['in mixed case', 'Application/JSON; Charset=UTF-8', 'TEXT/HTML; Charset="UTF-8"'],
  ['with space before the semicolon', 'application/json ; charset=utf-8', 'text/html ; charset=utf-8'],
  ['with other parameters', 'application/json; version=1; profile="a;b, c"', 'text/html;level=1;charset=utf-8'],
  ['with an empty parameter', 'application/json;', 'text/html;'],
];

const DEPRECATED = { deprecation: 'true', sunset: 'Wed, 21 Oct 2037 07:28:00 GMT' };
const POLICY = `default-src ${'https://a.example '.repeat(450)}`;
const HEADERS: readonly (readonly [name: string, headers: PassingAnswer['headers']])[] = [
  ['cookies', { 'set-cookie': ['session=1; Path=/; HttpOnly', 'tracking=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT'] }],
  ['validators', { etag: 'W/"1"', 'last-modified': 'Wed, 21 Oct 2020 07:28:00 GMT', 'cache-control': 'private, max-age=60', vary: '*' }],
  ['limits of the rate', { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '1', 'ratelimit-reset': '1', 'retry-after': '120' }],
  ['8 KiB of them, beyond ASCII', { 'x-operator': 'K\u00e4rnten', 'content-security-policy': POLICY }],
  ['a hundred small ones', Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-small-${index}`, String(index)]))],
  ['empty ones, and a challenge', { 'x-empty': '', server: '', 'content-language': '', 'www-authenticate': 'Basic realm="api"' }],
  ['warnings and deprecation', { ...DEPRECATED, warning: '299 - "deprecated"', link: '</v2>; rel="successor-version"' }],
];

function withMediaType(answer: PassingAnswer, json: string, html: string): PassingAnswer {
  const type = String(answer.headers['content-type'] ?? '');
  if (type.startsWith('application/json')) return withHeaders(answer, { 'content-type': json });
  return type.startsWith('text/html') ? withHeaders(answer, { 'content-type': html }) : answer;
}

export const MEDIA_TYPE_VARIANTS: readonly Variant[] = permits(
  'RFC 9110 §8.3.1: parameters and letter case of a media type (reading rule 5)',
  MEDIA_TYPES.map(([name, json, html]) => [`media type ${name}`, answers((answer) => withMediaType(answer, json, html))]),
);

/** What an answer says by itself stays: a 429 asks for a wait of its own. */
const adding = (headers: PassingAnswer['headers']) => answers((answer) => withHeaders(answer, { ...headers, ...answer.headers }));
const counted = numberedAnswers((answer, count) =>
  withHeaders(answer, { 'x-request-id': `request-${count}`, 'x-runtime': String(count / 1000) }),
);

const inCapitals = (answer: PassingAnswer): PassingAnswer => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toUpperCase(), value])),
});

export const HEADER_VARIANTS: readonly Variant[] = [
  ...permits('Headers beside Content-Type are not shown', [
    ...HEADERS.map(([name, headers]): Choice => [`further headers: ${name}`, adding(headers)]),
    ['further headers: another request id each time', counted],
  ]),
  ...permits('RFC 9110 §5.1: field names know no letter case', [['header names in capitals', answers(inCapitals)]]),
];

const reads = at(READS);

const tagging = (prefix: string) =>
  successes((answer, { headers }) => {
    const etag = `${prefix}"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 16)}"`;
    const tagged = withHeaders(answer, { etag });
    return headers['if-none-match'] === etag ? notModified(tagged) : tagged;
  });

/** When each target's content was first seen as it is, to the second. */
const dating = answersKeeping(new Map<string, { readonly body: string; readonly at: number }>(), (answer, seen, { target, headers }) => {
  if (!succeeded(answer)) return answer;
  const body = Buffer.from(answer.body).toString('latin1');
  const known = seen.get(target);
  const at = known?.body === body ? known.at : Math.floor(Date.now() / 1000) * 1000;
  seen.set(target, { body, at });
  const dated = withHeaders(answer, { 'last-modified': new Date(at).toUTCString() });
  return Date.parse(headers['if-modified-since'] ?? '') >= at ? notModified(dated) : dated;
});

export const CACHE_VARIANTS: readonly Variant[] = permits('RFC 9110 §8.8 and §13: validators are optional', [
  ['entity tags that work', reads(tagging(''))],
  ['weak entity tags that work', reads(tagging('W/'))],
  ['times of modification that work', reads(dating)],
]);

/** Small bodies, thousands of them. */
const FAST = { level: 1, memLevel: 1, windowBits: 9, chunkSize: 4096 };
const FAST_BROTLI = { chunkSize: 4096, params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 10 } };

const CODINGS: readonly (readonly [name: string, label: string, encode: (body: Uint8Array) => Uint8Array])[] = [
  ['gzip in capitals', 'GZIP', (body) => gzipSync(body, FAST)],
  ['deflate', 'deflate', (body) => deflateSync(body, FAST)],
  ['deflate without its head', 'deflate', (body) => deflateRawSync(body, FAST)],
  ['br', 'br', (body) => brotliCompressSync(body, FAST_BROTLI)],
  ['gzip twice', 'gzip, gzip', (body) => gzipSync(gzipSync(body, FAST))],
  ['gzip in two members', 'gzip', (body) => Buffer.concat([gzipSync(body.subarray(0, 5), FAST), gzipSync(body.subarray(5), FAST)])],
];

export const CODING_VARIANTS: readonly Variant[] = permits(
  'RFC 9110 §8.4: the client says which codings it takes, and takes these',
  CODINGS.map(([name, label, encode]) => [
    `content coding: ${name}`,
    answers((answer, { headers }) =>
      answer.body.length > 0 && headers['accept-encoding']?.includes(label.split(',')[0]?.toLowerCase() ?? '')
        ? { ...withHeaders(answer, { 'content-encoding': label }), body: encode(answer.body) }
        : answer,
    ),
  ]),
);

const OPEN = ENDPOINT_NAMES.filter((name) => endpoint(name).success === '2xx');
const located = successes((answer) => withHeaders(answer, { location: '/somewhere/else/1' }));

export const SUCCESS_STATUS_VARIANTS: readonly Variant[] = [
  ...permits(
    'Endpoints, rule 6: the success status of endpoints 2, 4 and 6 is not shown',
    [200, 202, 203, 207].map((status) => [`creates with status ${status}`, at(OPEN)(answeredWith(status))]),
  ),
  ...permits('Headers are not shown', [['creates with a Location', at([...OPEN, 'createBusiness', 'createSmsTemplateEmbed'])(located)]]),
];

/** One way of putting an answer on the wire. The connection closes behind it. */
interface Wire {
  readonly version?: string;
  readonly reason?: string;
  /** Stands before the answer. */
  readonly interim?: string;
  readonly headers: (body: Uint8Array) => readonly string[];
  readonly content?: (body: Uint8Array) => readonly Uint8Array[];
}

const hex = (length: number) => length.toString(16);
const line = (text: string) => Buffer.from(`${text}\r\n`);

function pieces(body: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(body.length / size) }, (_, index) => body.subarray(index * size, (index + 1) * size));
}

function chunked(body: Uint8Array, size: number, extension = '', trailer: readonly string[] = []): Uint8Array[] {
  const chunks = pieces(body, size).flatMap((piece) => [line(hex(piece.length) + extension), piece, line('')]);
  // One write: many small ones cost more than the whole run.
  return [Buffer.concat([...chunks, line('0'), ...trailer.map(line), line('')])];
}

const byLength = (body: Uint8Array) => [`Content-Length: ${body.length}`];
const MESSAGES = 'RFC 9112 leaves the framing of a message to the server';

const closing = () => ['Connection: close'];
const inChunks = () => ['Transfer-Encoding: chunked'];
const withTrailer = () => [...inChunks(), 'Trailer: X-Sum'];
const smallPieces = (body: Uint8Array) => pieces(body, Math.max(3, Math.ceil(body.length / 20)));

type Row = readonly [name: string, permitted: string, headers: Wire['headers'], others?: Omit<Wire, 'headers'>];

const ROWS: readonly Row[] = [
  ['says that it closes, and closes', 'RFC 9112 §9.6', (body) => [...byLength(body), ...closing()]],
  ['closes the idle connection at once, without notice', 'RFC 9112 §9.6', (body) => [...byLength(body), 'Keep-Alive: timeout=60']],
  ['marks the end by closing', 'RFC 9112 §6.3', closing],
  ['HTTP/1.0', 'RFC 9112 §2.3: a server may answer in the lower version', byLength, { version: 'HTTP/1.0' }],
  ['HTTP/1.0 without a length', 'RFC 9112 §2.3', () => [], { version: 'HTTP/1.0' }],
  ['early hints before each answer', 'RFC 8297', byLength, { interim: 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n' }],
  ['102 before each answer', 'RFC 9110 §15.2', byLength, { interim: 'HTTP/1.1 102 Processing\r\n\r\n' }],
  ['no reason phrase', 'RFC 9112 §4', byLength, { reason: '' }],
  ['a reason phrase of its own', 'RFC 9112 §4', byLength, { reason: 'As You Like It' }],
  ['header names in odd letter case', 'RFC 9110 §5.1', (body) => [`cOnTeNt-LeNgTh:   ${body.length}  `]],
  ['chunks of 7 bytes', MESSAGES, inChunks, { content: (body) => chunked(body, 7) }],
  ['chunks with extensions', 'RFC 9112 §7.1.1', inChunks, { content: (body) => chunked(body, 100, ';name="value"') }],
  ['chunks with a trailer', 'RFC 9112 §7.1.2', withTrailer, { content: (body) => chunked(body, 64, '', ['X-Sum: 1']) }],
  ['content in pieces of 3 bytes', MESSAGES, byLength, { content: smallPieces }],
];

function onTheWire(wire: Wire, { status, headers, body }: PassingAnswer): Misbehaviour {
  const content = WITHOUT_CONTENT.includes(status) ? new Uint8Array() : body;
  const fields = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const start = `${wire.version ?? 'HTTP/1.1'} ${status} ${wire.reason ?? STATUS_CODES[status] ?? ''}`;
  const head = [start, ...fields, ...wire.headers(content), '', ''].join('\r\n');
  const interim = wire.interim ? [Buffer.from(wire.interim)] : [];
  return { misbehaviour: 'raw', chunks: [...interim, Buffer.from(head, 'latin1'), ...(wire.content?.(content) ?? [content])] };
}

/** Choices that show only in the bytes of the connection. They are outermost in a bundle, since nothing can lie around them. */
export const WIRE_VARIANTS: readonly Variant[] = ROWS.flatMap(([name, permitted, headers, others]) =>
  permits(permitted, [[`on the wire: ${name}`, answers((answer) => onTheWire({ headers, ...others }, answer))]]),
);
