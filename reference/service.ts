import type { FastifyInstance } from 'fastify';
import { fixtureVariables } from './fixtures.ts';
import { type Credentials, createServer } from './http/server.ts';
import { businessRoutes } from './routes/businesses.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { eventRoutes } from './routes/events.ts';
import { recordRoutes } from './routes/records.ts';
import { templateRoutes } from './routes/templates.ts';
import { seed } from './seed/seed.ts';
import { Store } from './store/store.ts';

export interface ReferenceOptions extends Credentials {
  /** An empty store in place of a new one. */
  readonly store?: Store;
  /** Milliseconds from an event's acknowledgement to its resolution. Default 150. */
  readonly resolutionDelayMs?: number;
}

export interface ReferenceService {
  /** Not listening yet: `app.listen({ host, port })`. Hooks may be added until then. */
  readonly app: FastifyInstance;
  /** The variables that point a suite at the service under `baseUrl`. */
  fixtures(baseUrl: string): Record<string, string>;
  /** Answers the requests under way. */
  close(): Promise<void>;
}

const ROUTES = [businessRoutes, campaignRoutes, recordRoutes, templateRoutes];

/** While closing, idle connections are closed this often, in milliseconds. */
const SWEEP_MS = 20;

/** All endpoints, seeded. Throws TypeError for credentials that HTTP Basic cannot carry. */
export function createReferenceService(options: ReferenceOptions): ReferenceService {
  const store = options.store ?? new Store();
  seed(store);

  const app = createServer(options);
  const context = { app, store };
  for (const routes of ROUTES) routes(context);
  eventRoutes({ ...context, resolutionDelayMs: options.resolutionDelayMs ?? 150 });

  // Node looks for idle connections once. One that is still draining an unread body then would hold the service open until its client goes.
  let sweep: NodeJS.Timeout;
  app.addHook('preClose', (done) => {
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweep);
    done();
  });
  return { app, fixtures: (baseUrl) => fixtureVariables(baseUrl, options), close: () => app.close() };
}
