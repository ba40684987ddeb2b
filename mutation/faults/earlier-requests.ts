import type { EndpointName } from '../../src/specification/endpoints.ts';
import { type JsonObject, onRecordsKeeping, sentJson } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const NOTHING = 'robustness.nothing-of-earlier-requests';
const DISTINCT = 'record.ids-are-distinct';

const MEMBERS = [
  ['createBusiness', 'metadata'],
  ['createBusiness', 'external_id'],
  ['createBusiness', 'website'],
  ['createCampaign', 'metadata'],
] as const;

/** What a request leaves out is what the latest one sent that named it. */
const kept = (endpoint: EndpointName, member: string) =>
  onRecordsKeeping(
    [endpoint],
    () => ({ latest: undefined as unknown }),
    (record, memory, request) => {
      const sent = sentJson(request);
      if (sent === null || Object.hasOwn(sent, member)) {
        memory.latest = record[member];
        return record;
      }
      return memory.latest === undefined ? record : { ...record, [member]: memory.latest };
    },
  );

/** Ids come from a counter that begins anew. */
const idsBeginAnew = (endpoint: EndpointName, after: number) =>
  onRecordsKeeping(
    [endpoint],
    () => [] as JsonObject[],
    (record, made) => {
      made.push(record);
      return { ...record, id: made[(made.length - 1) % after]?.id };
    },
  );

/** A creation that holds something of an earlier one. */
export const EARLIER_REQUEST_FAULTS: readonly Fault[] = [
  ...MEMBERS.map(([endpoint, member]) =>
    fault(
      `unsent-${member.replace('_', '-')}-of-an-earlier-request-at-${numberOf(endpoint)}`,
      endpoint,
      NOTHING,
      `What a request leaves out of \`${member}\` is what an earlier one sent`,
      kept(endpoint, member),
      ONLY,
    ),
  ),
  ...(['createBusiness', 'createCampaign'] as const).map((endpoint) =>
    fault(
      `ids-begin-anew-at-${numberOf(endpoint)}`,
      endpoint,
      DISTINCT,
      'Ids come from a counter that begins anew after thirty records',
      idsBeginAnew(endpoint, 30),
    ),
  ),
];
