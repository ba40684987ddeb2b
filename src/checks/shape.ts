import { CARDS } from '../client/api/cards.ts';
import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import { isObject, type JsonObject, memberPointer } from '../specification/json.ts';
import type { StatementId } from '../specification/register.ts';
import { schema, timestampFields } from '../specification/schemas.ts';
import { type SchemaViolation, violations } from '../specification/validator.ts';
import { type Breach, type Deviation, show } from './deviation.ts';

interface ShapeVerdict extends Breach {
  /** The answer held something that the statement covers. Otherwise nothing was assessed. */
  readonly exercised: boolean;
}

interface ShapeStatements {
  readonly fields: StatementId;
  readonly timestamps?: StatementId;
  /** About single members, apart from `fields` and `timestamps`. */
  readonly members?: Readonly<Record<string, StatementId>>;
}

const STATEMENTS: Readonly<Record<string, ShapeStatements>> = {
  event: { fields: 'event.fields', timestamps: 'event.timestamps' },
  campaign: {
    fields: 'campaign.fields',
    timestamps: 'campaign.timestamps',
    members: { status: 'campaign.status-values', statistics: 'campaign.statistics', steps: 'campaign.steps' },
  },
  customer: { fields: 'customer.fields' },
  business: {
    fields: 'business.fields',
    timestamps: 'business.timestamps',
    members: { disabled_steps: 'business.disabled-steps-values', website: 'business.website-is-url' },
  },
  'email-template': {
    fields: 'email-template.fields',
    timestamps: 'email-template.timestamps',
    members: { kind: 'email-template.kind-values', body: 'email-template.body-is-null' },
  },
  'sms-template-embed': {
    fields: 'sms-template-embed.fields',
    timestamps: 'sms-template-embed.timestamps',
    members: { url: 'sms-template-embed.url-is-url' },
  },
  'sent-email': { fields: 'sent-email.fields', timestamps: 'sent-email.timestamps' },
  'email-address': { fields: 'email-address.fields' },
  'email-blast-execution': { fields: 'email-blast-execution.fields', timestamps: 'email-blast-execution.timestamps' },
  segment: { fields: 'segment.fields' },
  'feature-flag': { fields: 'feature-flag.fields' },
  'project-defined-event': { fields: 'project-defined-event.fields' },
};

/** The statements about shape that this endpoint's answers can break. */
export function shapeRequirements(name: EndpointName): StatementId[] {
  const { fields, timestamps, members = {} } = statementsOf(name);
  return [fields, ...(timestamps ? [timestamps] : []), ...Object.values(members)];
}

const JUDGED = new WeakMap<object, Map<string, readonly ShapeVerdict[]>>();

/** Checks an answer against its JSON Schema, and assigns each violation to the statement that it breaks. */
export function shapeVerdicts(name: EndpointName, value: unknown, designerKind: string): readonly ShapeVerdict[] {
  if (typeof value !== 'object' || value === null) return judged(name, value, designerKind);
  // Several judges ask for the same answer, and for each input that went with it.
  const known = JUDGED.get(value) ?? new Map<string, readonly ShapeVerdict[]>();
  JUDGED.set(value, known);
  const key = `${name} ${designerKind}`;
  const verdicts = known.get(key) ?? judged(name, value, designerKind);
  known.set(key, verdicts);
  return verdicts;
}

function judged(name: EndpointName, value: unknown, designerKind: string): ShapeVerdict[] {
  const { response } = endpoint(name);
  if (response === null) return [];
  const all = violations(response, value, designerKind).filter((violation) => !isWithoutWebsite(violation, value));
  return shapeRequirements(name).map((requirement) => ({
    requirement,
    deviations: all
      .filter((violation) => statementOf(name, violation) === requirement)
      .map(({ pointer, expected, actual }) => ({ pointer, expected, actual })),
    exercised: isExercised(name, requirement, value),
  }));
}

/** An empty text may stand for a website that was not sent. One that was sent has to come back. */
function isWithoutWebsite({ pointer }: SchemaViolation, value: unknown): boolean {
  return pointer === '/website' && isObject(value) && value.website === '';
}

/** The records of an answer: the items of its list, or the answer itself. */
export function recordsOf(name: EndpointName, value: unknown): Record<string, unknown>[] {
  const { list: member } = endpoint(name);
  const list = member === null ? [value] : isObject(value) ? value[member] : [];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function statementsOf(name: EndpointName): ShapeStatements {
  const { shape } = CARDS[name];
  if (shape) return { fields: shape };
  const statements = STATEMENTS[resourceOf(name)];
  if (statements === undefined) throw new Error(`No statements about the shape of ${resourceOf(name)}: src/checks/shape.ts lists them.`);
  return statements;
}

function resourceOf(name: EndpointName): string {
  const [resource] = endpoint(name).resources;
  if (resource === undefined) throw new Error(`${name} answers no resource.`);
  return resource;
}

function statementOf(name: EndpointName, { pointer, kind }: SchemaViolation): StatementId {
  const { fields, timestamps, members = {} } = statementsOf(name);
  const [member = ''] = pointer.split('/').slice(endpoint(name).list === null ? 1 : 3);
  return members[member] ?? (kind === 'timestamp' ? timestamps : undefined) ?? fields;
}

function isExercised(name: EndpointName, requirement: StatementId, value: unknown): boolean {
  const { fields, timestamps, members = {} } = statementsOf(name);
  if (requirement === fields) return true;
  const exercising =
    requirement === timestamps
      ? timestampFields(resourceOf(name))
      : Object.keys(members).filter((member) => members[member] === requirement);
  return recordsOf(name, value).some((record) => exercising.some((member) => Object.hasOwn(record, member)));
}

export function undocumentedFields(name: EndpointName, records: readonly JsonObject[]): string[] {
  const documented = topMembers(name);
  return [...new Set(records.flatMap((record) => Object.keys(record)))].filter((member) => !documented.includes(member)).sort();
}

export function absentFields(name: EndpointName, records: readonly JsonObject[]): string[] {
  return topMembers(name).filter((member) => !records.some((record) => Object.hasOwn(record, member)));
}

/** Members of a resource that some of these records hold and others lack, as where a false flag or an empty text is left out. */
export function unevenFields(resource: string, records: readonly JsonObject[]): string[] {
  const members = Object.keys(schema(resource).properties ?? {});
  return members.filter((member) => new Set(records.map((record) => Object.hasOwn(record, member))).size > 1);
}

/** Documented members of the records in this endpoint's answer, or of the answer that holds none. */
export function topMembers(name: EndpointName): string[] {
  const { resources, response } = endpoint(name);
  const [shown = response] = resources;
  return shown === null ? [] : Object.keys(schema(shown).properties ?? {});
}

/** Every number at any depth of a member that holds counts: none is below zero. */
export function countDeviations(value: unknown, pointer: string): Deviation[] {
  if (typeof value === 'number') return value < 0 ? [{ pointer, expected: 'a count, zero or more', actual: show(value) }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => countDeviations(item, memberPointer(key, pointer)));
}

/** How the text of an answer writes its integers: `5`, or `5.0` as well. Text in strings does not count. */
export function integerForm(json: string): 'as integers' | 'some with a fraction of zero' {
  const withoutStrings = json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '""');
  return /\d\.0+(?![\d])/.test(withoutStrings) ? 'some with a fraction of zero' : 'as integers';
}
