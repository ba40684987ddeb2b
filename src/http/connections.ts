import { Connection } from './connection.ts';
import type { Route } from './routes.ts';

/** The connections to one origin. It takes the most recently used first, so that few stay open under light load. */
export class Connections {
  readonly #origin: string;
  readonly #route: Route;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();

  constructor(origin: string, route: Route) {
    this.#origin = origin;
    this.#route = route;
  }

  /** An idle connection, or a new one where none is idle. */
  take(): Connection {
    return this.#idle.pop() ?? this.fresh();
  }

  /** A connection that has never been used. */
  fresh(): Connection {
    const connection = new Connection(this.#origin, this.#route);
    this.#all.add(connection);
    return connection;
  }

  /** Gives back a connection whose last answer was whole. */
  release(connection: Connection): void {
    this.#idle.push(connection);
  }

  /** Closes a connection whose last exchange failed. */
  discard(connection: Connection): void {
    this.#all.delete(connection);
    connection.destroy();
  }

  /** Closes all of them, even with a request under way. */
  destroy(): void {
    for (const connection of this.#all) connection.destroy();
    this.#all.clear();
    this.#idle.length = 0;
  }
}
