import { request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; throws where it is not JSON. */
  json(): unknown;
}

export interface Sending {
  readonly method?: string;
  /** A string or bytes go as they are; anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The Authorization header; `null` for none. */
  readonly authorization?: string | null;
}

export const basic = (username: string, password: string): string => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

function payloadOf(body: unknown): string | Buffer | undefined {
  return body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
}

/** One request over node:http, which sends the path exactly as it is written: fetch would resolve `..`. */
export function send(origin: string, path: string, { method, body, headers = {}, authorization = null }: Sending): Promise<Reply> {
  const payload = payloadOf(body);
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      hostname,
      port,
      path,
      method: method ?? (payload === undefined ? 'GET' : 'POST'),
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
        ...(authorization === null ? {} : { authorization }),
        ...headers,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: () => JSON.parse(text) });
      });
    });
    outgoing.end(payload);
  });
}
