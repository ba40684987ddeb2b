import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { createReferenceService } from '../../reference/service.ts';
import { listen, portOf } from '../servers.ts';

export interface Seen {
  readonly method: string;
  /** Path and query below the prefix, raw. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface TargetOptions {
  /** Path under which a reverse proxy offers the service: `/api/v1`. */
  readonly prefix?: string;
  readonly username?: string;
  readonly password?: string;
  /** Where it listens; 127.0.0.1 where none is given. */
  readonly host?: string;
  /** The proxy speaks TLS. */
  readonly tls?: ServerOptions;
  /** What the proxy makes of an answer; by default it stays as it is. */
  readonly change?: (reply: Reply, seen: Seen) => Reply | Promise<Reply>;
}

/** The reference service in this process, behind a proxy that remembers every request. */
export interface Target {
  readonly baseUrl: string;
  /** The settings that point the suite at it. */
  readonly variables: Readonly<Record<string, string>>;
  readonly seen: readonly Seen[];
  /** Breaks all connections and takes no more, as a process that is killed. */
  die(): void;
  /** After `die`: takes connections again, at the same port. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

/** As much as the service itself takes. */
const HEAD_LIMIT = 128 * 1024;
const LOOPBACK = '127.0.0.1';

export async function startTarget(options: TargetOptions = {}): Promise<Target> {
  const {
    prefix = '',
    host = LOOPBACK,
    username = 'operator',
    password = 'correct-horse',
    tls,
    change = (reply: Reply) => reply,
  } = options;
  const service = createReferenceService({ username, password });
  await service.app.listen({ host: LOOPBACK, port: 0 });
  const seen: Seen[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = incoming.url ?? '/';
    if (!url.startsWith(`${prefix}/`)) return answer(outgoing, { status: 404, headers: {}, body: Buffer.from('not under the prefix') });
    const body = await buffer(incoming).catch(() => null);
    // The client is gone.
    if (body === null) return;
    const own: Seen = { method: incoming.method ?? '', path: url.slice(prefix.length), headers: incoming.headers, body: body.toString() };
    seen.push(own);
    answer(outgoing, await change(await forwarded(portOf(service.app.server), own, body), own));
  };
  const limits = { maxHeaderSize: HEAD_LIMIT };
  const server = tls ? createTlsServer({ ...limits, ...tls }, serve) : createServer(limits, serve);
  // What the suite does not accept reaches the server as an error too.
  server.on('tlsClientError', () => {});
  const port = await listen(server, host);
  const baseUrl = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}${prefix}`;
  const die = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    baseUrl,
    variables: service.fixtures(baseUrl),
    seen,
    die,
    revive: async () => {
      await listen(server, host, port);
    },
    close: async () => {
      die();
      await service.close();
    },
  };
}

function forwarded(port: number, seen: Seen, body: Buffer): Promise<Reply> {
  const { method, path, headers } = seen;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: LOOPBACK, port, method, path, headers: { ...headers, host: LOOPBACK } });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // The service had closed the idle connection, as it does after requests that it does not read to their end.
      if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(forwarded(port, seen, body));
      else reject(error);
    });
    outgoing.on('response', (reply) => {
      buffer(reply).then((whole) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: whole }), reject);
    });
    outgoing.end(body);
  });
}

function answer(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  const { 'content-length': _length, 'transfer-encoding': _coding, connection: _connection, ...rest } = headers;
  outgoing.writeHead(status, {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    'content-length': body.length,
  });
  outgoing.end(body);
}

/** The answer with another JSON body, where it holds a JSON object at all. */
export function changeJson(reply: Reply, change: (body: Record<string, unknown>) => unknown): Reply {
  // HEAD is answered without a body.
  if (!String(reply.headers['content-type']).startsWith('application/json') || reply.body.length === 0) return reply;
  return { ...reply, body: Buffer.from(JSON.stringify(change(JSON.parse(reply.body.toString()) as Record<string, unknown>))) };
}
