import type { Evidence } from '../engine/evidence/evidence.ts';
import { numberOf } from '../specification/endpoints.ts';
import { documentedFields } from '../specification/fields.ts';
import type { ByStatement, Statement } from '../specification/register.ts';
import type { CheckResult, FieldResult } from './result.ts';

export interface Completeness {
  readonly fields: FieldResult[];
  /** One a field; a single one where no answer held the resource. */
  readonly checks: CheckResult[];
}

/** The resource whose documented fields a statement asks for, by its schema name. */
const RESOURCES: ByStatement<string> = {
  'event.documented-fields': 'event',
  'campaign.documented-fields': 'campaign',
  'customer.documented-fields': 'customer',
  'email-template.documented-fields': 'email-template',
  'business.documented-fields': 'business',
  'sms-template-embed.documented-fields': 'sms-template-embed',
  'sent-email.documented-fields': 'sent-email',
  'email-address.documented-fields': 'email-address',
  'email-blast-execution.documented-fields': 'email-blast-execution',
  'segment.documented-fields': 'segment',
  'feature-flag.documented-fields': 'feature-flag',
  'project-defined-event.documented-fields': 'project-defined-event',
};

/**
 * The documented fields of a statement's resource, and what the run saw of them. A field that is null counts as seen.
 * One that was never seen counts as missing only where nothing was left unasked: an absent fixture fails no run.
 * @param variables for want of which something was not assessed at the resource's endpoints
 * @param cutShort the run ended before all had been asked
 */
export function completenessOf(
  { id, endpoints }: Pick<Statement, 'id' | 'endpoints'>,
  evidence: readonly Evidence[],
  variables: readonly string[],
  cutShort = false,
): Completeness {
  const resource = RESOURCES[id];
  if (resource === undefined) throw new Error(`${id} has no resource: the table in src/result/completeness.ts lists them.`);
  const endpoint = numberOf(endpoints[0] ?? null);
  const pointers = documentedFields(resource);
  if (!evidence.some(({ answeredResources }) => answeredResources.includes(resource))) {
    const message = 'No answer of the run held this resource';
    const named = variables.length > 0 && { variables };
    return {
      fields: pointers.map((pointer) => ({ resource, pointer, state: 'not-assessed' })),
      checks: [{ category: 'completeness', title: resource, endpoint, status: 'not-assessed', ...named, message }],
    };
  }
  const seen = evidence.flatMap(({ seenFields }) => seenFields.filter((field) => field.resource === resource));
  const documented = pointers.map((pointer) => {
    const answers = seen.filter((field) => field.pointer === pointer);
    const field: FieldResult = { resource, pointer, state: stateOf(answers, cutShort || variables.length > 0) };
    const title = `${resource} ${pointer}`;
    const at = numberOf(answers.at(-1)?.endpoint ?? null) ?? endpoint;
    const check: CheckResult = { category: 'completeness', title, endpoint: at, ...outcomeOf(field, variables) };
    return { field, check };
  });
  return { fields: documented.map(({ field }) => field), checks: documented.map(({ check }) => check) };
}

function stateOf(answers: readonly Evidence['seenFields'][number][], leftOpen: boolean): FieldResult['state'] {
  if (answers.length === 0) return leftOpen ? 'not-assessed' : 'never-seen';
  return answers.every(({ onlyNull }) => onlyNull) ? 'only-null' : 'seen';
}

type Outcome = Pick<CheckResult, 'status'> & Partial<CheckResult>;

function outcomeOf({ resource, pointer, state }: FieldResult, variables: readonly string[]): Outcome {
  if (state === 'seen' || state === 'only-null') return { status: 'passed' };
  if (state === 'not-assessed')
    return variables.length > 0
      ? { status: 'not-assessed', variables, message: `Never seen, perhaps for want of ${variables.join(', ')}` }
      : { status: 'not-assessed', message: 'Never seen before the run ended early' };
  const findings = [{ pointer, expected: 'the field in some answer', actual: 'in none' }];
  return { status: 'failed', message: `No answer of the run held ${pointer} of ${resource}`, findings };
}
