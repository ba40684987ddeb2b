import type { EndpointName } from '../../src/specification/endpoints.ts';
import { type JsonObject, jsonAnswer, jsonOf, onJson, onRecords, onRecordsKeeping, succeeded, withJson } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer } from '../interposition.ts';

const NEW = 'email-template.copy-is-new';
const AGREE = 'email-template.copies-agree';
const KEPT = 'email-template.copy-is-kept';
const VARIABLES = 'email-template.copy-keeps-variables';
const SUBJECT = 'email-template.subject-variables-are-listed';

const COPYING = ['copyProjectEmailTemplate', 'copyEmailTemplate'] as const;

const variables = (change: (list: string[]) => unknown) =>
  onJson(['listEmailTemplateVariables'], (value) => ({ ...value, variables: change(value.variables as string[]) }));
const numbered = (change: (copy: JsonObject, number: number) => JsonObject) => (endpoint: EndpointName) =>
  onRecordsKeeping(
    [endpoint],
    () => ({ copies: 0 }),
    (copy, memory) => {
      memory.copies += 1;
      return change(copy, memory.copies);
    },
  );

/** Copies that differ from each other, each in one member. */
const DIFFERING: Readonly<Record<string, (copy: JsonObject, number: number) => JsonObject>> = {
  subject: (copy, number) => ({ ...copy, subject: `${copy.subject} (${number})` }),
  kind: (copy, number) => ({ ...copy, kind: number % 2 === 0 ? 'html' : 'editor' }),
  template_html: (copy, number) => ({ ...copy, template_html: `<!-- copy ${number} -->${copy.template_html ?? ''}` }),
  template_json: (copy, number) => ({ ...copy, template_json: { copy: number } }),
  new_template_html: (copy, number) => ({ ...copy, new_template_html: number % 2 === 0 ? null : '<p></p>' }),
  new_template_json: (copy, number) => ({ ...copy, new_template_json: { copy: number } }),
  attachments: (copy, number) => ({ ...copy, attachments: (copy.attachments as object[]).slice(number % 2) }),
  metadata: (copy, number) => ({ ...copy, metadata: { ...(copy.metadata as object), copy: number } }),
};

export const TEMPLATE_FAULTS: readonly Fault[] = [
  ...COPYING.map((endpoint) =>
    fault(
      `copy-is-source-at-${numberOf(endpoint)}`,
      endpoint,
      NEW,
      'The source is returned',
      onRecords([endpoint], (copy, request) => ({ ...copy, id: request.id })),
    ),
  ),
  fault(
    'alone-copy-is-new',
    'copyEmailTemplate',
    NEW,
    'Every second copy is the source itself',
    onRecordsKeeping(
      ['copyEmailTemplate'],
      () => ({ copies: 0 }),
      (copy, memory, request) => {
        memory.copies += 1;
        return memory.copies % 2 === 0 ? { ...copy, id: request.id } : copy;
      },
    ),
    ONLY,
  ),
  ...Object.entries(DIFFERING).map(([member, change], index) => {
    const endpoint = index % 2 === 0 ? 'copyProjectEmailTemplate' : 'copyEmailTemplate';
    return fault(`copies-differ-in-${member}`, endpoint, AGREE, `\`${member}\` differs between copies`, numbered(change)(endpoint), ONLY);
  }),
  fault(
    'alone-copies-agree',
    'copyProjectEmailTemplate',
    AGREE,
    'The subject counts the copies',
    numbered((copy, number) => ({ ...copy, subject: `${copy.subject} ${number}` }))('copyProjectEmailTemplate'),
    ONLY,
  ),
  ...COPYING.map((endpoint) =>
    fault(
      `copy-not-kept-at-${numberOf(endpoint)}`,
      endpoint,
      KEPT,
      'A copy is answered and not stored',
      forgotten(endpoint),
      endpoint === 'copyProjectEmailTemplate' ? ONLY : {},
    ),
  ),
  fault(
    'copy-id-of-another-kind',
    'copyEmailTemplate',
    KEPT,
    'The copy shows an id under which nothing is found',
    onRecords(['copyEmailTemplate'], (copy) => ({ ...copy, id: `copy-${copy.id}` })),
  ),
  fault(
    'copy-loses-variables',
    'copyEmailTemplate',
    VARIABLES,
    'Copies have no variables',
    copiesHave('copyEmailTemplate', () => []),
  ),
  fault(
    'alone-copy-keeps-variables',
    'copyEmailTemplate',
    VARIABLES,
    'Copies lose a variable',
    copiesHave('copyEmailTemplate', (list) => list.slice(0, -1)),
    ONLY,
  ),
  fault('copy-gains-variable', 'copyProjectEmailTemplate', VARIABLES, 'A copy of a copy has one variable more', gains()),
  fault(
    'variables-empty',
    'listEmailTemplateVariables',
    SUBJECT,
    'No variable is listed',
    variables(() => []),
  ),
  fault(
    'variables-with-braces',
    'listEmailTemplateVariables',
    SUBJECT,
    'Variables are listed with their braces',
    variables((list) => list.map((name) => `{{ ${name} }}`)),
    ONLY,
  ),
  fault(
    'variables-lower-case',
    'listEmailTemplateVariables',
    SUBJECT,
    'Names are listed in capitals',
    variables((list) => list.map((name) => name.toUpperCase())),
  ),
  fault(
    'variables-as-objects',
    'listEmailTemplateVariables',
    'email-template.variables-list',
    'Each variable is an object',
    variables((list) => list.map((name) => ({ name }))),
  ),
  fault(
    'variables-joined',
    'listEmailTemplateVariables',
    'email-template.variables-list',
    'The variables are one text',
    variables((list) => list.join(',')),
  ),
];

/** Copies of this endpoint are unknown to listEmailTemplateVariables. */
function forgotten(endpoint: EndpointName): () => Interposition {
  return withCopies(endpoint, () => jsonAnswer(404, { error: { code: 'not_found', message: 'no such template' } }));
}

function copiesHave(endpoint: EndpointName, change: (list: string[]) => string[]): () => Interposition {
  return withCopies(endpoint, (answer) =>
    succeeded(answer) ? withJson(answer, { variables: change(jsonOf(answer).variables as string[]) }) : answer,
  );
}

function gains(): () => Interposition {
  return withCopies('copyEmailTemplate', (answer) =>
    succeeded(answer) ? withJson(answer, { variables: [...(jsonOf(answer).variables as string[]), 'copied'] }) : answer,
  );
}

/** Remembers the copies that this endpoint made, and changes what listEmailTemplateVariables answers for them. */
function withCopies(endpoint: EndpointName, change: (answer: PassingAnswer) => PassingAnswer): () => Interposition {
  return () => {
    const copies = new Set<unknown>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.endpoint === endpoint && succeeded(answer)) copies.add(jsonOf(answer).id);
      return request.endpoint === 'listEmailTemplateVariables' && copies.has(request.id) ? change(answer) : answer;
    };
  };
}
