import { existing } from '../http/errors.ts';
import type { ById, RouteContext } from './context.ts';

/** Endpoints that list the records of one owner: `listEmailAddresses` and `listEmailBlastExecutions`. */
export function listRoutes({ app, store }: RouteContext): void {
  app.get<ById>('/businesses/:id/email_addresses', (request, reply) => {
    const business = existing(store.find('business', request.params.id), 'business');
    reply.send({ email_addresses: store.listOf('email_address', business.id) });
  });

  app.get<ById>('/email_blasts/:id/executions', (request, reply) => {
    const blast = existing(store.find('email_blast', request.params.id), 'e-mail blast');
    reply.send({ executions: store.listOf('email_blast_execution', blast.id) });
  });
}
