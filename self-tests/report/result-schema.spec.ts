import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { CheckEvidence } from '../../src/engine/evidence/evidence.ts';
import { assemble } from '../../src/result/assemble.ts';
import type { ConformanceResult } from '../../src/result/result.ts';
import { REQUIREMENTS } from '../../src/specification/register.ts';
import { expect, test } from '../test.ts';
import { ended, run } from '../units/engine/evidence.ts';
import { changedResult, failingResult, largeResult, noVerdictResult, partialResult, passingResult } from './sample-result.ts';

const published: unknown = JSON.parse(readFileSync(new URL('../../schemas/conformance-result.schema.json', import.meta.url), 'utf8'));

/** Where members are named without being the whole of an object. */
const CONDITIONS = ['if', 'then', 'else'];

const valid = compile(published);
/** The published schema leaves room for members of later versions; what is written today must all be described. */
const described = compile(closed(published));

for (const [name, result] of Object.entries<ConformanceResult>({
  'everything passed': passingResult(),
  'failures of every kind': failingResult(),
  'beside a baseline': changedResult(),
  'large failures': largeResult(3),
  'no verdict': noVerdictResult(),
  interrupted: partialResult(),
  'assembled from nothing': assembled('The target did not answer'),
  'assembled, requirements passed': assembled(null),
}))
  test(`the published schema holds: ${name}`, () => {
    expect(problems(valid, JSON.parse(JSON.stringify(result)))).toEqual([]);
    expect(problems(described, JSON.parse(JSON.stringify(result)))).toEqual([]);
  });

for (const [name, change, problem] of [
  ['another major version', { format: '2.0.0' }, '/format'],
  ['a date without zone', { startedAt: '2026-03-04T09:08:07' }, '/startedAt'],
  ['a base URL that is none', { target: { baseUrl: 'not a URL', embedded: false } }, '/target/baseUrl'],
  ['no reason for no verdict', { verdict: 'no-verdict' }, "required property 'noVerdictReason'"],
  ['a reason beside a verdict', { noVerdictReason: 'none' }, '/noVerdictReason'],
  ['an unknown status', { requirements: [{ ...passingResult().requirements[0], status: 'skipped' }] }, '/requirements/0/status'],
] as const)
  test(`the published schema refuses ${name}`, () => {
    expect(problems(valid, { ...passingResult(), ...change }).join('\n')).toContain(problem);
  });

test('a member that nobody described is noticed', () => {
  const result = { ...passingResult(), counts: { ...passingResult().counts, skipped: 0 } };
  expect(problems(valid, result)).toEqual([]);
  expect(problems(described, result)).toEqual(['/counts must NOT have additional properties']);
});

/** A run that ended before its first test, or one in which every judged statement passed. */
function assembled(noVerdictReason: string | null): ConformanceResult {
  const checks = REQUIREMENTS.filter(({ level }) => level !== 'completeness').map(
    ({ id }): CheckEvidence => ({ requirement: id, endpoint: 'getSegment', status: 'passed' }),
  );
  const tests = [
    ended(checks, { answeredResources: ['segment'], seenFields: [{ resource: 'segment', pointer: '/id', endpoint: 'getSegment' }] }),
  ];
  return assemble(run(noVerdictReason === null ? tests : [], { noVerdictReason }));
}

function compile(schema: unknown): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  formats.default(ajv);
  return ajv.compile(schema as object);
}

/** The schema with every object that lists its members closed to others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, CONDITIONS.includes(key) ? part : closed(part)]));
  return 'properties' in schema && 'required' in schema ? { ...parts, additionalProperties: false } : parts;
}

function problems(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
