import type { EndpointName } from '../../src/specification/endpoints.ts';
import { jsonOf, NOT_FOUND, succeeded, withJson } from '../answers.ts';
import { atEach, breaking, fault, faults, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { at, json, member, numbered, ofMade, records, type Spoil } from '../rows.ts';

const NEW = 'email-template.copy-is-new';
const AGREE = 'email-template.copies-agree';
const KEPT = 'email-template.copy-is-kept';
const VARIABLES = 'email-template.copy-keeps-variables';
const SUBJECT = 'email-template.subject-variables-are-listed';

const PROJECT = 'copyProjectEmailTemplate';
const OWN = 'copyEmailTemplate';

/** What a member is in a copy, by the number of the copy. */
type Change = (value: unknown, number: number) => unknown;

const variables = (change: (list: string[]) => unknown) => json((value) => ({ ...value, variables: change(value.variables as string[]) }));

const notKept = ofMade('listEmailTemplateVariables', () => NOT_FOUND);
const ofAnotherKind = member('id', (id) => `copy-${id}`);
const withOneMore = copiesHave((list) => [...list, 'copied']);
const everySecondIsSource = numbered((copy, number, { id }) => (number % 2 === 0 ? { ...copy, id } : copy));
const counted: Change = (value, number) => `${value} ${number}`;
const differing = (name: string, change: Change) => numbered((copy, number) => ({ ...copy, [name]: change(copy[name], number) }));

/** Copies that differ from each other, each in one member. */
const DIFFERING: readonly (readonly [member: string, endpoint: EndpointName, change: Change])[] = [
  ['kind', OWN, (_kind, number) => (number % 2 === 0 ? 'html' : 'editor')],
  ['template_html', PROJECT, (html, number) => `<!-- copy ${number} -->${html ?? ''}`],
  ['template_json', OWN, (_json, copy) => ({ copy })],
  ['new_template_html', PROJECT, (_html, number) => (number % 2 === 0 ? null : '<p></p>')],
  ['new_template_json', OWN, (_json, copy) => ({ copy })],
  ['attachments', PROJECT, (attachments, number) => (attachments as object[]).slice(number % 2)],
  ['metadata', OWN, (metadata, copy) => ({ ...(metadata as object), copy })],
];

export const TEMPLATE_FAULTS: readonly Fault[] = [
  ...atEach([PROJECT, OWN], NEW, [['copy-is-source', 'The source is returned', records((copy, { id }) => ({ ...copy, id }))]]),
  fault('alone-copy-is-new', OWN, NEW, 'Every second copy is the source itself', everySecondIsSource, ONLY),
  ...DIFFERING.map(([name, endpoint, change]) =>
    fault(`copies-differ-in-${name}`, endpoint, AGREE, `\`${name}\` differs between copies`, differing(name, change), ONLY),
  ),
  fault('alone-copies-agree', PROJECT, AGREE, 'The subject counts the copies', differing('subject', counted), ONLY),
  fault('copy-not-kept-at-4', PROJECT, KEPT, 'A copy is answered and not stored', notKept, ONLY),
  fault('copy-not-kept-at-6', OWN, KEPT, 'A copy is answered and not stored', notKept),
  fault('copy-id-of-another-kind', OWN, KEPT, 'The copy shows an id under which nothing is found', ofAnotherKind),
  ...breaking(VARIABLES, [
    ['copy-loses-variables', OWN, 'Copies have no variables', copiesHave(() => [])],
    ['alone-copy-keeps-variables', OWN, 'Copies lose a variable', copiesHave((list) => list.slice(0, -1)), ONLY],
    ['copy-gains-variable', PROJECT, 'A copy of a copy has one variable more', at(OWN)(withOneMore)],
  ]),
  ...faults('listEmailTemplateVariables', SUBJECT, [
    ['variables-empty', 'No variable is listed', variables(() => [])],
    ['variables-with-braces', 'Variables are listed with their braces', variables((list) => list.map((name) => `{{ ${name} }}`)), ONLY],
  ]),
  ...faults('listEmailTemplateVariables', 'email-template.variables-list', [
    ['variables-as-objects', 'Each variable is an object', variables((list) => list.map((name) => ({ name })))],
  ]),
];

function copiesHave(change: (list: string[]) => string[]): Spoil {
  return ofMade('listEmailTemplateVariables', (answer) =>
    succeeded(answer) ? withJson(answer, { variables: change(jsonOf(answer).variables as string[]) }) : answer,
  );
}
