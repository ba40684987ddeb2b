import { type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { schema } from '../../src/specification/schemas.ts';
import { answerOf, sentJson, succeeded, textOf } from '../answers.ts';
import { numberOf } from '../fault.ts';
import type { PassingAnswer, PassingRequest, Variant } from '../interposition.ts';
import { answers, at, type Choice, here, permits } from '../rows.ts';

const ERRORS = 'Errors: status codes, body shape and codes are not shown';

const REFUSALS: readonly (readonly [name: string, refuse: (body: string) => PassingAnswer])[] = [
  ['422 with a map of members', () => answerOf(422, { errors: { body: ['is invalid'] } })],
  ['400 without a body', () => answerOf(400, null)],
  ['400 as HTML', () => answerOf(400, '<html><body><h1>Bad Request</h1></body></html>')],
  ['400 as text that repeats the input', (body) => answerOf(400, `cannot read: ${body}`, { 'content-type': 'text/plain; charset=utf-8' })],
  ['409', () => answerOf(409, { message: 'conflict' })],
  ['403', () => answerOf(403, { message: 'not permitted on your plan' })],
  ['402', () => answerOf(402, { message: 'not in your plan' })],
  ['404', () => answerOf(404, { message: 'not found' })],
  ['415', () => answerOf(415, { message: 'unsupported' })],
  ['413', () => answerOf(413, null)],
];

export const REFUSAL_VARIANTS: readonly Variant[] = permits(
  ERRORS,
  REFUSALS.map(([name, refuse]) => [
    `refuses a bad body: ${name}`,
    answers((answer, request) =>
      answer.status === 400 && request.method === 'POST' && request.endpoint !== null ? refuse(textOf(request).slice(0, 200)) : answer,
    ),
  ]),
);

/** As a validator does that knows the members of each request. */
const strictly = answers((answer, request) => {
  const [name, sent] = [request.endpoint && rowOf(request.endpoint).request, sentJson(request)];
  if (name === null || sent === null) return answer;
  const known = Object.keys(schema(name).properties ?? {});
  return Object.keys(sent).every((member) => known.includes(member)) ? answer : answerOf(422, { errors: ['unknown member'] });
});

export const STRICT_VARIANTS: readonly Variant[] = permits('Errors: what a request may hold besides its members is not shown', [
  ['refuses members that a request has no place for', strictly],
]);

const UNKNOWN = 'Errors: the answer to unknown ids is not shown';

const UNKNOWN_ANSWERS: readonly (readonly [name: string, refuse: (request: PassingRequest) => PassingAnswer])[] = [
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
  ['200 with an error', () => answerOf(200, { error: { code: 'not_found', message: 'no such record' } })],
];

/** Successes for an id that names nothing: what a query without rows gives, or what is only looked at later. All others answer `null`. */
const LENIENT: Readonly<Partial<Record<EndpointName, unknown>>> = {
  batchUpdateCustomers: { customers: [] },
  listEmailAddresses: { email_addresses: [] },
  listEmailBlastExecutions: { executions: [] },
  getFeatureFlagStatuses: { feature_flags: [] },
  listEmailTemplateVariables: { variables: [] },
  trackEvent: {},
};

const leniently = answers((answer, { endpoint }) =>
  answer.status === 404 && endpoint !== null
    ? answerOf(200, JSON.stringify(LENIENT[endpoint] ?? null), { 'content-type': 'application/json' })
    : answer,
);
const answeringUnknown = (refuse: (request: PassingRequest) => PassingAnswer) =>
  answers((answer, request) => (answer.status === 404 && request.endpoint !== null ? refuse(request) : answer));

export const UNKNOWN_ID_VARIANTS: readonly Variant[] = [
  ...UNKNOWN_ANSWERS.flatMap(([name, refuse]) => permits(UNKNOWN, [[`unknown id: ${name}`, answeringUnknown(refuse)]])),
  ...permits(`${UNKNOWN}; what is not there may be null, the list of a business that is not known empty, and an event looked at later`, [
    ['unknown id: null, an empty list, or acknowledged', leniently],
  ]),
];

/** What was accepted once at an endpoint is refused there from then on. */
const unique = (endpoint: EndpointName, member: string) =>
  at(endpoint)(
    here(() => {
      const taken = new Set<unknown>();
      return async (request, forward) => {
        const value = sentJson(request)?.[member];
        if (value !== undefined && taken.has(value)) return answerOf(409, { error: `${member} is taken` });
        const answer = await forward(request);
        if (value !== undefined && succeeded(answer)) taken.add(value);
        return answer;
      };
    }),
  );

const SHARED = 'Limits and errors are not shown; nor is it said that two records may share a value';
const refusesAgain = (endpoint: EndpointName, member: string): Choice => [
  `refuses a ${member} that was there before at endpoint ${numberOf(endpoint)}`,
  unique(endpoint, member),
];

export const UNIQUENESS_VARIANTS: readonly Variant[] = permits(SHARED, [
  ...['name', 'external_id', 'website'].map((member) => refusesAgain('createBusiness', member)),
  refusesAgain('createCampaign', 'name'),
]);
