import { request as requestOver } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type buildConnector, Client } from 'undici';
import type { Method } from './exchange.ts';
import type { Route, RouteProxy } from './routes.ts';
import { type Opening, openSocket } from './sockets.ts';

/** As browsers; 1,000 fields of a proxy's tracing fit in. */
const MAX_HEAD_BYTES = 256 * 1024;

/**
 * One HTTP/1.1 connection. It opens on its first request, and again after the target has closed it. It serves one request at a time and
 * knows whether its current socket has served one before: a target may close an idle connection, but not break one.
 */
export class Connection {
  /** A proxy for plain http, which reads the requests itself and sends them on. */
  readonly forwarder: RouteProxy | null;
  readonly #client: Client;
  readonly #origin: string;
  readonly #route: Route;
  #opening: Opening | null = null;
  #socket: Socket | null = null;
  #answers = 0;
  #bytesBefore = 0;
  #fault: Error | null = null;

  constructor(origin: string, route: Route) {
    this.#origin = origin;
    this.#route = route;
    this.forwarder = origin.startsWith('http:') ? route.proxy : null;
    // The caller's deadline covers all phases, so undici's own limits are off.
    this.#client = new Client(origin, {
      connect: this.#connect,
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
      maxHeaderSize: MAX_HEAD_BYTES,
    });
  }

  send(request: OutgoingRequest, receiver: Receiver): void {
    const outgoing = this.forwarder === null ? request : forwarded(request, this.#origin, this.forwarder);
    if (outgoing.headers.expect !== undefined) {
      this.#sendExpecting(outgoing, receiver);
      return;
    }
    const { method, path, headers, body, chunked } = outgoing;
    this.#client.dispatch(
      {
        method,
        path,
        headers: headers as Record<string, string | string[]>,
        body: chunked && body !== null ? Readable.from(halves(body)) : body,
      },
      {
        onRequestStart: () => receiver.started(),
        onResponseStart: (_controller, status, fields) => receiver.head(status, fields),
        onResponseData: (_controller, chunk) => receiver.data(chunk),
        onResponseEnd: () => receiver.ended(),
        onResponseError: (_controller, error) => receiver.failed(error),
      },
    );
  }

  /** Call this when a request goes out: bytes read from now on belong to its answer. */
  markRequest(): void {
    this.#bytesBefore = this.#socket?.bytesRead ?? 0;
  }

  /** Call this when an answer is whole. */
  markAnswer(): void {
    this.#answers += 1;
  }

  /** At least one byte has come since the request went out. */
  get begun(): boolean {
    return this.#socket !== null && this.#socket.bytesRead > this.#bytesBefore;
  }

  /** The current socket has served an answer already. */
  get used(): boolean {
    return this.#answers > 0;
  }

  /** The first error of the current socket, which is the cause. undici passes on the last one, and after a TLS alert that is a mere end. */
  get fault(): Error | null {
    return this.#fault;
  }

  /** Closes the idle socket. Resolves when the target has closed its end too, so that it has a place for another. */
  async end(): Promise<void> {
    const socket = this.#socket;
    if (socket === null || socket.destroyed) return;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.end();
    await closed;
  }

  /** Closes the socket at once, also one that is still connecting. */
  destroy(): void {
    this.#opening?.destroy();
    this.#socket?.destroy();
    void this.#client.destroy();
  }

  #sendExpecting(request: OutgoingRequest, receiver: Receiver): void {
    const { hostname, host, port, protocol } = new URL(this.#origin);
    const bare = hostname.replace(/^\[|\]$/g, '');
    this.#connect({ hostname: bare, port, protocol }, (...[error, socket]) => {
      if (socket === null) receiver.failed(error);
      else sendExpecting(socket, host, request, receiver);
    });
  }

  readonly #connect = ({ hostname, port, protocol }: buildConnector.Options, callback: buildConnector.Callback): void => {
    const secure = protocol === 'https:';
    this.#socket = null;
    this.#answers = 0;
    this.#bytesBefore = 0;
    this.#fault = null;
    this.#opening = openSocket({ hostname, port: Number(port || (secure ? 443 : 80)), secure }, this.#route, (error, socket) => {
      this.#fault = error;
      this.#socket = socket;
      socket?.on('error', (later) => {
        this.#fault ??= later;
      });
      if (socket === null) callback(error as Error, null);
      else callback(null, socket);
    });
  };
}

/** undici sends what has no length beforehand in chunks. */
function halves(body: Uint8Array): Uint8Array[] {
  const middle = Math.ceil(body.length / 2);
  return [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0);
}

/** A request to a forwarding proxy names the whole URL (RFC 9112 §3.2.2). */
function forwarded(request: OutgoingRequest, origin: string, { headers }: RouteProxy): OutgoingRequest {
  return { ...request, path: `${origin}${request.path}`, headers: { ...request.headers, ...headers } };
}

/** A request as a connection sends it, with its secrets. */
export interface OutgoingRequest {
  /** Sent as it stands. */
  readonly path: string;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Uint8Array | null;
  /** The body goes out in chunks. */
  readonly chunked?: boolean;
}

/** Takes what becomes of a request, in this order. Nothing comes after `failed`. */
export interface Receiver {
  /** The connection stands, and the request goes out. */
  started(): void;
  /** Also called for an interim answer (1xx). */
  head(status: number, fields: Readonly<Record<string, string | string[] | undefined>>): void;
  data(chunk: Buffer): void;
  ended(): void;
  failed(error: Error): void;
}

/** Two far round trips. A server that ignores the expectation waits for the body, and one that is late gets it unasked, which does no harm. */
const LONGEST_WAIT_MS = 300;

/**
 * Sends a request with `Expect: 100-continue` over an open socket: its body follows when the target asks for it, or after a moment
 * (RFC 9110 §10.1.1). undici does not send this header, so Node's own client does. The socket serves nothing else.
 */
function sendExpecting(socket: Socket, host: string, { method, path, headers, body, chunked }: OutgoingRequest, receiver: Receiver): void {
  const request = requestOver({
    method,
    path,
    headers: { host, ...headers, ...(body !== null && !chunked && { 'content-length': String(body.length) }) } as Record<
      string,
      string | string[]
    >,
    createConnection: () => socket,
  });
  receiver.started();
  const sendBody = () => {
    clearTimeout(wait);
    // A target may ask for the body when it has already gone out.
    if (!request.writableEnded) request.end(body);
  };
  const wait = setTimeout(sendBody, LONGEST_WAIT_MS);
  const failed = (error: Error) => {
    clearTimeout(wait);
    receiver.failed(error);
  };
  request.once('continue', sendBody);
  request.once('error', failed);
  request.once('response', (response) => {
    clearTimeout(wait);
    receiver.head(response.statusCode ?? 0, response.headersDistinct);
    response.on('data', (chunk: Buffer) => receiver.data(chunk));
    response.once('error', failed);
    response.once('end', () => {
      receiver.ended();
      socket.destroy();
    });
  });
}
