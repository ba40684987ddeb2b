import { ENDPOINT_NAMES } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { answerOf, jsonOf, textOf as text, withJson, withText } from '../answers.ts';
import { atEach, fault, faults, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingRequest } from '../interposition.ts';
import type { Spoil } from '../rows.ts';
import { carryingOut, type Leak } from './authentication.ts';

const REVEALS = 'authentication.rejection-reveals-nothing';
const DOES = 'authentication.rejection-does-nothing';

const asIs: Leak = (rejection) => rejection;
const wholeRecord: Leak = (rejection, record) => ({ ...rejection, body: record.body });
const inTheMessage: Leak = (rejection, record) => withJson(rejection, { error: 'unauthorized', details: `no access to ${text(record)}` });
const inAHeader: Leak = (rejection, record) => ({
  ...rejection,
  headers: { ...rejection.headers, 'x-debug': encodeURI(text(record)).replaceAll('%22', '"').replaceAll('%20', ' ') },
});
const asNested: Leak = (rejection, record) => withText(rejection, `{"error":"unauthorized","data":${text(record)}}`);
const itsName: Leak = (rejection, record) => withJson(rejection, { error: `no access to ${String(jsonOf(record).name)}` });

const leak = (at: Leak) => ['leak', 'The rejection shows what it denies', carriesOut(at)] as const;
const SUCCESS: readonly StatementId[] = ['http.success-is-200', 'http.success-is-2xx'];
const isAnonymous = ({ headers }: PassingRequest) => headers.authorization === undefined;
const UNREAD = 'The body of a rejected request stays on the connection, where it is read as the next request';
const storedFirst = ['The event is stored, then the credentials are looked at', carriesOut()] as const;

export const REJECTION_FAULTS: readonly Fault[] = [
  ...atEach([1, 7, 8, 9, 10, 11, 15], REVEALS, [leak(wholeRecord)]),
  ...atEach([3, 12, 13, 16], REVEALS, [leak(asNested)]),
  ...atEach([2, 5, 14, 17], REVEALS, [leak(inTheMessage)]),
  ...atEach([4, 6], REVEALS, [leak(inAHeader)]),
  fault('rejected-update-is-done', 'batchUpdateCustomers', DOES, 'The update is stored, then the credentials are looked at', carriesOut()),
  ...faults('trackEvent', DOES, [
    ['rejected-event-is-tracked', ...storedFirst],
    ['rejected-without-header-is-tracked', 'Without a header the event is stored all the same', carriesOut(asIs, isAnonymous)],
    ['alone-rejection-does-nothing', ...storedFirst, ONLY],
  ]),
  fault('alone-rejection-reveals-nothing', 'getSegment', REVEALS, 'The rejection names the segment', carriesOut(itsName), ONLY),
  ...faults(ENDPOINT_NAMES, SUCCESS, [
    ['rejected-body-is-left-unread', UNREAD, spoilsConnections(501, ({ body }) => body.length > 0)],
    ['rejection-stays-with-connection', 'The next request on the connection is rejected too', spoilsConnections(401)],
  ]),
];

/** A rejected request spoils the next one on the connection. */
function spoilsConnections(status: number, spoils: (rejected: PassingRequest) => boolean = () => true): () => Interposition {
  return () => {
    const spoilt = new Map<number, string>();
    return async (request, forward) => {
      const unread = spoilt.get(request.connection);
      spoilt.delete(request.connection);
      if (unread !== undefined)
        return answerOf(status, `Unsupported method: ${unread}`, { 'content-type': 'text/plain', connection: 'close' });
      const answer = await forward(request);
      if (answer.status === 401 && spoils(request)) spoilt.set(request.connection, text(request));
      return answer;
    };
  };
}

/** The service carries out what it rejects; `leak` says what it answers. */
function carriesOut(leak: Leak = asIs, isConcerned: (request: PassingRequest) => boolean = () => true): Spoil {
  return carryingOut(isConcerned, (rejection, record) => (record.status < 300 ? leak(rejection, record) : rejection));
}
