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

const ROUTES = [businessRoutes, campaignRoutes, recordRoutes, templateRoutes];

/** While closing, idle connections are closed this often, in milliseconds. */
const SWEEP_MS = 20;

/**
 * All endpoints, seeded, and not listening yet: `app.listen({ host, port })`. Hooks may be added until then. Closing answers the requests under way.
 * Throws TypeError for credentials that HTTP Basic cannot carry.
 */
export function createReferenceService(options: ReferenceOptions) {
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
  return { app, fixtures: (baseUrl: string) => fixtureVariables(baseUrl, options), close: () => app.close() };
}
