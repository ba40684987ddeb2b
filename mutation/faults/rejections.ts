import { CRASH, jsonOf, withJson, withText } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { presenting } from './authentication.ts';

const REVEALS = 'authentication.rejection-reveals-nothing';
const DOES = 'authentication.rejection-does-nothing';

const text = ({ body }: PassingAnswer): string => Buffer.from(body).toString('utf8');

/** What comes of a request with wrong credentials, given the rejection and what good credentials would have got. */
type Spoil = (rejection: PassingAnswer, record: PassingAnswer, request: PassingRequest) => PassingAnswer;

const wholeRecord: Spoil = (rejection, record) => ({ ...rejection, body: record.body });
const inTheMessage: Spoil = (rejection, record) => withJson(rejection, { error: 'unauthorized', details: `no access to ${text(record)}` });
const inAHeader: Spoil = (rejection, record) => ({
  ...rejection,
  headers: { ...rejection.headers, 'x-debug': encodeURI(text(record)).replaceAll('%22', '"').replaceAll('%20', ' ') },
});
const asNested: Spoil = (rejection, record) => withText(rejection, `{"error":"unauthorized","data":${text(record)}}`);
const justRejected: Spoil = (rejection) => rejection;

const LEAKS: readonly (readonly [endpoint: number, spoil: Spoil])[] = [
  ...[1, 8, 9, 10, 11, 15].map((endpoint) => [endpoint, wholeRecord] as const),
  ...[3, 12, 13, 16].map((endpoint) => [endpoint, asNested] as const),
  ...[2, 5, 14, 17].map((endpoint) => [endpoint, inTheMessage] as const),
  ...[4, 6].map((endpoint) => [endpoint, inAHeader] as const),
  [7, wholeRecord],
];

export const REJECTION_FAULTS: readonly Fault[] = [
  ...LEAKS.map(([endpoint, spoil]) =>
    fault(`leak-at-${endpoint}`, endpoint, REVEALS, 'The rejection shows what it denies', carriesOut(endpoint, spoil)),
  ),
  fault('rejected-update-is-done', 3, DOES, 'The update is stored, then the credentials are looked at', carriesOut(3, justRejected)),
  fault('rejected-event-is-tracked', 18, DOES, 'The event is stored, then the credentials are looked at', carriesOut(18, justRejected)),
  fault(
    'rejected-without-header-is-tracked',
    18,
    DOES,
    'Without a header the event is stored all the same',
    carriesOut(18, justRejected, (request) => request.headers.authorization === undefined),
  ),
  fault(
    'alone-rejection-reveals-nothing',
    13,
    REVEALS,
    'The rejection names the segment',
    carriesOut(13, (rejection, record) => withJson(rejection, { error: `no access to ${String(jsonOf(record).name)}` })),
    ONLY,
  ),
  fault(
    'alone-rejection-does-nothing',
    18,
    DOES,
    'The event is stored, then the credentials are looked at',
    carriesOut(18, justRejected),
    ONLY,
  ),
];

/** The service carries out what it rejects; `spoil` says what it answers. */
function carriesOut(endpoint: number, spoil: Spoil, concerns: (request: PassingRequest) => boolean = () => true): () => Interposition {
  return () => {
    let good: string | undefined;
    return async (request, forward) => {
      const rejection = await forward(request);
      if (rejection.status < 400) good = request.headers.authorization;
      if (rejection.status !== 401 || request.endpoint !== endpoint || good === undefined || !concerns(request)) return rejection;
      const record = await forward(presenting(request, good));
      return record.status < 300 ? spoil(rejection, record, request) : CRASH;
    };
  };
}
