import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';

const BLANK_LINE = '\r\n\r\n';

/** Keeps what is written to it: the far end of a connection that there is not. */
class Sink extends Socket {
  readonly #chunks: Buffer[] = [];

  get written(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, written: (error?: Error) => void): void {
    this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    written();
  }

  override _writev(chunks: readonly { chunk: Buffer | string; encoding: BufferEncoding }[], written: (error?: Error) => void): void {
    for (const { chunk, encoding } of chunks) this._write(chunk, encoding, () => undefined);
    written();
  }
}

/** A service in this process, asked without a connection: a second hop would cost a tenth more processor time. */
export class WithoutHop {
  readonly #app: Pick<FastifyInstance, 'routing'>;
  readonly #underWay = new Set<Promise<PassingAnswer>>();

  /** @param app is ready, and need not listen */
  constructor(app: Pick<FastifyInstance, 'routing'>) {
    this.#app = app;
  }

  ask = async (request: PassingRequest): Promise<PassingAnswer> => {
    const asking = this.#ask(request);
    this.#underWay.add(asking);
    return asking.finally(() => this.#underWay.delete(asking));
  };

  #ask({ method, target, headers: given, body }: PassingRequest): Promise<PassingAnswer> {
    const sink = new Sink();
    const incoming = new IncomingMessage(sink);
    const headers = forwarded(method, given, body);
    const headersDistinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    const version = { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 };
    Object.assign(incoming, { ...version, method, url: target, headers, headersDistinct, complete: true });
    incoming.rawHeaders.push(...Object.entries(headers).flat());
    if (body.length > 0) incoming.push(body);
    incoming.push(null);
    const response = new ServerResponse(incoming);
    // Its content stands in the sink as it is.
    response.useChunkedEncodingByDefault = false;
    response.assignSocket(sink);
    return new Promise((resolve, reject) => {
      response.once('finish', () => resolve(answerIn(sink.written)));
      response.once('error', reject);
      this.#app.routing(incoming, response);
    });
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}

/** The answer, as a server wrote it. */
function answerIn(written: Buffer): PassingAnswer {
  const end = written.indexOf(BLANK_LINE);
  const [line = '', ...fields] = written.subarray(0, end).toString('latin1').split('\r\n');
  const distinct: NodeJS.Dict<string[]> = {};
  for (const field of fields) {
    const colon = field.indexOf(':');
    const name = field.slice(0, colon).toLowerCase();
    distinct[name] = [...(distinct[name] ?? []), field.slice(colon + 1).trim()];
  }
  return { status: Number(line.split(' ')[1]), headers: endToEnd(headersOf(distinct)), body: written.subarray(end + BLANK_LINE.length) };
}

/** Headers that speak of one connection only (RFC 9110 §7.6.1), and those that are set anew. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'upgrade', 'te', 'trailer']);

function endToEnd<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}

/** The headers with which a request is sent on. */
function forwarded(method: string, headers: PassingRequest['headers'], body: Uint8Array): Record<string, string> {
  return { ...endToEnd(headers), ...(method !== 'GET' || body.length > 0 ? { 'content-length': String(body.length) } : {}) };
}

/** Headers by name; those that came more than once as a list. */
function headersOf(distinct: NodeJS.Dict<string[]>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(distinct).map(([name, values = []]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
