import { existing, invalid } from '../http/errors.ts';
import { object, required, text } from '../http/input.ts';
import { variablesOf } from '../templates/variables.ts';
import type { ById, RouteContext } from './context.ts';

/** The endpoints `copyProjectEmailTemplate`, `copyEmailTemplate` and `listEmailTemplateVariables`. */
export function emailTemplateRoutes({ app, store }: RouteContext): void {
  app.post<ById>('/project_email_templates/:id/copy', (request, reply) => {
    const source = existing(store.find('project_email_template', request.params.id), 'project e-mail template');
    const business = required(object(request.body, 'body'), 'business', text);
    if (!store.find('business', business)) throw invalid('body.business', 'the id of a business', 'an id that names none');
    reply.code(201).send(store.copyTemplate(source, business));
  });

  app.post<ById>('/email_templates/:id/copy', (request, reply) => {
    const source = existing(store.find('email_template', request.params.id), 'e-mail template');
    if (request.body !== undefined) object(request.body, 'body');
    reply.code(201).send(store.copyTemplate(source, store.ownerOf('email_template', source.id)));
  });

  app.get<ById>('/email_templates/:id/variables', (request, reply) => {
    const template = existing(store.find('email_template', request.params.id), 'e-mail template');
    reply.send({ variables: variablesOf(template.subject, template.template_html, template.new_template_html) });
  });
}
