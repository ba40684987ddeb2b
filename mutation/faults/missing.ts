import { type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { onJson, onRecords } from '../answers.ts';
import { fault } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { RESOURCES } from './documented-fields.ts';

/** Endpoints that answer with a list in a wrapper. */
const WRAPPED: readonly (readonly [endpoint: EndpointName, statement: StatementId])[] = [
  ['batchUpdateCustomers', 'customer.fields'],
  ['listEmailAddresses', 'email-address.fields'],
  ['listEmailBlastExecutions', 'email-blast-execution.fields'],
  ['getFeatureFlagStatuses', 'feature-flag.fields'],
  ['listEmailTemplateVariables', 'email-template.variables-list'],
];

const without = (endpoint: EndpointName, member: string) => onRecords([endpoint], ({ [member]: _gone, ...rest }) => rest);

/** What has to be there: a record's `id`, all five fields of an event, and the member that holds a list. */
export const MISSING_FAULTS: readonly Fault[] = [
  ...RESOURCES.filter(({ fields }) => fields.id).map(({ name, endpoints: [endpoint], statements }) =>
    fault(`${name}-id-missing`, endpoint, statements.fields, 'The record has no `id`', without(endpoint, 'id')),
  ),
  ...['name', 'extra', 'created_at', 'customer'].map((member) =>
    fault(`event-${member}-missing`, 'getEvent', 'event.fields', `The event has no \`${member}\``, without('getEvent', member)),
  ),
  ...WRAPPED.flatMap(([endpoint, statement]) => {
    const member = rowOf(endpoint).list ?? 'variables'; // those of an e-mail template are no records
    return [
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
    ];
  }),
];
