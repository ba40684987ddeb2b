import type { Interposition, Variant } from '../interposition.ts';
import { answersThrough, editing, editingJson, isObject, type JsonObject } from './answers.ts';

const AGREE = 'Reading rule 9: copies agree in what is documented, but for identity and times';
const VARIABLES = 'Email template, subject: only `{{ variableName }}` is shown';

const templates = (edit: (template: JsonObject) => JsonObject) => answersThrough(editing('email-template', edit));
const listed = (edit: (names: unknown[]) => unknown[]) =>
  answersThrough(
    editingJson((value, endpoint) =>
      endpoint === 'listEmailTemplateVariables' && isObject(value) && Array.isArray(value.variables)
        ? { ...value, variables: [...new Set(edit(value.variables))] }
        : value,
    ),
  );
/** Names that the subject has and the list does not. */
const subject = (text: string): (() => Interposition) => templates((template) => ({ ...template, subject: `${text} ${template.subject}` }));

export const COPY_VARIANTS: readonly Variant[] = [
  {
    name: 'attachments of copies with links that are signed anew',
    permitted: `${AGREE}; further fields are allowed (rule 2)`,
    interpose: templates((template) => ({
      ...template,
      attachments: Array.isArray(template.attachments)
        ? template.attachments.map((one) => ({
            ...(one as JsonObject),
            url: `https://files.example/${crypto.randomUUID()}?expires=${Date.now()}`,
            created_at: new Date().toISOString(),
          }))
        : template.attachments,
    })),
  },
  {
    name: 'copies whose content links to themselves, and says when it was copied',
    permitted: AGREE,
    interpose: templates((template) => ({
      ...template,
      template_html: `<a href="https://mail.example/t/${template.id}/view?signature=${crypto.randomUUID()}">See ${template.id}</a>${template.template_html}`,
      new_template_json: { view: `https://mail.example/t/${template.id}`, saved: new Date().toISOString() },
      metadata: { ...(template.metadata as JsonObject), copied: new Date().toISOString(), template: template.id },
    })),
  },
  {
    name: 'dotted names are listed by their first part',
    permitted: VARIABLES,
    interpose: listed((names) => names.map((name) => String(name).replace(/\..*$/, ''))),
  },
  {
    name: 'dotted names are listed by their last part',
    permitted: VARIABLES,
    interpose: listed((names) => names.map((name) => String(name).replace(/^.*\./, ''))),
  },
  {
    name: 'helpers in a subject are no variables',
    permitted: VARIABLES,
    interpose: subject('{{#each items}}{{ title }} for {{this}}{{else}}nothing{{/each}} {{{ raw }}} {{! a remark }} {{> part }}'),
  },
];
