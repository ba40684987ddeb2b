import { existing } from '../http/errors.ts';
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

export function recordRoutes({ app, store }: RouteContext): void {
  for (const [path, kind, name] of ENDPOINTS) {
    app.get<ById>(path, (request, reply) => {
      reply.send(existing<object>(store.find(kind, request.params.id), name));
    });
  }
}
