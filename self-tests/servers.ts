import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Resolves with the port, once the server takes connections: a free one, unless one is given. */
export async function listen(server: Server, host = LOOPBACK, port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return portOf(server);
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;
