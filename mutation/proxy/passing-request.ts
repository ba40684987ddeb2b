import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ENDPOINTS } from '../../src/specification/endpoints.ts';
import type { PassingRequest } from '../interposition.ts';

const ROUTES = ENDPOINTS.map(({ name, method, path }) => ({
  name,
  method,
  // Beside the parameter, a template holds letters, underscores and slashes only: nothing to escape.
  pattern: new RegExp(`^${path.replace(/\{\w+\}/, '([^/]*)')}$`),
}));

/**
 * The request as a value, once all of its body has come. Rejects when the client goes before that.
 * @param prefix the path of the base URL, without a slash at its end
 */
export async function readRequest(message: IncomingMessage, prefix: string): Promise<PassingRequest> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk as Uint8Array);
  const { method = 'GET', url: target = '/' } = message;
  const headers = Object.fromEntries(Object.entries(message.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]));
  const connection = numberOf(message.socket);
  return { method, target, headers, body: Buffer.concat(chunks), connection, ...recognise(method, target, prefix) };
}

const numbers = new WeakMap<Socket, number>();
let connections = 0;

function numberOf(socket: Socket): number {
  const known = numbers.get(socket);
  if (known !== undefined) return known;
  connections += 1;
  numbers.set(socket, connections);
  return connections;
}

/** @param prefix the path of the base URL, without a slash at its end */
export function recognise(method: string, target: string, prefix: string): Pick<PassingRequest, 'endpoint' | 'id'> {
  const [whole = ''] = target.split('?');
  const path = whole.startsWith(prefix) ? whole.slice(prefix.length) : '';
  for (const route of ROUTES) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match) return { endpoint: route.name, id: decoded(match[1] ?? '') };
  }
  return { endpoint: null, id: '' };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // The suite sent a malformed escape on purpose: the id is what stands on the wire.
  }
}
