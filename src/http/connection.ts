import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { Way } from './ways.ts';

/**
 * One HTTP/1.1 connection that opens on its first request, and again after the target has closed it. It serves one request at a time and knows
 * whether its current socket has served one before: that tells a connection closed while idle, which is no fault, from a broken one.
 */
export class Connection {
  readonly #client: Client;
  readonly #way: Way;
  #socket: Socket | null = null;
  #answers = 0;
  #bytesBefore = 0;
  #fault: Error | null = null;

  constructor(origin: string, way: Way) {
    this.#way = way;
    // The caller's deadline covers all phases, so undici's own limits are off.
    this.#client = new Client(origin, { connect: this.#connect, headersTimeout: 0, bodyTimeout: 0, pipelining: 1 });
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(options, handler);
  }

  /** To be called when a request goes out: from here on, bytes read belong to its answer. */
  markRequest(): void {
    this.#bytesBefore = this.#socket?.bytesRead ?? 0;
  }

  /** To be called when an answer is whole. */
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

  /** The first error of the current socket, which tells the cause: undici passes on the last one, and after a TLS alert comes a mere end. */
  get fault(): Error | null {
    return this.#fault;
  }

  /** Closes the socket at once, also one that is still connecting. */
  destroy(): void {
    this.#socket?.destroy();
    void this.#client.destroy();
  }

  readonly #connect = ({ hostname, port, protocol }: buildConnector.Options, callback: buildConnector.Callback): void => {
    const secure = protocol === 'https:';
    const socket = secure
      ? connectTls({ host: hostname, port: Number(port || 443), ...this.#tlsOptions(hostname) })
      : connectTcp({ host: hostname, port: Number(port || 80) });
    this.#socket = socket;
    this.#answers = 0;
    this.#bytesBefore = 0;
    this.#fault = null;
    let settled = false;
    const settle = (...outcome: Parameters<typeof callback>) => {
      if (!settled) callback(...outcome);
      settled = true;
    };
    socket.setNoDelay(true);
    socket.once(secure ? 'secureConnect' : 'connect', () => settle(null, socket));
    socket.on('error', (error) => {
      this.#fault ??= error;
      settle(error, null);
    });
    socket.once('close', () => settle(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' }), null));
  };

  #tlsOptions(hostname: string): ConnectionOptions {
    const { secureContext } = this.#way;
    return {
      // An IP address is no server name (RFC 6066 §3).
      servername: isIP(hostname) ? '' : hostname,
      ALPNProtocols: ['http/1.1'],
      // Said outright, since NODE_TLS_REJECT_UNAUTHORIZED=0 would turn it off: credentials must not go to whoever answers.
      rejectUnauthorized: true,
      ...(secureContext && { secureContext }),
    };
  }
}
