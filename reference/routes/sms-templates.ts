import { existing } from '../http/errors.ts';
import { given, integer, object } from '../http/input.ts';
import { previewPage } from '../templates/preview.ts';
import type { ById, RouteContext } from './context.ts';

const DEFAULT_SECONDS = 3600;
const MEMBERS = { expires_in: integer(1, 365 * 24 * 3600) };
/** The editor is not part of this service. RFC 2606 reserves the domain. */
const EDITOR_URL = 'https://editor.example/sms-template-embeds/';

/** The endpoints `createSmsTemplateEmbed` and `previewSmsTemplate`. */
export function smsTemplateRoutes({ app, store }: RouteContext): void {
  app.post<ById>('/sms_templates/:id/embeds', (request, reply) => {
    const template = existing(store.find('sms_template', request.params.id), 'SMS template');
    const { expires_in = DEFAULT_SECONDS } = given(object(request.body, 'body'), MEMBERS);
    const id = store.newId('emb');
    reply.send({
      id,
      sms_template: template.id,
      business: template.business,
      url: EDITOR_URL + id,
      expires_at: new Date(Date.now() + expires_in * 1000).toISOString(),
    });
  });

  app.get<ById>('/sms_templates/:id/preview', (request, reply) => {
    const template = existing(store.find('sms_template', request.params.id), 'SMS template');
    reply.type('text/html; charset=utf-8').send(previewPage(template.name, template.text));
  });
}
