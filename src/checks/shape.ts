import { endpoint } from '../specification/endpoints.ts';
import { timestampFields } from '../specification/fields.ts';
import { violations } from '../specification/validator.ts';
import type { Finding } from './finding.ts';
import { isObject } from './json-equality.ts';

/** What one answer says of one statement about shape. */
export interface ShapeVerdict {
  readonly requirement: string;
  readonly findings: readonly Finding[];
  /** The answer held something that the statement speaks of; without it, nothing was assessed. */
  readonly exercised: boolean;
}

/** Statements about single members, told apart from the resource's `fields` and `timestamps`. */
const MEMBER_STATEMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  campaign: { status: 'campaign.status-values', statistics: 'campaign.statistics', steps: 'campaign.steps' },
  business: { disabled_steps: 'business.disabled-steps-values', website: 'business.website-is-url' },
  'email-template': { kind: 'email-template.kind-values', body: 'email-template.body-is-null' },
  'sms-template-embed': { url: 'sms-template-embed.url-is-url' },
};

/** Endpoints whose answer is no record. */
const WHOLE_STATEMENTS: Readonly<Record<number, string>> = { 16: 'email-template.variables-list', 18: 'track.empty-object' };

/** The member that holds the records, where the answer is a list (Endpoints, rows 3, 9, 12, 14). */
const WRAPPERS: Readonly<Record<number, string>> = { 3: 'customers', 9: 'email_addresses', 12: 'executions', 14: 'feature_flags' };

/** The statements about shape that answers of this endpoint can break. */
export function shapeRequirements(number: number): string[] {
  const whole = WHOLE_STATEMENTS[number];
  if (whole) return [whole];
  const resource = resourceOf(number);
  const times = timestampFields(resource).length > 0 ? [`${resource}.timestamps`] : [];
  return [`${resource}.fields`, ...times, ...Object.values(MEMBER_STATEMENTS[resource] ?? {})];
}

/** Holds an answer against its JSON Schema, and hands each violation to the statement that it breaks. */
export function shapeVerdicts(number: number, value: unknown, designerKind: string): ShapeVerdict[] {
  const { response } = endpoint(number);
  if (response === null) return [];
  const all = violations(response, value, { designerKind });
  const statementOf = (violation: (typeof all)[number]) => statement(number, violation.pointer, violation.kind === 'timestamp');
  return shapeRequirements(number).map((requirement) => ({
    requirement,
    findings: all
      .filter((violation) => statementOf(violation) === requirement)
      .map(({ pointer, expected, actual }) => ({ pointer, expected, actual })),
    exercised: isExercised(number, requirement, value),
  }));
}

/** The records of an answer: the items of its list, or the answer itself. */
export function recordsOf(number: number, value: unknown): Record<string, unknown>[] {
  const wrapper = WRAPPERS[number];
  const list = wrapper === undefined ? [value] : isObject(value) ? value[wrapper] : [];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function resourceOf(number: number): string {
  const [resource] = endpoint(number).resources;
  if (resource === undefined) throw new Error(`Endpoint ${number} answers no resource.`);
  return resource;
}

function statement(number: number, pointer: string, isTimestamp: boolean): string {
  const whole = WHOLE_STATEMENTS[number];
  if (whole) return whole;
  const resource = resourceOf(number);
  const place = pointer.split('/').slice(WRAPPERS[number] ? 3 : 1);
  const member = MEMBER_STATEMENTS[resource]?.[place[0] ?? ''];
  return member ?? `${resource}.${isTimestamp ? 'timestamps' : 'fields'}`;
}

function isExercised(number: number, requirement: string, value: unknown): boolean {
  if (WHOLE_STATEMENTS[number] || requirement.endsWith('.fields')) return true;
  const resource = resourceOf(number);
  const members = requirement.endsWith('.timestamps')
    ? timestampFields(resource)
    : Object.entries(MEMBER_STATEMENTS[resource] ?? {}).flatMap(([member, id]) => (id === requirement ? [member] : []));
  return recordsOf(number, value).some((record) => members.some((member) => Object.hasOwn(record, member)));
}
