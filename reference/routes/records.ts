import { existing } from '../http/input.ts';
import type { Kinds } from '../store/store.ts';
import type { ById, RouteContext } from './context.ts';

/** Endpoints that answer one record by its id, as it is stored. */
const ENDPOINTS = [
  ['/sent_emails/:id', 'sent_email', 'sent e-mail'],
  ['/project_email_addresses/:id', 'project_email_address', 'project e-mail address'],
  ['/email_addresses/:id', 'email_address', 'e-mail address'],
  ['/segments/:id', 'segment', 'segment'],
  ['/project_defined_events/:id', 'project_defined_event', 'project-defined event'],
] as const satisfies readonly (readonly [string, keyof Kinds, string])[];

/** These, and the endpoints that list the records of one owner: `listEmailAddresses` and `listEmailBlastExecutions`. */
export function recordRoutes({ app, store }: RouteContext): void {
  for (const [path, kind, name] of ENDPOINTS)
    app.get<ById>(path, (request, reply) => {
      reply.send(existing(store.find(kind, request.params.id), name));
    });

  app.get<ById>('/businesses/:id/email_addresses', (request, reply) => {
    const business = existing(store.find('business', request.params.id), 'business');
    reply.send({ email_addresses: store.listOf('email_address', business.id) });
  });

  app.get<ById>('/email_blasts/:id/executions', (request, reply) => {
    const blast = existing(store.find('email_blast', request.params.id), 'e-mail blast');
    reply.send({ executions: store.listOf('email_blast_execution', blast.id) });
  });
}
