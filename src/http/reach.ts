import type { Failure } from './exchange.ts';
import { failureOf, type Progress, timeoutFailure } from './failures.ts';
import type { Route } from './routes.ts';
import { openSocket } from './sockets.ts';

/** Opens a connection to an origin and closes it again. Returns why there is none within the limit, or null. */
export function reach(origin: string, route: Route, timeoutMs: number): Promise<Failure | null> {
  const { hostname, port, protocol } = new URL(origin);
  const secure = protocol === 'https:';
  const progress: Progress = { origin, connected: false, begun: false, status: null, received: 0, expected: null };
  return new Promise((resolve) => {
    const end = (failure: Failure | null) => {
      clearTimeout(deadline);
      resolve(failure);
      opening.destroy();
    };
    const destination = { hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (secure ? 443 : 80)), secure };
    const opening = openSocket(destination, route, (error) => end(error && failureOf(error, progress)));
    const deadline = setTimeout(() => end(timeoutFailure(timeoutMs, progress)), timeoutMs);
  });
}
