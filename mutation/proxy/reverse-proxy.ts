import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { WITHOUT_CONTENT } from '../answers.ts';
import type { Forward, Interposition, Misbehaviour, PassingAnswer, PassingRequest } from '../interposition.ts';
import { readRequest } from './passing-request.ts';
import type { WithoutHop } from './without-hop.ts';

/** As large as the reference service takes it: an id of 10,000 characters has room. */
const LIMITS = { maxHeaderSize: 128 * 1024, keepAliveTimeout: 60_000 };

export interface ProxyOptions {
  /** The path of its base URL, without a slash at its end; what lies elsewhere is answered with 404. */
  readonly prefix?: string;
  /** 127.0.0.1 where absent. */
  readonly host?: string;
  /** It speaks TLS. */
  readonly tls?: ServerOptions;
  /** Takes over the server, which listens already. */
  readonly listen?: ((server: Server) => void) | undefined;
}

export type ReverseProxy = Awaited<ReturnType<typeof startProxy>>;

/** Stands between the suite and an implementation, on a free port. @throws Error of the system when no port can be had */
export async function startProxy(behind: WithoutHop, interposition: Interposition, options: ProxyOptions = {}) {
  const { prefix = '', host = '127.0.0.1', tls, listen } = options;
  const server = tls ? createTlsServer({ ...LIMITS, ...tls }) : createServer(LIMITS);
  // What the suite does not accept reaches the server as an error too.
  server.on('tlsClientError', () => {});
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = {
    baseUrl: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}${prefix}`,
    /** How often the interposition changed what the suite saw or what the implementation was asked. */
    changes: 0,
    /** Mistakes of the mutation run itself: an interposition that threw, an implementation that broke the connection. */
    mistakes: [] as string[],
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await behind.close();
    },
  };
  /** Their last answer was written by hand. A request that meets their end is not read, as with any server that has closed. */
  const spent = new WeakSet<Socket>();
  server.on('request', async (message, response) => {
    if (spent.has(message.socket)) return;
    if (!message.url?.startsWith(`${prefix}/`)) return void response.writeHead(404).end('not under the prefix');
    try {
      const request = await readRequest(message, prefix);
      const { outcome, changed } = await interposed(interposition, request, behind.ask);
      if (changed) proxy.changes += 1;
      if ('misbehaviour' in outcome) spent.add(message.socket);
      await answer(response, outcome);
    } catch (error) {
      // The suite has time limits, so it may go away in the middle; everything else is a mistake of the mutation run.
      if (!message.destroyed || message.complete)
        proxy.mistakes.push(`${message.method} ${message.url}: ${error instanceof Error ? error.message : error}`);
      response.destroy();
    }
  });
  listen?.(server);
  return proxy;
}

/** Whether an interposition made a difference: it asked nothing, something else or twice, or gave another answer than it got. */
export async function interposed(interposition: Interposition, request: PassingRequest, forward: Forward) {
  const asked: { readonly request: PassingRequest; readonly answer: PassingAnswer }[] = [];
  const watched: Forward = async (forwarded) => {
    const answer = await forward(forwarded);
    asked.push({ request: forwarded, answer });
    return answer;
  };
  const outcome = await interposition(request, watched);
  return { outcome, changed: !isDeepStrictEqual(asked, [{ request, answer: outcome }]) };
}

/** Sends an answer, or misbehaves. Resolves when nothing is left to send, or nobody is left to send it to. */
export async function answer(response: ServerResponse, outcome: PassingAnswer | Misbehaviour): Promise<void> {
  if (!('misbehaviour' in outcome)) return sendWhole(response, outcome);
  const { socket } = response;
  if (socket === null) return; // the client has gone
  if (outcome.misbehaviour === 'reset') socket.resetAndDestroy();
  if (outcome.misbehaviour === 'raw') await sendRaw(socket, outcome);
  // A hang needs nothing: the connection stays open until the client or the server closes it.
}

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

async function sendRaw(socket: Socket, { chunks, endless = false, after }: Extract<Misbehaviour, { misbehaviour: 'raw' }>): Promise<void> {
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
