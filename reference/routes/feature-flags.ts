import { existing, invalid } from '../http/errors.ts';
import type { RouteContext } from './context.ts';

/** A parameter that is given once is a string, and repeated an array. */
interface Statuses {
  Params: { business_id: string };
  Querystring: { names?: string | string[] };
}

/** Endpoint 14. Names that are no flag are left out of the answer; a name asked twice is answered once. */
export function featureFlagRoutes({ app, store }: RouteContext): void {
  app.get<Statuses>('/businesses/:business_id/feature_flags/statuses', (request, reply) => {
    const business = existing(store.find('business', request.params.business_id), 'business');
    const names = new Set([request.query.names ?? []].flat().filter((name) => name !== ''));
    if (names.size === 0) throw invalid('query.names', 'the name of a feature flag, repeated for several (names=a&names=b)', 'none');
    const flags = [...names].map((name) => store.findFlag(business.id, name));
    reply.send({ feature_flags: flags.filter((flag) => flag !== undefined) });
  });
}
