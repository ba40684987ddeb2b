import type { EndpointName } from '../../src/specification/endpoints.ts';
import { concerns, succeeded, unescaped, withId } from '../answers.ts';
import { atEach, fault, faults, ONLY, type Spoil } from '../fault.ts';
import type { Fault, PassingAnswer } from '../interposition.ts';
import { at, byFirst, member, records, set, text } from './rows.ts';

const ASKED = 'record.id-is-asked-id';
const UNKNOWN = 'record.unknown-id-is-no-other';
const DISTINCT = 'record.ids-are-distinct';
const CREATED: readonly EndpointName[] = ['createCampaign', 'copyProjectEmailTemplate', 'createBusiness', 'copyEmailTemplate'];

/** What becomes of the id at each endpoint that is asked by id. */
const OTHER_IDS: readonly (readonly [endpoint: EndpointName, change: (id: string) => string])[] = [
  ['getEvent', (id) => `${id}-2`],
  ['getSentEmail', (id) => id.toUpperCase()],
  ['getProjectEmailAddress', (id) => `${encodeURIComponent(id)}2`],
  ['getEmailAddress', (id) => `${id}-2`],
  ['getSegment', (id) => id.toUpperCase()],
  ['getProjectDefinedEvent', (id) => `${encodeURIComponent(id)}5`],
];
const areSameInAnyCase = (known: string, asked: string) => known.toLowerCase() === asked.toLowerCase();
const isLike = (known: string, asked: string) => asked.endsWith('%') && known.startsWith(asked.slice(0, -1));
const isCondition = (_known: string, asked: string) => asked.includes("' OR '1'='1");
const ASKED_BY_ID = OTHER_IDS.map(([endpoint]) => endpoint);

/** Records that are not the one that was asked for, and records that share an id. */
export const IDENTITY_FAULTS: readonly Fault[] = [
  ...OTHER_IDS.flatMap(([endpoint, change]) =>
    atEach([endpoint], ASKED, [['other-id', 'The record shows an id that was not asked for', text('id', change)]]),
  ),
  ...atEach(ASKED_BY_ID, ASKED, [['first-record-for-unknown-id', 'An unknown id yields some record', someRecord]]),
  ...atEach(['getSentEmail'], ASKED, [
    ['id-prefix', 'Searches for ids that begin as the one asked for', nearRecord((known, asked) => known.startsWith(asked)), ONLY],
  ]),
  ...atEach(['getSegment'], ASKED, [
    ['id-suffix', 'Ignores what follows the id', nearRecord((known, asked) => asked.startsWith(known)), ONLY],
  ]),
  ...atEach(['getSentEmail', 'getProjectEmailAddress'], ASKED, [
    ['id-in-any-case', 'Compares ids without their letter case', nearRecord(areSameInAnyCase), ONLY],
  ]),
  ...atEach(['getSegment', 'getProjectDefinedEvent'], ASKED, [
    ['id-before-blanks', 'Compares ids without blanks at their end', nearRecord((known, asked) => known === asked.trimEnd()), ONLY],
  ]),
  ...atEach(['getSentEmail'], ASKED, [['id-taken-for-a-like-pattern', 'As LIKE in SQL', nearRecord(isLike), ONLY]]),
  ...atEach(['getSegment'], ASKED, [['id-taken-for-a-pattern', 'An id is a pattern', nearRecord((_, asked) => asked.includes('*')), ONLY]]),
  ...atEach(['getSegment'], ASKED, [
    ['id-in-wide-letters', 'Compares ids in one form of Unicode', nearRecord((known, asked) => known === asked.normalize('NFKC')), ONLY],
  ]),
  ...faults('previewSmsTemplate', UNKNOWN, [
    ['id-is-like-another', 'Searches for ids with LIKE', nearRecord((known, asked) => isLike(known, asked)), ONLY],
  ]),
  ...faults('listEmailBlastExecutions', UNKNOWN, [
    ['id-trimmed', 'Compares ids without blanks around them', nearRecord((known, asked) => known === asked.trim()), ONLY],
  ]),
  ...faults('previewSmsTemplate', UNKNOWN, [
    [
      'id-unescaped-twice',
      'The id is unescaped by the router and by the service',
      nearRecord((known, asked) => known === unescaped(asked)),
      ONLY,
    ],
  ]),
  ...atEach(['getSentEmail'], ASKED, [
    ['id-taken-for-a-condition', 'An id ends the query and begins a condition', nearRecord(isCondition), ONLY],
  ]),
  ...atEach(['getProjectDefinedEvent'], ASKED, [
    ['id-taken-for-a-nothing', 'Zero is no condition at all', nearRecord((_, asked) => asked === '0'), ONLY],
  ]),
  ...atEach(CREATED, DISTINCT, [
    ['same-id-twice', 'Every new record gets the id of the first', byFirst((record, { id }) => ({ ...record, id }))],
  ]),
  ...atEach(['listEmailAddresses', 'listEmailBlastExecutions'], DISTINCT, [
    ['same-id-in-list', 'All records of the list have one id', set({ id: 'one-and-the-same' })],
  ]),
  ...faults('createBusiness', DISTINCT, [
    ['id-by-the-minute', 'Ids are made of the minute', member('id', (_id, { created_at: at }) => `biz-${String(at).slice(0, 16)}`)],
  ]),
  fault('alone-record-id-is-asked-id', 'getProjectDefinedEvent', ASKED, 'The id is the number of the row', set({ id: '1' }), ONLY),
  ...faults('listEmailBlastExecutions', DISTINCT, [
    ['alone-record-ids-are-distinct', 'Executions show the id of their blast', records((record, { id }) => ({ ...record, id })), ONLY],
  ]),
];

/** Remembers a record that was found, and answers it for every id that names none. */
function someRecord(endpoints: readonly EndpointName[]): ReturnType<Spoil> {
  let known: PassingAnswer | null = null;
  return async (request, forward) => {
    const answer = await forward(request);
    if (!concerns(endpoints, request)) return answer;
    if (answer.status === 200) known ??= answer;
    return answer.status === 404 && known !== null ? known : answer;
  };
}

/** Remembers the ids that were found, and reads one of them for an id that names none. */
function nearRecord(isFound: (known: string, asked: string) => boolean): Spoil {
  return (endpoints) => {
    const ids = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (!concerns(endpoints, request)) return answer;
      if (answer.status === 200) ids.add(request.id);
      const near = [...ids].find((known) => isFound(known, request.id));
      return answer.status === 404 && near !== undefined ? forward(withId(request, near)) : answer;
    };
  };
}

function tailless(endpoints: Parameters<Spoil>[0]): ReturnType<Spoil> {
  return (request, forward) =>
    forward(concerns(endpoints, request) ? { ...request, target: request.target.replace(/x(?=\/\w+$)/, '') } : request);
}

const SECOND = 'record.second-is-its-own';

/** Each of them is the only one that reports it. */
const SECOND_ALONE: readonly EndpointName[] = [
  'copyProjectEmailTemplate',
  'createSmsTemplateEmbed',
  'getSentEmail',
  'getProjectEmailAddress',
  'listEmailBlastExecutions',
  'getSegment',
  'getProjectDefinedEvent',
  'previewSmsTemplate',
];
const UNKNOWN_ALONE: readonly EndpointName[] = [
  'createCampaign',
  'batchUpdateCustomers',
  'copyProjectEmailTemplate',
  'copyEmailTemplate',
  'createSmsTemplateEmbed',
  'listEmailAddresses',
  'listEmailBlastExecutions',
  'listEmailTemplateVariables',
  'previewSmsTemplate',
];

const ignored = ['path-ignored', 'Every id leads to the first record', toFirst('any')] as const;

/** Ids in the path that lead to another record, or to none of their own. */
export const OTHER_RECORD_FAULTS: readonly Fault[] = [
  ...atEach(['createCampaign'], 'campaign.business-is-path', [ignored]),
  ...atEach(['listEmailAddresses', 'previewSmsTemplate'], UNKNOWN, [
    ['tail-of-id-ignored', 'A number is read up to the first letter', tailless],
  ]),
  ...atEach(['batchUpdateCustomers'], 'customer.update-stays-in-business', [ignored]),
  ...atEach(['copyProjectEmailTemplate', 'copyEmailTemplate', 'createSmsTemplateEmbed', 'getSentEmail'], SECOND, [ignored]),
  ...atEach(['listEmailAddresses'], 'email-address.business-is-path', [ignored]),
  ...atEach(['getProjectEmailAddress'], SECOND, [ignored]),
  ...atEach(['getEmailAddress'], 'email-address.list-agrees-with-record', [ignored]),
  ...atEach(['listEmailBlastExecutions', 'getSegment', 'getProjectDefinedEvent'], SECOND, [ignored]),
  ...atEach(['listEmailTemplateVariables'], UNKNOWN, [ignored]),
  ...atEach(['previewSmsTemplate'], SECOND, [ignored]),
  ...faults(
    ['getEvent', 'trackEvent'],
    ['event.match-stays-in-business', 'event.can-be-read'],
    [['path-ignored-at-18', 'Every event is one of the first business', at('trackEvent', toFirst('any'))]],
  ),
  ...atEach(SECOND_ALONE, SECOND, [['second-is-first', 'Every id that is known leads to the first record', toFirst('known'), ONLY]]),
  ...atEach(UNKNOWN_ALONE, UNKNOWN, [['unknown-is-first', 'An unknown id leads to the first record', toFirst('unknown'), ONLY]]),
  ...faults('createSmsTemplateEmbed', SECOND, [
    ['embed-ids-shared', 'The embeds of all templates have one id', byFirst((record, { id }) => ({ ...record, id })), ONLY],
  ]),
  ...atEach(['getSegment', 'getSentEmail', 'getProjectDefinedEvent', 'getProjectEmailAddress'], SECOND, [
    ['cached-but-for-its-id', 'A cache answers the first record under every id', byFirst(({ id }, first) => ({ ...first, id })), ONLY],
  ]),
];

/**
 * Sends requests for other ids on to the first id that succeeded: for any other id; for those that the service knows; or for those that it
 * does not know.
 */
function toFirst(which: 'any' | 'known' | 'unknown'): Spoil {
  return (endpoints) => {
    let first: string | null = null;
    return async (request, forward) => {
      if (!concerns(endpoints, request)) return forward(request);
      const isOther = first !== null && request.id !== first;
      if (isOther && which === 'any') return forward(withId(request, first ?? ''));
      const answer: PassingAnswer = await forward(request);
      if (succeeded(answer)) first ??= request.id;
      const leads = which === 'known' ? succeeded(answer) : answer.status === 404;
      return isOther && leads && which !== 'any' ? forward(withId(request, first ?? '')) : answer;
    };
  };
}
