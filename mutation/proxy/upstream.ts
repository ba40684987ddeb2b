import { Agent, type ClientRequestArgs, request as open } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Destination, openSocket } from '../../src/http/sockets.ts';
import { PLAIN_WAY, type Way } from '../../src/http/ways.ts';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';

/** Headers that speak of one connection only (RFC 9110 §7.6.1), and those that are set anew. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'te', 'trailer']);

/** Keeps connections that are opened as the suite's own are. */
class WayAgent extends Agent {
  readonly #destination: Destination;
  readonly #way: Way;

  constructor(destination: Destination, way: Way) {
    super({ keepAlive: true, maxSockets: 64 });
    this.#destination = destination;
    this.#way = way;
  }

  /** Called by Node with options of its own, which say nothing that is not known here. */
  override createConnection(_options: ClientRequestArgs, opened?: (error: Error | null, socket: Duplex) => void): null {
    openSocket(this.#destination, this.#way, (error, socket) => opened?.(error, socket as Duplex));
    return null;
  }
}

/** The implementation behind the proxy. */
export class Upstream {
  readonly #agent: Agent;
  /** What stands before the path, and the further headers, where a proxy sends the requests on. */
  readonly #forwarding: { readonly prefix: string; readonly headers: Readonly<Record<string, string>> };
  /** The Host that the implementation knows itself by (RFC 9110 §7.2), not the proxy's. */
  readonly #authority: string;

  /**
   * @param origin `http://host:port` or `https://host`, as the suite would connect to it
   * @param way how the suite's own requests would travel there
   */
  constructor(origin: string, way: Way = PLAIN_WAY) {
    const { protocol, hostname, port, host } = new URL(origin);
    const secure = protocol === 'https:';
    this.#agent = new WayAgent({ hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)), secure }, way);
    this.#forwarding = way.proxy === null || secure ? { prefix: '', headers: {} } : { prefix: origin, headers: way.proxy.headers };
    this.#authority = host;
  }

  /** Sends a request on with its path and bytes as they are. Rejects when the implementation breaks the connection. */
  ask = (request: PassingRequest): Promise<PassingAnswer> => this.#send(request, true);

  #send(request: PassingRequest, again: boolean): Promise<PassingAnswer> {
    const { method, target, headers, body } = request;
    const length = method === 'GET' && body.length === 0 ? {} : { 'content-length': String(body.length) };
    const options = {
      agent: this.#agent,
      method,
      path: `${this.#forwarding.prefix}${target}`,
      headers: { ...endToEnd(headers), host: this.#authority, ...length, ...this.#forwarding.headers },
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
        // A connection that was closed while it lay idle says nothing (RFC 9112 §9.3.1); the suite's own transport asks once more, too.
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

function headersOf(distinct: NodeJS.Dict<string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(distinct).map(([name, values = []]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function endToEnd<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}
