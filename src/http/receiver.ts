import type { Method } from './exchange.ts';

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
