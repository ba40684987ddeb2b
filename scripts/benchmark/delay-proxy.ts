import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** As much may be on the way in one direction of one connection; beyond it, the sender waits. */
const WINDOW_BYTES = 1024 * 1024;

export interface DelayProxy {
  readonly port: number;
  /** Resets all connections. */
  close(): Promise<void>;
}

/**
 * Stands on the loopback interface before a port of it, as a network does: each byte, and each end, comes half a round trip later, in order.
 * A new connection costs no round trip of its own.
 * @param roundTripMs an even number: timers count whole milliseconds
 */
export async function openDelayProxy(port: number, roundTripMs: number): Promise<DelayProxy> {
  const sockets = new Set<Socket>();
  // Each end closes its own direction only, as TCP does.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const target = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    carry(client, target, roundTripMs / 2);
    carry(target, client, roundTripMs / 2);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.resetAndDestroy();
      }),
  };
}

/** Timers of one duration fire in the order in which they were set, so nothing overtakes. */
function carry(from: Socket, to: Socket, delayMs: number): void {
  let onTheWay = 0;
  const later = (act: () => void) => setTimeout(act, delayMs);
  from.on('data', (chunk: Buffer) => {
    onTheWay += chunk.length;
    if (onTheWay > WINDOW_BYTES) from.pause();
    later(() =>
      to.write(chunk, () => {
        onTheWay -= chunk.length;
        if (onTheWay <= WINDOW_BYTES) from.resume();
      }),
    );
  });
  from.once('end', () => later(() => to.end()));
  // What broke on one side breaks on the other: `close` says so.
  from.on('error', () => undefined);
  from.once('close', (isBroken) => isBroken && later(() => to.resetAndDestroy()));
}
