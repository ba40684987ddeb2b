import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ENDPOINTS } from '../../src/specification/endpoints.ts';
import { unescaped } from '../answers.ts';
import type { PassingRequest } from '../interposition.ts';

const ROUTES = ENDPOINTS.map(({ name, method, path }) => ({
  name,
  method,
  // Beside the parameter, a template holds letters, underscores and slashes only: nothing to escape.
  pattern: new RegExp(`^${path.replace(/\{\w+\}/, '([^/]*)')}$`),
}));

/**
 * The request as a value, once all of its body has come. Rejects when the client goes before that.
 * @param prefix the path of the base URL, without a slash at its end; it is taken off
 */
export async function readRequest(message: IncomingMessage, prefix: string): Promise<PassingRequest> {
  const { method = 'GET', url = '' } = message;
  const target = url.slice(prefix.length);
  const headers = Object.fromEntries(Object.entries(message.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]));
  const connection = numberOf(message.socket);
  return { method, target, headers, body: await buffer(message), connection, ...recognise(method, target) };
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

/** @param target path and query below the base URL */
export function recognise(method: string, target: string): Pick<PassingRequest, 'endpoint' | 'id'> {
  const [path = ''] = target.split('?');
  for (const route of ROUTES) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match) return { endpoint: route.name, id: unescaped(match[1] ?? '') ?? match[1] ?? '' };
  }
  return { endpoint: null, id: '' };
}
