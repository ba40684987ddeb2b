import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Misbehaviour, PassingAnswer } from '../interposition.ts';

/** Statuses whose answers have no content (RFC 9110 §6.4.1). */
export const WITHOUT_CONTENT = [204, 205, 304];

/** Sends an answer, or misbehaves. Resolves when nothing is left to send, or nobody is left to send it to. */
export async function answer(response: ServerResponse, outcome: PassingAnswer | Misbehaviour): Promise<void> {
  if (!('misbehaviour' in outcome)) return sendWhole(response, outcome);
  const { socket } = response;
  if (socket === null) return; // the client has gone
  if (outcome.misbehaviour === 'reset') socket.resetAndDestroy();
  if (outcome.misbehaviour === 'raw') await sendRaw(socket, outcome);
  // A hang needs nothing: the connection stays open until the client or the server closes it.
}

type Raw = Extract<Misbehaviour, { misbehaviour: 'raw' }>;

function sendWhole(response: ServerResponse, { status, headers, body }: PassingAnswer): void {
  const content = WITHOUT_CONTENT.includes(status) ? null : body;
  const fields = Object.entries(headers).filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding');
  for (const [name, value] of fields) response.setHeader(name, typeof value === 'string' ? value : [...value]);
  // The target's own `Date` passes, and none where it sends none.
  response.sendDate = false;
  if (content) response.setHeader('content-length', content.length);
  response.writeHead(status);
  response.end(content ?? undefined);
}

async function sendRaw(socket: Socket, { chunks, endless = false, after }: Raw): Promise<void> {
  // Not events.once: it would reject, with nobody listening, when the client breaks the connection.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const gone = () => socket.destroyed || socket.writableEnded;
  const write = async (chunk: Uint8Array) => {
    if (!gone() && !socket.write(chunk)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  };
  for (const chunk of chunks) await write(chunk);
  const last = chunks.at(-1);
  while (endless && last !== undefined && !gone()) {
    await write(last);
    // Without a pause an endless body would take the processor away from whoever has to notice it.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (gone() || after === 'hang') return;
  if (after === 'reset') socket.resetAndDestroy();
  else socket.end();
}
