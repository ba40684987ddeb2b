import { Agent, request as httpRequest } from 'node:http';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';

/** Headers that speak of one connection only (RFC 9110 §7.6.1), and those that are set anew. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'te', 'trailer']);

/** The implementation behind the proxy. */
export class Upstream {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #host: string;
  readonly #port: number;

  constructor(host: string, port: number) {
    this.#host = host;
    this.#port = port;
  }

  /** Sends a request on with its path and bytes as they are. Rejects when the implementation breaks the connection. */
  ask = ({ method, target, headers, body }: PassingRequest): Promise<PassingAnswer> =>
    new Promise((resolve, reject) => {
      const length = method === 'GET' && body.length === 0 ? {} : { 'content-length': String(body.length) };
      const options = {
        host: this.#host,
        port: this.#port,
        agent: this.#agent,
        method,
        path: target,
        headers: { ...endToEnd(headers), ...length },
      };
      const outgoing = httpRequest(options, (incoming) => {
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
      outgoing.on('error', reject);
      outgoing.end(body);
    });

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
