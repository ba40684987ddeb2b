import { existing, invalid } from '../http/errors.ts';
import type { RouteContext } from './context.ts';

/** A parameter given once is a string. A repeated one is an array. */
interface Statuses {
  Params: { business_id: string };
  Querystring: { names?: string | string[] };
}

/** The endpoint `getFeatureFlagStatuses`. The answer leaves out names that are no flag, and holds a repeated name once. */
export function featureFlagRoutes({ app, store }: RouteContext): void {
  app.get<Statuses>('/businesses/:business_id/feature_flags/statuses', (request, reply) => {
    const business = existing(store.find('business', request.params.business_id), 'business');
    const names = new Set([request.query.names ?? []].flat().filter((name) => name !== ''));
    if (names.size === 0) throw invalid('query.names', 'the name of a feature flag, repeated for several (names=a&names=b)', 'none');
    const flags = [...names].map((name) => store.findFlag(business.id, name));
    reply.send({ feature_flags: flags.filter((flag) => flag !== undefined) });
  });
}
