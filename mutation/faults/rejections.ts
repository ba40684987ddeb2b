import { ENDPOINT_NAMES, type EndpointName } from '../../src/specification/endpoints.ts';
import { jsonOf, withJson, withText } from '../answers.ts';
import { fault, faults, numberOf, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { answerOf } from '../variants/answers.ts';
import { presenting } from './authentication.ts';

const REVEALS = 'authentication.rejection-reveals-nothing';
const DOES = 'authentication.rejection-does-nothing';

const text = ({ body }: PassingAnswer): string => Buffer.from(body).toString('utf8');

/** What the service answers to wrong credentials, given the rejection and what good credentials would have got. */
type Spoil = (rejection: PassingAnswer, record: PassingAnswer, request: PassingRequest) => PassingAnswer;

const wholeRecord: Spoil = (rejection, record) => ({ ...rejection, body: record.body });
const inTheMessage: Spoil = (rejection, record) => withJson(rejection, { error: 'unauthorized', details: `no access to ${text(record)}` });
const inAHeader: Spoil = (rejection, record) => ({
  ...rejection,
  headers: { ...rejection.headers, 'x-debug': encodeURI(text(record)).replaceAll('%22', '"').replaceAll('%20', ' ') },
});
const asNested: Spoil = (rejection, record) => withText(rejection, `{"error":"unauthorized","data":${text(record)}}`);
const justRejected: Spoil = (rejection) => rejection;

const LEAKS: readonly (readonly [endpoint: EndpointName, spoil: Spoil])[] = [
  ['getEvent', wholeRecord],
  ['getSentEmail', wholeRecord],
  ['listEmailAddresses', wholeRecord],
  ['getProjectEmailAddress', wholeRecord],
  ['getEmailAddress', wholeRecord],
  ['getProjectDefinedEvent', wholeRecord],
  ['batchUpdateCustomers', asNested],
  ['listEmailBlastExecutions', asNested],
  ['getSegment', asNested],
  ['listEmailTemplateVariables', asNested],
  ['createCampaign', inTheMessage],
  ['createBusiness', inTheMessage],
  ['getFeatureFlagStatuses', inTheMessage],
  ['previewSmsTemplate', inTheMessage],
  ['copyProjectEmailTemplate', inAHeader],
  ['copyEmailTemplate', inAHeader],
  ['createSmsTemplateEmbed', wholeRecord],
];

export const REJECTION_FAULTS: readonly Fault[] = [
  ...LEAKS.map(([endpoint, spoil]) =>
    fault(`leak-at-${numberOf(endpoint)}`, endpoint, REVEALS, 'The rejection shows what it denies', carriesOut(endpoint, spoil)),
  ),
  ...faults('batchUpdateCustomers', DOES, [
    [
      'rejected-update-is-done',
      'The update is stored, then the credentials are looked at',
      carriesOut('batchUpdateCustomers', justRejected),
    ],
  ]),
  ...faults('trackEvent', DOES, [
    ['rejected-event-is-tracked', 'The event is stored, then the credentials are looked at', carriesOut('trackEvent', justRejected)],
    [
      'rejected-without-header-is-tracked',
      'Without a header the event is stored all the same',
      carriesOut('trackEvent', justRejected, (request) => request.headers.authorization === undefined),
    ],
  ]),
  ...faults('getSegment', REVEALS, [
    [
      'alone-rejection-reveals-nothing',
      'The rejection names the segment',
      carriesOut('getSegment', (rejection, record) => withJson(rejection, { error: `no access to ${String(jsonOf(record).name)}` })),
      ONLY,
    ],
  ]),
  ...faults('trackEvent', DOES, [
    [
      'alone-rejection-does-nothing',
      'The event is stored, then the credentials are looked at',
      carriesOut('trackEvent', justRejected),
      ONLY,
    ],
  ]),
  ...faults(
    ENDPOINT_NAMES,
    ['http.success-is-200', 'http.success-is-2xx'],
    [
      [
        'rejected-body-is-left-unread',
        'The body of a rejected request stays on the connection, where it is read as the next request',
        spoilsConnections,
      ],
    ],
  ),
];

/** What is left of a rejected request makes nonsense of the next one on the connection. */
function spoilsConnections(): Interposition {
  const spoilt = new Set<number>();
  return async (request, forward) => {
    if (spoilt.delete(request.connection)) return answerOf(400, 'Bad Request', { 'content-type': 'text/plain', connection: 'close' });
    const answer = await forward(request);
    if (answer.status === 401 && request.body.length > 0) spoilt.add(request.connection);
    return answer;
  };
}

/** The service carries out what it rejects; `spoil` says what it answers. */
function carriesOut(
  endpoint: EndpointName,
  spoil: Spoil,
  concerns: (request: PassingRequest) => boolean = () => true,
): () => Interposition {
  return () => {
    let good: string | undefined;
    return async (request, forward) => {
      const rejection = await forward(request);
      if (rejection.status < 400) good = request.headers.authorization;
      if (rejection.status !== 401 || request.endpoint !== endpoint || good === undefined || !concerns(request)) return rejection;
      const record = await forward(presenting(request, good));
      return record.status < 300 ? spoil(rejection, record, request) : rejection;
    };
  };
}
