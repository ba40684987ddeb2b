import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Pair } from '../../certificates.ts';
import { listen, portOf } from '../../servers.ts';

/** A proxy as people have them between their machines and the world. */
export type ForwardProxy = Awaited<ReturnType<typeof startForwardProxy>>;

export interface ForwardProxyOptions {
  /** It lets nobody in who does not send this Proxy-Authorization. */
  readonly authorization?: string;
  /** It connects nobody, and answers this. */
  readonly refuses?: number;
  /** It speaks TLS. */
  readonly pair?: Pair;
}

/** Starts one on a free port of the loopback interface. */
export async function startForwardProxy({ authorization, refuses, pair }: ForwardProxyOptions = {}) {
  /** `CONNECT host:port`, `GET http://…`, each with the Proxy-Authorization that came. */
  const seen: { line: string; authorization: string | undefined; headers: IncomingMessage['headers'] }[] = [];
  const sockets = new Set<Duplex>();
  const server: Server = pair ? createTlsServer({ cert: pair.certificate, key: pair.key }) : createServer();
  const refusal = (incoming: IncomingMessage): number | null => {
    const given = incoming.headers['proxy-authorization'];
    seen.push({ line: `${incoming.method} ${incoming.url}`, authorization: given, headers: incoming.headers });
    return authorization !== undefined && given !== authorization ? 407 : (refuses ?? null);
  };
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    const status = refusal(incoming);
    if (status !== null) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const { hostname, port } = new URL(`http://${incoming.url}`);
    const onward = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const each of [socket, onward]) each.on('error', () => each.destroy());
    return sockets.add(socket).add(onward);
  });
  server.on('request', (incoming, outgoing) => {
    const status = refusal(incoming);
    if (status !== null) return outgoing.writeHead(status).end('no');
    const { 'proxy-authorization': _own, ...headers } = incoming.headers;
    const onward = request(incoming.url ?? '', { method: incoming.method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    return incoming.pipe(onward);
  });
  await listen(server);
  return {
    url: `${pair ? 'https' : 'http'}://127.0.0.1:${portOf(server)}`,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
