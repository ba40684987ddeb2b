import { Ajv2020 } from 'ajv/dist/2020.js';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const endpoint = { type: ['integer', 'null'], minimum: 1, maximum: 18 };
const status = { enum: ['passed', 'failed', 'not-assessed', 'waived'] };

function object(properties: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}): object {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}

/** The members of `conformance.json` on which others may rely: they stay, more may be added. */
const RESULT = object({
  verdict: { enum: ['conformant', 'nonconformant', 'no-verdict'] },
  complete: { type: 'boolean' },
  seed: { type: 'integer' },
  target: object({ baseUrl: text }),
  counts: object({ passed: count, failed: count, notAssessed: count, waived: count, observations: count }),
  requirements: {
    type: 'array',
    minItems: 1,
    items: object({
      id: { type: 'string', minLength: 1 },
      level: { enum: ['requirement', 'robustness', 'completeness'] },
      text,
      source: text,
      endpoints: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 18 } },
      status,
      checks: { type: 'array', items: object({ title: text, endpoint, status }, { message: text, curl: text }) },
    }),
  },
  observations: { type: 'array', items: object({ id: text, endpoint, question: text, answer: {} }) },
});

const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictTypes: false }).compile(RESULT);

/** Where a result breaks what others rely on, counts that are no tally of its requirements included. */
export function contractViolations(result: unknown): string[] {
  if (!validate(result)) return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  const { requirements, counts } = result as { requirements: { status: string }[]; counts: Record<string, number> };
  const names = { passed: 'passed', failed: 'failed', notAssessed: 'not-assessed', waived: 'waived' };
  return Object.entries(names).flatMap(([name, status]) => {
    const tally = requirements.filter((requirement) => requirement.status === status).length;
    return counts[name] === tally ? [] : [`/counts/${name} ${counts[name]}, but ${tally} are ${status}`];
  });
}
