import type { Misbehaviour, PassingAnswer } from '../../mutation/interposition.ts';

type Raw = Extract<Misbehaviour, { misbehaviour: 'raw' }>;

/** An answer of success as its bytes go on the wire: `fields` are lines of the head, of which none comes by itself. */
export function onTheWire(fields: readonly string[], body: string | Uint8Array, more: Omit<Partial<Raw>, 'chunks'> = {}): Raw {
  const head = ['HTTP/1.1 200 OK', ...fields, '', ''].join('\r\n');
  return { misbehaviour: 'raw', chunks: [bytes(head), bytes(body)], ...more };
}

/** Bytes in place of an answer. */
export function garbage(...chunks: readonly (string | Uint8Array)[]): Raw {
  return { misbehaviour: 'raw', chunks: chunks.map(bytes) };
}

/** The lines of the head that describe the body. */
export function described(body: Uint8Array, ...fields: readonly string[]): string[] {
  return ['Content-Type: application/json', `Content-Length: ${body.length}`, ...fields];
}

/** The answer with other text in its body. */
export function withBody(answer: PassingAnswer, body: string | Uint8Array): PassingAnswer {
  return { ...answer, body: typeof body === 'string' ? Buffer.from(body, 'utf8') : body };
}

export function textOf({ body }: PassingAnswer): string {
  return Buffer.from(body).toString('utf8');
}

/** JSON text with a member more at its end, which `JSON.stringify` could not write. */
export function withMember(answer: PassingAnswer, member: string): PassingAnswer {
  return withBody(answer, textOf(answer).replace(/\}\s*$/, `,${member}}`));
}

function bytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
}
