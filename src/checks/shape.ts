import { CARDS } from '../client/api/cards.ts';
import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import { timestampFields } from '../specification/fields.ts';
import { isObject } from '../specification/json-object.ts';
import type { StatementId } from '../specification/register.ts';
import { type SchemaViolation, violations } from '../specification/validator.ts';
import type { Breach } from './deviation.ts';

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
