import { FIXTURE_NAMES } from '../fixtures/fixture-values.ts';
import type { Variable } from '../variable.ts';
import { VARIABLES } from '../variables.ts';
import { plain } from './documentation.ts';

/** The JSON Schema of a file of fixtures, `schemas/fixtures.schema.json`. */
export function fixturesSchema(): string {
  const members = FIXTURE_NAMES.map((name) => [name, member(VARIABLES[name])] as const);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Fixtures of the conformance suite',
    description:
      'What CES_FIXTURES names, and what a server of provider states answers: records and settings of the target, each by the name of its variable. A member that is absent, null or an empty text is not given.',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(members) },
    additionalProperties: false,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function member({ meaning, json, default: fallback }: Variable): object {
  return {
    description: plain(meaning),
    anyOf: [{ type: 'string' }, { type: 'null' }, ...(json === undefined ? [] : [json.schema])],
    ...(fallback !== undefined && { default: fallback }),
  };
}
