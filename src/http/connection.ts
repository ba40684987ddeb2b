import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
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

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(this.forwarder === null ? options : forwarded(options, this.#origin, this.forwarder), handler);
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

/** A request to a forwarding proxy names the whole URL (RFC 9112 §3.2.2). */
function forwarded(options: Dispatcher.DispatchOptions, origin: string, { headers }: RouteProxy): Dispatcher.DispatchOptions {
  return { ...options, path: `${origin}${options.path}`, headers: { ...(options.headers as Record<string, string>), ...headers } };
}
