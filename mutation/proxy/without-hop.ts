import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { WITHOUT_CONTENT } from '../answers.ts';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';

type Headers<Value = string | readonly string[]> = Record<string, Value>;

/** Keeps the answer as a value instead of writing it to a connection. */
class KeptResponse extends ServerResponse {
  readonly answered: Promise<PassingAnswer>;
  readonly #chunks: Uint8Array[] = [];
  #resolve: (answer: PassingAnswer) => void = () => {};

  constructor(request: IncomingMessage) {
    super(request);
    this.answered = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  override writeHead(status: number, ...[given]: unknown[]): this {
    this.statusCode = status;
    for (const [name, value] of Object.entries((given ?? {}) as Headers)) this.setHeader(name, value);
    return this;
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(Buffer.from(chunk as string));
    return true;
  }

  override end(...[chunk]: unknown[]): this {
    if (chunk !== undefined && chunk !== null) this.write(chunk as string | Uint8Array);
    const hasContent = this.req.method !== 'HEAD' && !WITHOUT_CONTENT.includes(this.statusCode);
    const headers = endToEnd({ ...(this.getHeaders() as Headers), date: new Date().toUTCString() });
    this.finished = true;
    this.#resolve({ status: this.statusCode, headers, body: hasContent ? Buffer.concat(this.#chunks) : Buffer.alloc(0) });
    setImmediate(() => this.emit('finish'));
    return this;
  }
}

export type WithoutHop = ReturnType<typeof withoutHop>;

/** A service in this process, asked without a connection: a second hop would cost a tenth more processor time. @param app is ready, and need not listen */
export function withoutHop(app: Pick<FastifyInstance, 'routing'>) {
  const underWay = new Set<Promise<PassingAnswer>>();
  /** Nothing is read from it. */
  const socket = new Socket();
  return {
    ask({ method, target, headers: given, body }: PassingRequest): Promise<PassingAnswer> {
      const length = method !== 'GET' || body.length > 0 ? { 'content-length': String(body.length) } : {};
      const headers = { ...endToEnd(given), ...length };
      const version = { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 };
      const incoming = Object.assign(new IncomingMessage(socket), { ...version, method, url: target, headers, complete: true });
      if (body.length > 0) incoming.push(body);
      incoming.push(null);
      const response = new KeptResponse(incoming);
      underWay.add(response.answered);
      app.routing(incoming, response);
      return response.answered.finally(() => underWay.delete(response.answered));
    },
    /** Resolves when nothing is under way any more. */
    close: () => Promise.allSettled(underWay),
  };
}

/** Headers that speak of one connection only (RFC 9110 §7.6.1), and those that are set anew. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'te', 'trailer']);

function endToEnd<Value>(headers: Readonly<Headers<Value>>): Headers<Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}
