import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Interposition } from '../interposition.ts';
import { answer } from './answering.ts';
import { interposed } from './changes.ts';
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

/** Stands between the suite and an implementation, on a free port. */
export class ReverseProxy {
  /** How often the interposition changed what the suite saw or what the implementation was asked. */
  changes = 0;
  /** Mistakes of the mutation run itself: an interposition that threw, an implementation that broke the connection. */
  readonly mistakes: string[] = [];
  readonly baseUrl: string;
  readonly #server: Server;
  readonly #behind: WithoutHop;

  private constructor(server: Server, baseUrl: string, behind: WithoutHop) {
    this.#server = server;
    this.baseUrl = baseUrl;
    this.#behind = behind;
  }

  /** @throws Error of the system when no port can be had */
  static async before(behind: WithoutHop, interposition: Interposition, options: ProxyOptions = {}): Promise<ReverseProxy> {
    const { prefix = '', host = '127.0.0.1', tls, listen } = options;
    const server = tls ? createTlsServer({ ...LIMITS, ...tls }) : createServer(LIMITS);
    // What the suite does not accept reaches the server as an error too.
    server.on('tlsClientError', () => {});
    server.listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const baseUrl = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}${prefix}`;
    const proxy = new ReverseProxy(server, baseUrl, behind);
    server.on('request', (message, response) => void proxy.#serve(message, response, prefix, interposition));
    listen?.(server);
    return proxy;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
    await this.#behind.close();
  }

  async #serve(message: IncomingMessage, response: ServerResponse, prefix: string, interposition: Interposition): Promise<void> {
    if (!message.url?.startsWith(`${prefix}/`)) return void response.writeHead(404).end('not under the prefix');
    try {
      const request = await readRequest(message, prefix);
      const { outcome, changed } = await interposed(interposition, request, this.#behind.ask);
      if (changed) this.changes += 1;
      await answer(response, outcome);
    } catch (error) {
      // The suite has time limits, so it may go away in the middle; everything else is a mistake of the mutation run.
      if (!message.destroyed || message.complete)
        this.mistakes.push(`${message.method} ${message.url}: ${error instanceof Error ? error.message : error}`);
      response.destroy();
    }
  }
}
