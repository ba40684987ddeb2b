import { Agent, type ClientRequestArgs, request as open } from 'node:http';
import type { Duplex } from 'node:stream';
import { PLAIN_ROUTE, type Route } from '../../src/http/routes.ts';
import { type Destination, openSocket } from '../../src/http/sockets.ts';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';
import { type Behind, endToEnd, forwarded, headersOf } from './behind.ts';

/** Keeps connections that are opened like the suite's own. */
class RouteAgent extends Agent {
  readonly #destination: Destination;
  readonly #route: Route;

  constructor(destination: Destination, route: Route) {
    super({ keepAlive: true, maxSockets: 64 });
    this.#destination = destination;
    this.#route = route;
  }

  /** Node calls it with options of its own, which hold nothing new. */
  override createConnection(_options: ClientRequestArgs, opened?: (error: Error | null, socket: Duplex) => void): null {
    openSocket(this.#destination, this.#route, (error, socket) => opened?.(error, socket as Duplex));
    return null;
  }
}

/** An implementation that listens somewhere. */
export class Upstream implements Behind {
  readonly #agent: Agent;
  /** What stands before the path, and the further headers, where a proxy sends the requests on. */
  readonly #forwarding: { readonly prefix: string; readonly headers: Readonly<Record<string, string>> };
  /** The Host that the implementation knows itself by (RFC 9110 §7.2), not the proxy's. */
  readonly #authority: string;

  /**
   * @param origin `http://host:port` or `https://host`, as the suite would connect to it
   * @param route by which the suite's own requests would travel there
   */
  constructor(origin: string, route: Route = PLAIN_ROUTE) {
    const { protocol, hostname, port, host } = new URL(origin);
    const secure = protocol === 'https:';
    this.#agent = new RouteAgent({ hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)), secure }, route);
    this.#forwarding = route.proxy === null || secure ? { prefix: '', headers: {} } : { prefix: origin, headers: route.proxy.headers };
    this.#authority = host;
  }

  ask = (request: PassingRequest): Promise<PassingAnswer> => this.#send(request, true);

  #send(request: PassingRequest, again: boolean): Promise<PassingAnswer> {
    const { method, target, headers, body } = request;
    const options = {
      agent: this.#agent,
      method,
      path: `${this.#forwarding.prefix}${target}`,
      headers: { ...forwarded(method, headers, body), host: this.#authority, ...this.#forwarding.headers },
    };
    return new Promise((resolve, reject) => {
      let begun = false;
      const outgoing = open(options, (incoming) => {
        begun = true;
        const chunks: Uint8Array[] = [];
        incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: endToEnd(headersOf(incoming.headersDistinct)),
            body: Buffer.concat(chunks),
          }),
        );
      });
      outgoing.on('error', (error) => {
        // A connection that closed while it was idle says nothing about the server (RFC 9112 §9.3.1); the suite's own transport asks once more, too.
        const stale = again && !begun && outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
        if (stale) this.#send(request, false).then(resolve, reject);
        else reject(error);
      });
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
