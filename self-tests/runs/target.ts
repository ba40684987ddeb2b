import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { WithoutHop } from '../../mutation/proxy/without-hop.ts';
import { createReferenceService } from '../../reference/service.ts';
import { listen } from '../servers.ts';

export interface Seen {
  readonly method: string;
  /** Path and query below the prefix, raw. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
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
  await service.app.ready();
  const behind = new WithoutHop(service.app);
  const seen: Seen[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = incoming.url ?? '/';
    if (!url.startsWith(`${prefix}/`)) return answer(outgoing, { status: 404, headers: {}, body: Buffer.from('not under the prefix') });
    const body = await buffer(incoming).catch(() => null);
    // The client is gone.
    if (body === null) return;
    const { method = '', headers } = incoming;
    const own: Seen = { method, path: url.slice(prefix.length), headers, body: body.toString() };
    seen.push(own);
    const asked = { method, target: own.path, headers: headers as Record<string, string>, body };
    const reply = await behind.ask({ ...asked, endpoint: null, id: '', connection: 1 });
    answer(outgoing, await change({ ...reply, body: Buffer.from(reply.body) }, own));
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

function answer(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  outgoing.setHeader('content-length', body.length);
  outgoing.writeHead(status).end(body);
}

/** The answer with another JSON body, where it holds a JSON object at all. */
export function changeJson(reply: Reply, change: (body: Record<string, unknown>) => unknown): Reply {
  // HEAD is answered without a body.
  if (!String(reply.headers['content-type']).startsWith('application/json') || reply.body.length === 0) return reply;
  return { ...reply, body: Buffer.from(JSON.stringify(change(JSON.parse(reply.body.toString()) as Record<string, unknown>))) };
}
