import { existing, given, integer, invalid, object, required, text } from '../http/input.ts';
import type { ById, RouteContext } from './context.ts';

const DEFAULT_SECONDS = 3600;
const EMBED = { expires_in: integer(1, 365 * 24 * 3600) };
/** The editor is not part of this service. RFC 2606 reserves the domain. */
const EDITOR_URL = 'https://editor.example/sms-template-embeds/';

/** The endpoints of e-mail templates and of SMS templates. */
export function templateRoutes({ app, store }: RouteContext): void {
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

  app.post<ById>('/sms_templates/:id/embeds', (request, reply) => {
    const { id: sms_template, business } = existing(store.find('sms_template', request.params.id), 'SMS template');
    const { expires_in = DEFAULT_SECONDS } = given(object(request.body, 'body'), EMBED);
    const id = store.newId('emb');
    const expires_at = new Date(Date.now() + expires_in * 1000).toISOString();
    reply.send({ id, sms_template, business, url: EDITOR_URL + id, expires_at });
  });

  app.get<ById>('/sms_templates/:id/preview', (request, reply) => {
    const template = existing(store.find('sms_template', request.params.id), 'SMS template');
    reply.type('text/html; charset=utf-8').send(previewPage(template.name, template.text));
  });
}

const VARIABLE = /\{\{\s*([\p{L}\p{N}_$][\p{L}\p{N}_$.-]*)\s*\}\}/gu;

/** The distinct names written as `{{ name }}` in the texts, in order of first use. */
export function variablesOf(...texts: (string | null)[]): string[] {
  const names = texts.flatMap((text) => [...(text ?? '').matchAll(VARIABLE)].map((match) => match[1] ?? ''));
  return [...new Set(names)];
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** A page that shows a message as its reader would see it, variables unfilled. */
function previewPage(title: string, message: string): string {
  const lines = escaped(message).split('\n').join('<br>');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><p>${lines}</p></body></html>\n`;
}
