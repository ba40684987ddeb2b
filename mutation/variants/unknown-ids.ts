import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answerOf, answersThrough } from './answers.ts';

const PERMITTED = 'Errors: the answer to unknown ids is not shown';

const REFUSALS: readonly (readonly [name: string, refuse: (request: PassingRequest) => PassingAnswer])[] = [
  ['400', () => answerOf(400, { error: 'invalid id' })],
  ['403', () => answerOf(403, { error: 'not yours' })],
  ['401', () => answerOf(401, { error: 'not yours' })],
  ['410', () => answerOf(410, { error: 'gone' })],
  ['422', () => answerOf(422, { errors: { id: ['is unknown'] } })],
  ['404 without a body', () => answerOf(404, null)],
  ['404 as HTML', () => answerOf(404, '<h1>Not Found</h1>')],
  ['404 that names the id', ({ id }) => answerOf(404, { id, error: `no such record: ${id}` })],
  ['404 with an array', () => answerOf(404, [{ code: 404 }])],
  ['302 to the home page', () => answerOf(302, null, { location: 'https://www.example/' })],
  ['400 where it is malformed, else 404', ({ id }) => answerOf(/^[\w-]+$/.test(id) ? 404 : 400, { error: 'id' })],
];

/** Successes for an id that names nothing: what a query without rows gives, or what is only looked at later. */
const LENIENT: Readonly<Partial<Record<EndpointName, unknown>>> = {
  batchUpdateCustomers: { customers: [] },
  listEmailAddresses: { email_addresses: [] },
  listEmailBlastExecutions: { executions: [] },
  getFeatureFlagStatuses: { feature_flags: [] },
  listEmailTemplateVariables: { variables: [] },
  trackEvent: {},
};

const answeringUnknown = (refuse: (request: PassingRequest) => PassingAnswer) =>
  answersThrough((answer, request) => (answer.status === 404 && request.endpoint !== null ? refuse(request) : answer));

export const UNKNOWN_ID_VARIANTS: readonly Variant[] = [
  ...REFUSALS.map(([name, refuse]) => ({ name: `unknown id: ${name}`, permitted: PERMITTED, interpose: answeringUnknown(refuse) })),
  {
    name: 'unknown id: 200 with an error',
    permitted: PERMITTED,
    interpose: answeringUnknown(() => answerOf(200, { error: { code: 'not_found', message: 'no such record' } })),
  },
  {
    name: 'unknown id: an empty list, or acknowledged',
    permitted: `${PERMITTED}; a list for a business that is not known may be empty, and an event may be looked at later`,
    interpose: answersThrough((answer, { endpoint }) =>
      answer.status === 404 && endpoint !== null && endpoint in LENIENT ? answerOf(200, LENIENT[endpoint]) : answer,
    ),
  },
];
