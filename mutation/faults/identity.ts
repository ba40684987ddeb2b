import type { EndpointName } from '../../src/specification/endpoints.ts';
import { onRecords, onRecordsKeeping } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer } from '../interposition.ts';
import { withId } from './with-id.ts';

const ASKED = 'record.id-is-asked-id';
const DISTINCT = 'record.ids-are-distinct';
const BY_ID: readonly EndpointName[] = [
  'getEvent',
  'getSentEmail',
  'getProjectEmailAddress',
  'getEmailAddress',
  'getSegment',
  'getProjectDefinedEvent',
];
const CREATED: readonly EndpointName[] = ['createCampaign', 'copyProjectEmailTemplate', 'createBusiness', 'copyEmailTemplate'];

/** What an odd id is taken for, which names no record. */
const TAKEN_FOR_ANY: readonly (readonly [name: string, EndpointName, description: string, isAny: (asked: string) => boolean])[] = [
  ['pattern', 'getSegment', 'An id is a pattern', (asked) => asked.includes('*')],
  ['condition', 'getSentEmail', 'An id ends the query and begins a condition', (asked) => asked.includes("' OR '1'='1")],
  ['nothing', 'getProjectDefinedEvent', 'Zero is no condition at all', (asked) => asked === '0'],
];

/** How an id that names no record finds one whose id is near. */
const NEAR: readonly (readonly [name: string, EndpointName, description: string, isFound: (known: string, asked: string) => boolean])[] = [
  ['id-prefix', 'getSentEmail', 'Searches for ids that begin as the one asked for', (known, asked) => known.startsWith(asked)],
  ['id-suffix', 'getSegment', 'Ignores what follows the id', (known, asked) => asked.startsWith(known)],
  [
    'id-in-any-case',
    'getSentEmail',
    'Compares ids without their letter case',
    (known, asked) => known.toLowerCase() === asked.toLowerCase(),
  ],
  ['id-before-blanks', 'getSegment', 'Compares ids without blanks at their end', (known, asked) => known === asked.trimEnd()],
  [
    'id-in-any-case',
    'getProjectEmailAddress',
    'Compares ids without their letter case',
    (known, asked) => known.toLowerCase() === asked.toLowerCase(),
  ],
  ['id-before-blanks', 'getProjectDefinedEvent', 'Compares ids without blanks at their end', (known, asked) => known === asked.trimEnd()],
];

/** Records that are not the one that was asked for, and records that share an id. */
export const IDENTITY_FAULTS: readonly Fault[] = [
  ...BY_ID.map((endpoint, index) => {
    const change = [(id: string) => `${id}-2`, (id: string) => id.toUpperCase(), (id: string) => encodeURIComponent(id) + index][index % 3];
    return fault(
      `other-id-at-${numberOf(endpoint)}`,
      endpoint,
      ASKED,
      'The record shows an id that was not asked for',
      onRecords([endpoint], (record) => ({ ...record, id: change?.(String(record.id)) })),
    );
  }),
  ...BY_ID.map((endpoint) =>
    fault(
      `first-record-for-unknown-id-at-${numberOf(endpoint)}`,
      endpoint,
      ASKED,
      'An unknown id yields some record',
      someRecord(endpoint),
    ),
  ),
  ...NEAR.map(([name, endpoint, description, isFound]) =>
    fault(`${name}-at-${numberOf(endpoint)}`, endpoint, ASKED, description, nearRecord(endpoint, isFound), ONLY),
  ),
  ...TAKEN_FOR_ANY.map(([name, endpoint, description, isAny]) =>
    fault(
      `id-taken-for-a-${name}-at-${numberOf(endpoint)}`,
      endpoint,
      ASKED,
      description,
      nearRecord(endpoint, (_, asked) => isAny(asked)),
      ONLY,
    ),
  ),
  ...CREATED.map((endpoint) =>
    fault(
      `same-id-twice-at-${numberOf(endpoint)}`,
      endpoint,
      DISTINCT,
      'Every new record gets the id of the first',
      onRecordsKeeping(
        [endpoint],
        () => ({ id: undefined as unknown }),
        (record, memory) => {
          memory.id ??= record.id;
          return { ...record, id: memory.id };
        },
      ),
    ),
  ),
  ...(['listEmailAddresses', 'listEmailBlastExecutions'] as const).map((endpoint) =>
    fault(
      `same-id-in-list-at-${numberOf(endpoint)}`,
      endpoint,
      DISTINCT,
      'All records of the list have one id',
      onRecords([endpoint], (record) => ({ ...record, id: 'one-and-the-same' })),
    ),
  ),
  fault(
    'id-by-the-minute',
    'createBusiness',
    DISTINCT,
    'Ids are made of the minute',
    onRecords(['createBusiness'], (record) => ({ ...record, id: `biz-${String(record.created_at).slice(0, 16)}` })),
  ),
  fault(
    'alone-record-id-is-asked-id',
    'getProjectDefinedEvent',
    ASKED,
    'The id is the number of the row',
    onRecords(['getProjectDefinedEvent'], (record) => ({ ...record, id: '1' })),
    ONLY,
  ),
  fault(
    'alone-record-ids-are-distinct',
    'listEmailBlastExecutions',
    DISTINCT,
    'Executions show the id of their blast',
    onRecords(['listEmailBlastExecutions'], (record, request) => ({ ...record, id: request.id })),
    ONLY,
  ),
];

/** Remembers a record that was found, and answers it for every id that names none. */
function someRecord(endpoint: EndpointName): () => Interposition {
  return () => {
    let known: PassingAnswer | null = null;
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.endpoint !== endpoint) return answer;
      if (answer.status === 200) known ??= answer;
      return answer.status === 404 && known !== null ? known : answer;
    };
  };
}

/** Remembers the ids that were found, and reads one of them for an id that names none. */
function nearRecord(endpoint: EndpointName, isFound: (known: string, asked: string) => boolean): () => Interposition {
  return () => {
    const ids = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.endpoint !== endpoint) return answer;
      if (answer.status === 200) ids.add(request.id);
      const near = [...ids].find((known) => isFound(known, request.id));
      return answer.status === 404 && near !== undefined ? forward(withId(request, near)) : answer;
    };
  };
}
