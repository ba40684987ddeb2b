import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** A target that takes few connections lets the next one in when another is closed, so an idle one is not kept for long. */
const LONGEST_IDLE_MS = 500;
/** Within this time the target may not have seen yet that a connection was closed. */
const CLOSING_MS = 600;
/** A target that is there closes its end at once. */
const LAST_WAIT_MS = 200;
/** A connection that has had no answer for so long may wait for a place at the target. */
const LONG_WAIT_MS = 250;

/** The connections to one origin. It takes the most recently used first, so that few stay open under light load. */
export class Connections {
  readonly #open: () => Connection;
  /** The latest last, with what closes each. */
  readonly #idle = new Map<Connection, NodeJS.Timeout>();
  readonly #all = new Set<Connection>();
  /** Those without an answer so far, the oldest first, and since when. */
  readonly #new = new Map<Connection, number>();
  /** When an idle one was closed last, in the time of `performance.now()`. */
  #closedAt = Number.NEGATIVE_INFINITY;

  constructor(open: () => Connection) {
    this.#open = open;
  }

  /** Whether the target may hold places for others of these connections, so that one more was one too many. */
  get areOthersOpen(): boolean {
    return this.#all.size > 1 || performance.now() - this.#closedAt < CLOSING_MS;
  }

  take(): Connection {
    const last = [...this.#idle].at(-1);
    if (last === undefined) return this.fresh();
    const [connection, closing] = last;
    clearTimeout(closing);
    this.#idle.delete(connection);
    return connection;
  }

  fresh(): Connection {
    const connection = this.#open();
    this.#all.add(connection);
    this.#new.set(connection, performance.now());
    return connection;
  }

  /** Gives back a connection whose last answer was whole. It is closed where another may wait for its place. */
  release(connection: Connection): void {
    this.#new.delete(connection);
    const [oldest = Number.POSITIVE_INFINITY] = this.#new.values();
    if (performance.now() - oldest > LONG_WAIT_MS) this.#retire(connection);
    else this.#idle.set(connection, setTimeout(() => this.#retire(connection), LONGEST_IDLE_MS).unref());
  }

  discard(connection: Connection): void {
    for (const kept of [this.#all, this.#new, this.#idle]) kept.delete(connection);
    connection.destroy();
  }

  #retire(connection: Connection): void {
    this.#closedAt = performance.now();
    this.discard(connection);
  }

  /** Closes all of them, even with a request under way. Gives the target a moment to close the idle ones too. */
  async close(): Promise<void> {
    for (const connection of this.#all) if (!this.#idle.has(connection)) this.discard(connection);
    await this.closeIdle();
  }

  /** Closes those without a request, and gives the target a moment to close them too. */
  async closeIdle(): Promise<void> {
    const idle = [...this.#idle.keys()];
    if (idle.length === 0) return;
    for (const closing of this.#idle.values()) clearTimeout(closing);
    this.#idle.clear();
    const patience = new AbortController();
    const ended = Promise.all(idle.map((connection) => connection.end()));
    await Promise.race([ended, sleep(LAST_WAIT_MS, undefined, { signal: patience.signal })]).finally(() => patience.abort());
    for (const connection of idle) this.#retire(connection);
  }
}
