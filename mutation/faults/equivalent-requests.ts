import { ENDPOINT_NAMES, type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { insteadOf, jsonAnswer, onRequest, sentJson, succeeded, withJson } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault, Interposition, PassingAnswer, PassingRequest } from '../interposition.ts';
import { endpointAt } from '../respelt.ts';

const EQUIVALENT = 'robustness.equivalent-requests';
const SAFE = 'robustness.get-creates-nothing';

const chunked = ({ headers }: PassingRequest) => headers['transfer-encoding'] === 'chunked';
const escapesALetter = ({ target }: PassingRequest) => /%(?:[46][1-9a-f]|[57][0-9a])/i.test(target.split('?')[0] ?? '');

interface Form {
  readonly name: string;
  readonly description: string;
  readonly is: (request: PassingRequest) => boolean;
  readonly status: number;
  /** It concerns requests with a body or an id only. */
  readonly needs?: 'body' | 'id';
}

const FORMS: readonly Form[] = [
  {
    name: 'charset',
    description: 'The media type is compared with its parameters',
    is: ({ headers }) => headers['content-type']?.includes('charset=utf-8') ?? false,
    status: 415,
    needs: 'body',
  },
  { name: 'any-accept', description: '`*/*` is no known media type', is: ({ headers }) => headers.accept === '*/*', status: 406 },
  { name: 'no-accept', description: 'A missing Accept accepts nothing', is: ({ headers }) => headers.accept === undefined, status: 406 },
  { name: 'escaped-id', description: 'The id in the path is not decoded', is: escapesALetter, status: 404, needs: 'id' },
  { name: 'chunked', description: 'A body without a length is taken for no body', is: chunked, status: 400, needs: 'body' },
  {
    name: 'expect',
    description: 'A header that is not known is refused',
    is: ({ headers }) => headers.expect !== undefined,
    status: 400,
    needs: 'body',
  },
];

function applies({ needs }: Form, endpoint: EndpointName): boolean {
  const { request, path } = rowOf(endpoint);
  if (needs === 'body') return request !== null;
  return needs === 'id' ? path.includes('{') : true;
}

const refused = (form: Form, endpoint: EndpointName) =>
  insteadOf([endpoint], (request) => (form.is(request) ? jsonAnswer(form.status, { error: form.name }) : null));

const WRITES = ENDPOINT_NAMES.filter((name) => rowOf(name).method === 'POST');

export const EQUIVALENT_REQUEST_FAULTS: readonly Fault[] = [
  ...FORMS.flatMap((form, index) => {
    const candidates = ENDPOINT_NAMES.filter((endpoint) => applies(form, endpoint));
    return [index, index + 5].flatMap((at) => {
      const endpoint = candidates[at % candidates.length];
      return endpoint === undefined
        ? []
        : [fault(`${form.name}-refused-at-${numberOf(endpoint)}`, endpoint, EQUIVALENT, form.description, refused(form, endpoint))];
    });
  }),
  fault(
    'chunked-body-is-lost',
    'createBusiness',
    [EQUIVALENT],
    'The name is read by the length of the body',
    onRequest(['createBusiness'], (request) =>
      chunked(request) ? withJson(request, { ...sentJson(request), name: 'untitled' }) : request,
    ),
  ),
  ...FORMS.slice(1, 2).map((form) =>
    fault('alone-equivalent-requests', 'getSentEmail', EQUIVALENT, form.description, refused(form, 'getSentEmail'), ONLY),
  ),
];

export const GET_FAULTS: readonly Fault[] = [
  ...WRITES.map((endpoint) =>
    fault(
      `get-writes-at-${numberOf(endpoint)}`,
      endpoint,
      SAFE,
      'The route takes any method',
      getWrites(endpoint, (answer) => answer),
    ),
  ),
  ...(['batchUpdateCustomers', 'trackEvent'] as const).map((endpoint) =>
    fault(
      `get-writes-and-is-refused-at-${numberOf(endpoint)}`,
      endpoint,
      SAFE,
      'The method is looked at when all is done',
      getWrites(endpoint, () => jsonAnswer(405, { error: 'method not allowed' })),
    ),
  ),
  fault(
    'alone-get-creates-nothing',
    'createSmsTemplateEmbed',
    SAFE,
    'The route takes any method',
    getWrites('createSmsTemplateEmbed', (answer) => answer),
    ONLY,
  ),
];

/** GET with good credentials is carried out as POST. */
function getWrites(endpoint: EndpointName, answered: (answer: PassingAnswer) => PassingAnswer): () => Interposition {
  return () => async (request, forward) => {
    if (request.method !== 'GET' || endpointAt('POST', request.target) !== endpoint || request.headers.authorization === undefined)
      return forward(request);
    const headers = { ...request.headers, 'content-type': 'application/json' };
    const answer = await forward({ ...request, method: 'POST', endpoint, headers });
    return succeeded(answer) ? answered(answer) : forward(request);
  };
}
