import { STATUS_CODES } from 'node:http';
import type { Misbehaviour, PassingAnswer, Variant } from '../interposition.ts';
import { answersThrough, bytesOf } from './answers.ts';

/** One way of putting an answer on the wire. The connection closes behind it. */
interface Wire {
  readonly name: string;
  readonly permitted: string;
  readonly version?: string;
  readonly reason?: string;
  /** Stands before the answer. */
  readonly interim?: string;
  readonly headers: (body: Uint8Array) => readonly string[];
  readonly content?: (body: Uint8Array) => readonly Uint8Array[];
}

const hex = (length: number) => length.toString(16);
const line = (text: string) => bytesOf(`${text}\r\n`);

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

const WIRES: readonly Wire[] = [
  { name: 'says that it closes, and closes', permitted: 'RFC 9112 §9.6', headers: (body) => [...byLength(body), 'Connection: close'] },
  {
    name: 'closes the idle connection at once, without notice',
    permitted: 'RFC 9112 §9.6',
    headers: (body) => [...byLength(body), 'Keep-Alive: timeout=60'],
  },
  { name: 'marks the end by closing', permitted: 'RFC 9112 §6.3', headers: () => ['Connection: close'] },
  { name: 'HTTP/1.0', permitted: 'RFC 9112 §2.3: a server may answer in the lower version', version: 'HTTP/1.0', headers: byLength },
  { name: 'HTTP/1.0 without a length', permitted: 'RFC 9112 §2.3', version: 'HTTP/1.0', headers: () => [] },
  {
    name: 'early hints before each answer',
    permitted: 'RFC 8297',
    interim: 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n',
    headers: byLength,
  },
  {
    name: '102 before each answer',
    permitted: 'RFC 9110 §15.2',
    interim: 'HTTP/1.1 102 Processing\r\n\r\n',
    headers: byLength,
  },
  { name: 'no reason phrase', permitted: 'RFC 9112 §4', reason: '', headers: byLength },
  { name: 'a reason phrase of its own', permitted: 'RFC 9112 §4', reason: 'As You Like It', headers: byLength },
  { name: 'header names in odd letter case', permitted: 'RFC 9110 §5.1', headers: (body) => [`cOnTeNt-LeNgTh:   ${body.length}  `] },
  { name: 'chunks of 7 bytes', permitted: MESSAGES, headers: () => ['Transfer-Encoding: chunked'], content: (body) => chunked(body, 7) },
  {
    name: 'chunks with extensions',
    permitted: 'RFC 9112 §7.1.1',
    headers: () => ['Transfer-Encoding: chunked'],
    content: (body) => chunked(body, 100, ';name="value"'),
  },
  {
    name: 'chunks with a trailer',
    permitted: 'RFC 9112 §7.1.2',
    headers: () => ['Transfer-Encoding: chunked', 'Trailer: X-Sum'],
    content: (body) => chunked(body, 64, '', ['X-Sum: 1']),
  },
  {
    name: 'content in pieces of 3 bytes',
    permitted: MESSAGES,
    headers: byLength,
    content: (body) => pieces(body, Math.max(3, Math.ceil(body.length / 20))),
  },
];

const HAS_NO_CONTENT = [204, 304];

function onTheWire(wire: Wire, { status, headers, body }: PassingAnswer): Misbehaviour {
  const content = HAS_NO_CONTENT.includes(status) ? new Uint8Array() : body;
  const fields = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const start = `${wire.version ?? 'HTTP/1.1'} ${status} ${wire.reason ?? STATUS_CODES[status] ?? ''}`;
  const head = [start, ...fields, ...wire.headers(content), '', ''].join('\r\n');
  const chunks = [...(wire.interim ? [bytesOf(wire.interim)] : []), Buffer.from(head, 'latin1'), ...(wire.content?.(content) ?? [content])];
  return { misbehaviour: 'raw', chunks };
}

/** Choices that show only in the bytes of the connection. They are outermost in a bundle, since nothing can lie around them. */
export const WIRE_VARIANTS: readonly Variant[] = WIRES.map((wire) => ({
  name: `on the wire: ${wire.name}`,
  permitted: wire.permitted,
  interpose: answersThrough((answer) => onTheWire(wire, answer)),
}));
