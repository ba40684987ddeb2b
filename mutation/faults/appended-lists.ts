import type { EndpointName } from '../../src/specification/endpoints.ts';
import { type JsonObject, onRecordsKeeping } from '../answers.ts';
import { fault } from '../fault.ts';
import type { Fault, Interposition } from '../interposition.ts';
import { changeNodes } from '../places.ts';

const ROWS = [
  ['createBusiness', 'metadata', 'business.metadata-comes-back'],
  ['createCampaign', 'metadata', 'campaign.metadata-comes-back'],
  ['batchUpdateCustomers', 'metadata', 'customer.metadata-comes-back'],
  ['getEvent', 'extra', 'event.extra-is-tracked-data'],
] as const;

/** Lists that grow: a default value that all records share, or a merge that appends. */
export const APPENDED_LIST_FAULTS: readonly Fault[] = ROWS.map(([endpoint, member, statement]) =>
  fault(
    `lists-appended-in-${member}-of-${endpoint}`,
    endpoint === 'getEvent' ? ['getEvent', 'trackEvent'] : endpoint,
    statement,
    `A list in \`${member}\` that came before is appended to`,
    appending(endpoint, member),
  ),
);

/** The second time that a list comes with the same content, for an event or at all, it is there twice. */
function appending(endpoint: EndpointName, member: string): () => Interposition {
  return onRecordsKeeping(
    [endpoint],
    () => new Map<string, unknown>(),
    (record, first) => ({ ...record, [member]: withLists(record[member], record, first, endpoint === 'getEvent') }),
  );
}

function withLists(value: unknown, record: JsonObject, first: Map<string, unknown>, isRead: boolean): unknown {
  return changeNodes(value, (node) => {
    if (!Array.isArray(node)) return node;
    const key = JSON.stringify(node);
    // An event is read often: its own lists never change.
    const owner = isRead ? record.id : null;
    if (!first.has(key)) {
      first.set(key, owner);
      return node;
    }
    return isRead && first.get(key) === owner ? node : [...node, ...node];
  });
}
