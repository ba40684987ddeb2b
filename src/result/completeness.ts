import type { Evidence } from '../engine/evidence/evidence.ts';
import { numberOf } from '../specification/endpoints.ts';
import type { Statement } from '../specification/register.ts';
import { documentedFields } from '../specification/schemas.ts';
import type { CheckResult, FieldResult } from './result.ts';

/** What the run saw of the documented fields of a resource; null counts as seen. There is a check a field, or a single one where no answer held the resource. A field is missing only where nothing was left unasked, for want of `variables` or of time. */
export function completenessOf(
  { id, endpoints }: Pick<Statement, 'id' | 'endpoints'>,
  evidence: readonly Evidence[],
  variables: readonly string[],
  cutShort: boolean,
): { readonly fields: FieldResult[]; readonly checks: CheckResult[] } {
  // Its id begins with the schema name of the resource.
  const resource = id.slice(0, id.indexOf('.'));
  const endpoint = numberOf(endpoints[0] ?? null);
  const pointers = documentedFields(resource);
  const open = { status: 'not-assessed', ...(variables.length > 0 && { variables }) } as const;
  if (!evidence.some(({ answeredResources }) => answeredResources.includes(resource))) {
    const message = 'No answer of the run held this resource';
    return {
      fields: pointers.map((pointer) => ({ resource, pointer, state: 'not-assessed' })),
      checks: [{ category: 'completeness', title: resource, endpoint, ...open, message }],
    };
  }
  const seen = evidence.flatMap(({ seenFields }) => seenFields.filter((field) => field.resource === resource));
  const want = variables.length > 0 ? `, perhaps for want of ${variables.join(', ')}` : ' before the run ended early';
  const outcomeOf = (state: FieldResult['state'], pointer: string) => {
    if (state === 'not-assessed') return { ...open, message: `Never seen${want}` };
    if (state !== 'never-seen') return { status: 'passed' } as const;
    const findings = [{ pointer, expected: 'the field in some answer', actual: 'in none' }];
    return { status: 'failed', message: `No answer of the run held ${pointer} of ${resource}`, findings } as const;
  };
  const documented = pointers.map((pointer) => {
    const answers = seen.filter((field) => field.pointer === pointer);
    const unseen = cutShort || variables.length > 0 ? 'not-assessed' : 'never-seen';
    const state: FieldResult['state'] = answers.length === 0 ? unseen : answers.every(({ onlyNull }) => onlyNull) ? 'only-null' : 'seen';
    const at = numberOf(answers.at(-1)?.endpoint ?? null) ?? endpoint;
    const check: CheckResult = {
      ...{ category: 'completeness', title: `${resource} ${pointer}`, endpoint: at },
      ...outcomeOf(state, pointer),
    };
    return { field: { resource, pointer, state }, check };
  });
  return { fields: documented.map(({ field }) => field), checks: documented.map(({ check }) => check) };
}
