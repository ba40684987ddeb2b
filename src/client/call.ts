import type { TransportRequest } from '../http/request.ts';
import { isObject, type JsonObject } from '../specification/json.ts';

/** What a call adds to a typical request of its endpoint: `null` leaves a usual header out. Of another method the specification does not show the answer. */
export interface Call
  extends Partial<Pick<TransportRequest, 'headers' | 'authorization' | 'chunked' | 'inCapitals' | 'freshConnection' | 'alone' | 'method'>> {
  /** The path parameter, before percent-encoding. */
  readonly id?: string;
  /** The path parameter as it goes on the wire, escapes included; for ids that no encoder would write. */
  readonly rawId?: string;
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string | Uint8Array;
  /** Without the question mark, percent-encoded. */
  readonly query?: string;
  /** The path in another spelling, from the base URL on and without a query. */
  readonly spelling?: (path: string) => string;
}

export type FlagEncoding = 'repeat' | 'comma' | 'brackets' | 'json';

/** The query that asks `getFeatureFlagStatuses` for flags. The settings give the parameter and the encoding (Endpoints, rule 4). */
export function flagQuery(parameter: string, names: readonly string[], encoding: FlagEncoding): string {
  const name = encodeURIComponent(parameter);
  const each = (separator: string) => names.map((flag) => `${name}${separator}${encodeURIComponent(flag)}`).join('&');
  const queries: Record<FlagEncoding, () => string> = {
    repeat: () => each('='),
    brackets: () => each('[]='),
    comma: () => `${name}=${names.map(encodeURIComponent).join(',')}`,
    json: () => `${name}=${encodeURIComponent(JSON.stringify(names))}`,
  };
  return queries[encoding]();
}

/** The customers that the body of a batch update, or of its answer, lists. */
export function customersIn(body: unknown): JsonObject[] {
  const { customers } = isObject(body) ? body : {};
  return Array.isArray(customers) ? customers.filter(isObject) : [];
}
