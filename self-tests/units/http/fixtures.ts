import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { Client, type ClientOptions } from '../../../src/client/client.ts';
import { Environment } from '../../../src/client/environment.ts';
import { Implementation } from '../../../src/client/implementation.ts';
import { credentials, none } from '../../../src/http/authorization.ts';
import type { Answer, Exchange } from '../../../src/http/exchange.ts';
import type { Clock } from '../../../src/http/pacer.ts';
import { PLAIN_ROUTE, routesOf } from '../../../src/http/routes.ts';
import { Transport, type TransportOptions } from '../../../src/http/transport.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { listen, portOf } from '../../servers.ts';
import { test as base } from '../../test.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** A server of bytes: `talk` gets each connection. Answers with its base URL. */
  serveRaw(talk: (socket: Socket) => void): Promise<string>;
  /** A server that does this, or answers this, at each request without a body; and what it counts. */
  serveEach(answer: string | ((socket: Socket, counts: Counts) => unknown)): Promise<Counts>;
  /** A server that answers with these statuses and fields in turn, and with the last one from then on; and what it counts. */
  serveStatuses(...answers: (readonly [status: number, headers?: OutgoingHttpHeaders])[]): Promise<Pick<Counts, 'url' | 'requests'>>;
  /** A server of HTTP; `onConnection` gets each connection before its first request. Answers with its base URL. */
  serve(listener: RequestListener, onConnection?: (socket: Socket) => void): Promise<string>;
  /** The same over TLS, as the options say. */
  serveTls(options: ServerOptions, listener?: RequestListener): Promise<string>;
  /** Path of a file in it with this content: text and bytes as they are, anything else as JSON text. */
  file(name: string, content: unknown): string;
  /** A transport that is closed with the test. */
  transport(options?: Partial<TransportOptions>): Transport;
  /** One that takes the routes of this base URL with these variables. */
  transportFor(baseUrl: string, variables?: Readonly<Record<string, string>>): Transport;
}

/** Of a server; all are kept up to date. */
interface Counts {
  url: string;
  requests: number;
  connections: number;
  /** How many requests came on the connection of the latest one. */
  ofConnection: number;
  /** Of the latest request. */
  head: string;
}

/** What a transport is given where a test says nothing else. */
const USUAL = { timeoutMs: 5000, maxBodyBytes: 5 * 2 ** 20, maxRps: null, routeTo: () => PLAIN_ROUTE, redact: (text: string) => text };

export const test = base.extend<Fixtures>({
  serveRaw: async ({ cleanUps }, use) => {
    await use((talk) => start(createServer(talk), cleanUps));
  },
  serveEach: async ({ serveRaw }, use) => {
    await use(async (answer) => {
      const counts: Counts = { url: '', requests: 0, connections: 0, ofConnection: 0, head: '' };
      const talk = (socket: Socket) => {
        counts.connections += 1;
        let ofConnection = 0;
        onRequests(socket, (head) => {
          counts.head = head;
          counts.requests += 1;
          ofConnection += 1;
          counts.ofConnection = ofConnection;
          if (typeof answer === 'string') socket.write(answer);
          else answer(socket, counts);
        });
      };
      return Object.assign(counts, { url: await serveRaw(talk) });
    });
  },
  serveStatuses: async ({ serve }, use) => {
    await use(async (...answers) => {
      const counts = { url: '', requests: 0 };
      const url = await serve((_request, response) => {
        const [status = 200, headers = {}] = answers[counts.requests] ?? answers.at(-1) ?? [];
        counts.requests += 1;
        response.writeHead(status, headers).end();
      });
      return Object.assign(counts, { url });
    });
  },
  serve: async ({ cleanUps }, use) => {
    await use((listener, onConnection = () => {}) => start(createHttpServer(listener).on('connection', onConnection), cleanUps));
  },
  serveTls: async ({ cleanUps }, use) => {
    await use((options, listener = (_request, response) => response.end('{}')) =>
      // What a client does not accept reaches the server as an error too.
      start(
        createTlsServer(options, listener).on('tlsClientError', () => {}),
        cleanUps,
        'https',
      ),
    );
  },
  file: async ({ folder }, use) => {
    await use((name, content) => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
      return path;
    });
  },
  transport: async ({ cleanUps }, use) => {
    await use((options) => {
      const transport = new Transport({ ...USUAL, ...options });
      cleanUps.push(() => transport.close());
      return transport;
    });
  },
  transportFor: async ({ transport }, use) => {
    await use((CES_BASE_URL, variables) => {
      const settings = readSettings({ CES_BASE_URL, CES_USERNAME: 'ada', CES_PASSWORD: 'secret', ...variables });
      return transport({ routeTo: routesOf(settings) });
    });
  },
});

/** A clock that stands still until somebody sleeps, who wakes at once: then it has jumped. */
export function jumpingClock(): Clock & { readonly slept: readonly number[] } {
  let time = 0;
  const slept: number[] = [];
  const sleepUntil = async (until: number) => {
    slept.push(until);
    time = Math.max(time, until);
  };
  return { now: () => time, sleepUntil, slept };
}

/** A client of this target alone, for a run that waits for nobody. */
export function clientOf(baseUrl: string, transport: Transport, more: Partial<ClientOptions> = {}): Client {
  const authorization = credentials('user', 'secret');
  const environment = new Environment({ transport, baseUrl, patienceMs: 30_000, impatient: true });
  return new Client({ baseUrl, authorization, readOnly: false, transport, hung: new Map(), environment, onExchange: () => {}, ...more });
}

/** The implementation as a session of a run knows it, which finds no event. */
export function implementationOf(baseUrl: string, transport: Transport, variables: Readonly<Record<string, string>> = {}): Implementation {
  const settings = readSettings({ CES_BASE_URL: baseUrl, CES_USERNAME: 'user', CES_PASSWORD: 'secret', ...variables });
  return new Implementation(settings, clientOf(baseUrl, transport), () => Promise.resolve(null), 'own');
}

/** A GET without credentials. */
export const get = (url: string) => ({ method: 'GET', url, authorization: none }) as const;

/** The answer of an exchange that is expected to have one. */
export function answerOf(exchange: Exchange): Answer {
  if (exchange.answer === null) throw new Error(`expected an answer, found ${exchange.failure?.kind}: ${exchange.failure?.message}`);
  return exchange.answer;
}

export const bodyOf = (exchange: Exchange): string => Buffer.from(answerOf(exchange).body).toString('utf8');

/** Calls `onRequest` with the head of each request that comes on `socket`; bodies are not expected. */
function onRequests(socket: Socket, onRequest: (head: string) => void): void {
  let pending = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
      const head = pending.slice(0, end);
      pending = pending.slice(end + 4);
      onRequest(head);
    }
  });
}

async function start(server: Server, cleanUps: (() => unknown)[], scheme = 'http'): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server);
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `${scheme}://127.0.0.1:${portOf(server)}`;
}
