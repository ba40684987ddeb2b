import { onJson, onRecords } from '../answers.ts';
import { fault } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { RESOURCES } from './documented-fields.ts';

/** What has to be there: a record's `id`, all five fields of an event, and the member that holds a list. */
const WRAPPERS = [
  [3, 'customers', 'customer.fields'],
  [9, 'email_addresses', 'email-address.fields'],
  [12, 'executions', 'email-blast-execution.fields'],
  [14, 'feature_flags', 'feature-flag.fields'],
  [16, 'variables', 'email-template.variables-list'],
] as const;

const without = (endpoint: number, member: string) => onRecords([endpoint], ({ [member]: _gone, ...rest }) => rest);

export const MISSING_FAULTS: readonly Fault[] = [
  ...RESOURCES.filter(({ fields }) => fields.id).map(({ name, endpoints }) =>
    fault(`${name}-id-missing`, endpoints[0] ?? 0, `${name}.fields`, 'The record has no `id`', without(endpoints[0] ?? 0, 'id')),
  ),
  ...['name', 'extra', 'created_at', 'customer'].map((member) =>
    fault(`event-${member}-missing`, 1, ['event.fields'], `The event has no \`${member}\``, without(1, member)),
  ),
  ...WRAPPERS.flatMap(([endpoint, member, statement]) => [
    fault(
      `${member}-bare-list`,
      endpoint,
      statement,
      'The list stands alone, without its wrapper',
      onJson([endpoint], (value) => value[member]),
    ),
    fault(
      `${member}-renamed`,
      endpoint,
      statement,
      'The list has another name',
      onJson([endpoint], (value) => ({ data: value[member] })),
    ),
    fault(
      `${member}-keyed`,
      endpoint,
      statement,
      'The list is an object by index',
      onJson([endpoint], (value) => ({ [member]: { ...(value[member] as object[]) } })),
    ),
    fault(
      `${member}-holds-null`,
      endpoint,
      statement,
      'The list holds a null',
      onJson([endpoint], (value) => ({ [member]: [...(value[member] as unknown[]), null] })),
    ),
  ]),
];
