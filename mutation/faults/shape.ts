import type { EndpointName } from '../../src/specification/endpoints.ts';
import { onRecords } from '../answers.ts';
import { fault } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { RESOURCES, statementsOf } from './documented-fields.ts';

/** A likely mistake for each type: a number left unquoted, a list with one item unwrapped, an object written as text. */
const WRONG: Readonly<Record<string, (value: unknown) => unknown>> = {
  string: () => 17,
  number: String,
  boolean: (value) => (value ? 'yes' : 'no'),
  object: (value) => JSON.stringify(value),
  array: (value) => ({ items: value }),
  time: (value) => Date.parse(String(value)),
  null: () => 'Hello',
};

/** Each documented field of each resource once in a wrong type and, where the table does not allow it, once null. */
export const SHAPE_FAULTS: readonly Fault[] = RESOURCES.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([member, field], index) => {
    const at = (turn: number) => resource.endpoints[(index + turn) % resource.endpoints.length] ?? resource.endpoints[0];
    const change = (endpoint: EndpointName, wrong: (value: unknown) => unknown) =>
      onRecords([endpoint], (record) => (Object.hasOwn(record, member) ? { ...record, [member]: wrong(record[member]) } : record));
    const breaks = statementsOf(resource, field);
    const wrong = WRONG[field.kind];
    const what = `\`${member}\` of ${resource.name}`;
    return [
      ...(wrong ? [fault(`${resource.name}-${member}-wrong-type`, at(0), breaks, `${what} has another type`, change(at(0), wrong))] : []),
      ...(field.nullable
        ? []
        : [
            fault(
              `${resource.name}-${member}-null`,
              at(1),
              breaks,
              `${what} is null`,
              change(at(1), () => null),
            ),
          ]),
    ];
  }),
);
