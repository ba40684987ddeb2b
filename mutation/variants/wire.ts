import { STATUS_CODES } from 'node:http';
import type { Misbehaviour, PassingAnswer, Variant } from '../interposition.ts';
import { WITHOUT_CONTENT } from '../proxy/answering.ts';
import { answers, permits } from '../rows.ts';

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
const oddly = (body: Uint8Array) => [`cOnTeNt-LeNgTh:   ${body.length}  `];
const smallPieces = (body: Uint8Array) => pieces(body, Math.max(3, Math.ceil(body.length / 20)));
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n';
const LOWER = 'RFC 9112 §2.3: a server may answer in the lower version';

type Row = readonly [name: string, permitted: string, headers: Wire['headers'], others?: Omit<Wire, 'headers'>];

const ROWS: readonly Row[] = [
  ['says that it closes, and closes', 'RFC 9112 §9.6', (body) => [...byLength(body), ...closing()]],
  ['closes the idle connection at once, without notice', 'RFC 9112 §9.6', (body) => [...byLength(body), 'Keep-Alive: timeout=60']],
  ['marks the end by closing', 'RFC 9112 §6.3', closing],
  ['HTTP/1.0', LOWER, byLength, { version: 'HTTP/1.0' }],
  ['HTTP/1.0 without a length', 'RFC 9112 §2.3', () => [], { version: 'HTTP/1.0' }],
  ['early hints before each answer', 'RFC 8297', byLength, { interim: HINTS }],
  ['102 before each answer', 'RFC 9110 §15.2', byLength, { interim: 'HTTP/1.1 102 Processing\r\n\r\n' }],
  ['no reason phrase', 'RFC 9112 §4', byLength, { reason: '' }],
  ['a reason phrase of its own', 'RFC 9112 §4', byLength, { reason: 'As You Like It' }],
  ['header names in odd letter case', 'RFC 9110 §5.1', oddly],
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
  const chunks = [
    ...(wire.interim ? [Buffer.from(wire.interim)] : []),
    Buffer.from(head, 'latin1'),
    ...(wire.content?.(content) ?? [content]),
  ];
  return { misbehaviour: 'raw', chunks };
}

/** Choices that show only in the bytes of the connection. They are outermost in a bundle, since nothing can lie around them. */
export const WIRE_VARIANTS: readonly Variant[] = ROWS.flatMap(([name, permitted, headers, others]) =>
  permits(permitted, [[`on the wire: ${name}`, answers((answer) => onTheWire({ headers, ...others }, answer))]]),
);
