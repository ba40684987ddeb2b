import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.ts';

/** What every file of routes works with. */
export interface RouteContext {
  readonly app: FastifyInstance;
  readonly store: Store;
}

export interface ById {
  Params: { id: string };
}
