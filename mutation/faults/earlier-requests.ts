import { type JsonObject, sentJson } from '../answers.ts';
import { atEach, type FaultRow, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { recordsKeeping } from '../rows.ts';

/** What a request leaves out is what the latest one sent that named it. */
const unsent = (member: string): FaultRow => [
  `unsent-${member.replace('_', '-')}-of-an-earlier-request`,
  `What a request leaves out of \`${member}\` is what an earlier one sent`,
  recordsKeeping(
    () => ({ latest: undefined as unknown }),
    (record, memory, request) => {
      const sent = sentJson(request);
      if (sent === null || Object.hasOwn(sent, member)) {
        memory.latest = record[member];
        return record;
      }
      return memory.latest === undefined ? record : { ...record, [member]: memory.latest };
    },
  ),
  ONLY,
];

const idsBeginAnew = (after: number): FaultRow => [
  'ids-begin-anew',
  `Ids come from a counter that begins anew after ${after} records`,
  recordsKeeping(
    () => [] as JsonObject[],
    (record, made) => {
      made.push(record);
      return { ...record, id: made[(made.length - 1) % after]?.id };
    },
  ),
];

/** A creation that holds something of an earlier one. */
export const EARLIER_REQUEST_FAULTS: readonly Fault[] = [
  ...atEach(['createBusiness'], 'robustness.nothing-of-earlier-requests', ['metadata', 'external_id', 'website'].map(unsent)),
  ...atEach(['createCampaign'], 'robustness.nothing-of-earlier-requests', [unsent('metadata')]),
  ...atEach(['createBusiness', 'createCampaign'], 'record.ids-are-distinct', [idsBeginAnew(30)]),
];
