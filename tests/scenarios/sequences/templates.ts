import { areOtherTexts, copyDeviations } from '../../../src/checks/templates.ts';
import { differencesAsSets, foundIn } from '../../judging.ts';
import type { Journal, Known, StepHandlers } from './journal.ts';

interface Template {
  readonly id: string;
  /** The template at the beginning of its line of copies; copies of one line agree. */
  readonly root: string;
}

const ORDINALS = ['first', 'second', 'third'];
const PROJECT_TEMPLATE = 'project template';

/** Copies of one line agree with each other, and have the variables of their line. */
export function templates(journal: Journal): StepHandlers<'copy project template' | 'copy template' | 'read variables'> {
  const { implementation } = journal;
  /** Those known so far, the configured one and all copies. */
  const known: Template[] = [];
  /** What was copied: a copy may name it. */
  const sources = new Set<string>();
  /** By root. */
  const copies = new Map<string, Known>();
  const variables = new Map<string, { readonly id: string; readonly names: readonly string[] }>();
  /** Copies as they were answered, by id. */
  const answered = new Map<string, Known>();

  async function template(which: number): Promise<Template> {
    const chosen = known[which % known.length];
    if (chosen) return chosen;
    const id = await implementation.emailTemplateId();
    const configured = { id, root: id };
    known.push(configured);
    return configured;
  }

  /** For people; *that copy* is the latest one. */
  function nameOf(chosen: Template): string {
    const made = known.filter(({ id, root }) => id !== root);
    const place = made.indexOf(chosen);
    if (place === -1) return 'the fixture';
    if (place === made.length - 1) return 'that copy';
    return ORDINALS[place] === undefined ? `copy ${place + 1}` : `the ${ORDINALS[place]} copy`;
  }

  async function copy(
    name: 'copyProjectEmailTemplate' | 'copyEmailTemplate',
    source: { readonly id?: string; readonly root: string },
  ): Promise<void> {
    const [typical] = await implementation.typicalCalls(name);
    const id = source.id ?? typical?.id;
    if (id !== undefined) sources.add(id);
    const made = await journal.send(name, { ...typical, ...(id !== undefined && { id }) });
    if (!made || typeof made.id !== 'string') return;
    journal.isNew(name, made);
    const { root } = source;
    const sibling = copies.get(root);
    const between = [...known.map(({ id }) => id), ...sources];
    known.push({ id: made.id, root });
    answered.set(made.id, made);
    const latest = journal.exchanges.at(-1);
    const differing = sibling === undefined || latest === undefined ? [] : foundIn(latest, copyDeviations(sibling, made, between));
    // Somebody may have edited the template since: then the next copy has the new text too.
    const next = areOtherTexts(differing) ? await journal.send(name, { ...typical, ...(id !== undefined && { id }) }) : null;
    const isEdited = next !== null && copyDeviations(made, next, between).length === 0;
    if (sibling === undefined || isEdited) copies.set(root, made);
    else journal.judge('email-template.copies-agree', 'copyEmailTemplate', differing);
  }

  /** Whether a copy of the template has other texts by now than this one: somebody may have edited it in between. */
  async function isEditedSince(id: string, template: string): Promise<boolean> {
    const [made, fresh] = [answered.get(id), await journal.send('copyEmailTemplate', { id: template, body: {} })];
    return made !== undefined && fresh !== null && areOtherTexts(copyDeviations(made, fresh, [id, template]));
  }

  return {
    'copy project template': () => {
      journal.begin('copy the project template');
      return copy('copyProjectEmailTemplate', { root: PROJECT_TEMPLATE });
    },
    'copy template': async ({ which }) => {
      const chosen = await template(which);
      journal.begin(`copy ${nameOf(chosen)}`);
      return copy('copyEmailTemplate', chosen);
    },
    'read variables': async ({ which }) => {
      const chosen = await template(which);
      const { id, root } = chosen;
      journal.begin(`read the variables of ${nameOf(chosen)}`);
      const answer = await journal.send('listEmailTemplateVariables', { id });
      if (!answer || !Array.isArray(answer.variables)) return;
      const names = answer.variables.map(String);
      const first = variables.get(root);
      if (!first) return void variables.set(root, { id, names });
      const differing = differencesAsSets(first.names, names, '/variables');
      const isEdited = differing.length > 0 && first.id === root && (await isEditedSince(id, root));
      if (first.id !== id && !isEdited) journal.judge('email-template.copy-keeps-variables', 'copyEmailTemplate', differing);
    },
  };
}
