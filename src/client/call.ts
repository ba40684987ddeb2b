import type { Authorization } from '../http/exchange.ts';

/** What one request carries besides the endpoint's method and path. */
export interface Call {
  /** The path parameter, before percent-encoding. */
  readonly id?: string;
  /** The path parameter as it goes on the wire, escapes included; for ids that no encoder would write. */
  readonly rawId?: string;
  /** Sent as JSON text. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string | Uint8Array;
  /** Without the question mark, percent-encoded. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorization?: Authorization;
}
