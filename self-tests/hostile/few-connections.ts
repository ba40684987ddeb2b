import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { listen, portOf } from '../servers.ts';

/** What a target with few places does with a connection for which it has none. */
export type Beyond = 'reset' | 'wait';

export interface FewConnections {
  readonly baseUrl: string;
  /** How many connections found no place. */
  beyond(): number;
  close(): Promise<void>;
}

/** In front of a target: takes so many connections at once. */
export async function fewConnections(target: string, most: number, beyond: Beyond): Promise<FewConnections> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const waiting: Socket[] = [];
  let [open, without] = [0, 0];
  const pass = (socket: Socket) => {
    open += 1;
    const onwards = connect(Number(port), hostname);
    sockets.add(onwards);
    socket.pipe(onwards).pipe(socket);
    onwards.on('error', () => socket.destroy());
    onwards.once('close', () => sockets.delete(onwards));
    // At the client's end, not at its own: the next one may come before that.
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      open -= 1;
      onwards.destroy();
      const next = waiting.shift();
      if (next) pass(next);
    });
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      if (waiting.includes(socket)) waiting.splice(waiting.indexOf(socket), 1);
    });
    if (open < most) return pass(socket);
    without += 1;
    if (beyond === 'reset') socket.resetAndDestroy();
    else waiting.push(socket);
  });
  await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    beyond: () => without,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** In front of a target: closes each connection after its first answer, without saying so before. */
export async function closesAfterAnswers(target: string): Promise<{ readonly baseUrl: string; closed(): number; close(): Promise<void> }> {
  let closed = 0;
  const server = createHttpServer((incoming, outgoing) => {
    const onwards = request(target + incoming.url, { method: incoming.method, headers: incoming.headers, agent: false }, (reply) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 0, { ...headers, connection: 'keep-alive' });
      reply.pipe(outgoing);
      outgoing.once('finish', () => {
        closed += 1;
        incoming.socket.end();
      });
    });
    onwards.on('error', () => incoming.socket.destroy());
    incoming.pipe(onwards);
  });
  await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    closed: () => closed,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
