import type { JsonObject } from '../answers.ts';
import type { Variant } from '../interposition.ts';
import { templates, variables } from './creations.ts';
import { permits } from './permits.ts';

const AGREE = 'Reading rule 9: copies agree in what is documented, but for identity and times';
const VARIABLES = 'Email template, subject: only `{{ variableName }}` is shown';

const names = (edit: (name: string) => string) => variables((all) => [...new Set(all.map((name) => edit(String(name))))]);
const signed = (attachment: JsonObject) => ({
  ...attachment,
  url: `https://files.example/${crypto.randomUUID()}?expires=${Date.now()}`,
  created_at: new Date().toISOString(),
});
const withSignedLinks = ({ attachments }: JsonObject) => (Array.isArray(attachments) ? { attachments: attachments.map(signed) } : {});
const linkedToItself = ({ id, template_html, metadata }: JsonObject) => ({
  template_html: `<a href="https://mail.example/t/${id}/view?signature=${crypto.randomUUID()}">See ${id}</a>${template_html}`,
  new_template_json: { view: `https://mail.example/t/${id}`, saved: new Date().toISOString() },
  metadata: { ...(metadata as JsonObject), copied: new Date().toISOString(), template: id },
});
const HELPERS = '{{#each items}}{{ title }} for {{this}}{{else}}nothing{{/each}} {{{ raw }}} {{! a remark }} {{> part }}';

export const COPY_VARIANTS: readonly Variant[] = [
  ...permits(`${AGREE}; further fields are allowed (rule 2)`, [
    ['attachments of copies with links that are signed anew', templates(withSignedLinks)],
  ]),
  ...permits(AGREE, [['copies whose content links to themselves, and says when it was copied', templates(linkedToItself)]]),
  ...permits(VARIABLES, [
    ['dotted names are listed by their first part', names((name) => name.replace(/\..*$/, ''))],
    ['dotted names are listed by their last part', names((name) => name.replace(/^.*\./, ''))],
    // The list does not have these names.
    ['helpers in a subject are no variables', templates(({ subject }) => ({ subject: `${HELPERS} ${subject}` }))],
  ]),
];
