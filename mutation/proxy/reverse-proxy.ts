import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Interposition } from '../interposition.ts';
import { answer } from './answering.ts';
import { interposed } from './changes.ts';
import { readRequest } from './passing-request.ts';
import type { WithoutHop } from './without-hop.ts';

const HOST = '127.0.0.1';

/** Stands between the suite and an implementation, on a free port of the loopback interface. */
export class ReverseProxy {
  /** How often the interposition changed what the suite saw or what the implementation was asked. */
  changes = 0;
  /** Mistakes of the mutation run itself: an interposition that threw, an implementation that broke the connection. */
  readonly mistakes: string[] = [];
  readonly #server: Server;
  readonly #behind: WithoutHop;
  readonly #prefix: string;
  readonly #interposition: Interposition;

  #port = 0;

  private constructor(behind: WithoutHop, prefix: string, interposition: Interposition) {
    this.#behind = behind;
    this.#prefix = prefix;
    this.#interposition = interposition;
    this.#server = createServer({ keepAliveTimeout: 60_000 }, (message, response) => void this.#serve(message, response));
  }

  /**
   * @param prefix the path of its base URL, without a slash at its end
   * @param listen takes over the server, which listens already
   * @throws Error of the system when no port can be had
   */
  static async before(
    behind: WithoutHop,
    interposition: Interposition,
    prefix = '',
    listen: (server: Server) => void = () => {},
  ): Promise<ReverseProxy> {
    const proxy = new ReverseProxy(behind, prefix, interposition);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject);
      proxy.#server.listen(0, HOST, resolve);
    });
    proxy.#port = (proxy.#server.address() as AddressInfo).port;
    listen(proxy.#server);
    return proxy;
  }

  get baseUrl(): string {
    return `http://${HOST}:${this.#port}${this.#prefix}`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
    await this.#behind.close();
  }

  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const request = await readRequest(message, this.#prefix);
      const { outcome, changed } = await interposed(this.#interposition, request, this.#behind.ask);
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
