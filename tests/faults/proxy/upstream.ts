import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { PLAIN_WAY, type Way } from '../../../src/http/ways.ts';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';

/** Headers that speak of one connection only (RFC 9110 §7.6.1), and those that are set anew. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'te', 'trailer']);

const POOL = { keepAlive: true, maxSockets: 64 };

/** The implementation behind the proxy. */
export class Upstream {
  readonly #agent: HttpAgent;
  readonly #open: (options: RequestOptions, listener: (incoming: IncomingMessage) => void) => ClientRequest;
  readonly #address: { readonly host: string; readonly port: string };
  /** The Host that the implementation knows itself by (RFC 9110 §7.2), not the proxy's. */
  readonly #authority: string;

  /**
   * @param origin `http://host:port` or `https://host`, as the suite would connect to it
   * @param way how the suite's own requests would travel there
   */
  constructor(origin: string, { secureContext }: Way = PLAIN_WAY) {
    const { protocol, hostname, port, host } = new URL(origin);
    const secure = protocol === 'https:';
    this.#agent = secure
      ? new HttpsAgent({ ...POOL, rejectUnauthorized: true, ...(secureContext && { secureContext }) })
      : new HttpAgent(POOL);
    this.#open = secure ? httpsRequest : httpRequest;
    this.#address = { host: hostname.replace(/^\[|\]$/g, ''), port: port || (secure ? '443' : '80') };
    this.#authority = host;
  }

  /** Sends a request on with its path and bytes as they are. Rejects when the implementation breaks the connection. */
  ask = (request: PassingRequest): Promise<PassingAnswer> => this.#send(request, true);

  #send(request: PassingRequest, again: boolean): Promise<PassingAnswer> {
    const { method, target, headers, body } = request;
    const length = method === 'GET' && body.length === 0 ? {} : { 'content-length': String(body.length) };
    const options = {
      ...this.#address,
      agent: this.#agent,
      method,
      path: target,
      headers: { ...endToEnd(headers), host: this.#authority, ...length },
    };
    return new Promise((resolve, reject) => {
      let begun = false;
      const outgoing = this.#open(options, (incoming) => {
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
