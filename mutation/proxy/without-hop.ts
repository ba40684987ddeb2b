import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { PassingAnswer, PassingRequest } from '../interposition.ts';
import { type Behind, endToEnd, forwarded, headersOf } from './behind.ts';

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
export class WithoutHop implements Behind {
  readonly #app: FastifyInstance;
  readonly #underWay = new Set<Promise<PassingAnswer>>();

  /** @param app is ready, and need not listen */
  constructor(app: FastifyInstance) {
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
