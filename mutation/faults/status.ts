import { ENDPOINT_NAMES, type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { CRASH, onSuccess } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const EMPTY = new Uint8Array();

const isOpen = (endpoint: EndpointName) => rowOf(endpoint).success === '2xx';
const statement = (endpoint: EndpointName): StatementId => (isOpen(endpoint) ? 'http.success-is-2xx' : 'http.success-is-200');

/** A request that was carried out and is answered with another status. */
export const STATUS_FAULTS: readonly Fault[] = [
  ...ENDPOINT_NAMES.filter((endpoint) => !isOpen(endpoint)).map((endpoint) => {
    const status = [201, 202, 206, 203][numberOf(endpoint) % 4] ?? 201;
    return fault(
      `status-${status}-at-${numberOf(endpoint)}`,
      endpoint,
      'http.success-is-200',
      `A success is answered with ${status}`,
      onSuccess([endpoint], (answer) => ({ ...answer, status })),
    );
  }),
  ...ENDPOINT_NAMES.map((endpoint) =>
    fault(
      `status-500-at-${numberOf(endpoint)}`,
      endpoint,
      statement(endpoint),
      'Done, but answered with 500',
      onSuccess([endpoint], () => CRASH),
    ),
  ),
  ...(['batchUpdateCustomers', 'getSentEmail', 'trackEvent'] as const).map((endpoint) =>
    fault(
      `status-204-at-${numberOf(endpoint)}`,
      endpoint,
      'http.success-is-200',
      'A success is answered without content',
      onSuccess([endpoint], () => ({ status: 204, headers: {}, body: EMPTY })),
    ),
  ),
  ...ENDPOINT_NAMES.filter(isOpen).map((endpoint) =>
    fault(
      `status-303-at-${numberOf(endpoint)}`,
      endpoint,
      'http.success-is-2xx',
      'A creation is answered with a redirect',
      onSuccess([endpoint], (answer) => ({ ...answer, status: 303, headers: { ...answer.headers, location: '/somewhere' } })),
    ),
  ),
  fault(
    'alone-http-success-is-200',
    'getSentEmail',
    'http.success-is-200',
    'A read is answered with 201',
    onSuccess(['getSentEmail'], (answer) => ({ ...answer, status: 201 })),
    ONLY,
  ),
  fault(
    'alone-http-success-is-2xx',
    'copyProjectEmailTemplate',
    'http.success-is-2xx',
    'A copy is answered with 302',
    onSuccess(['copyProjectEmailTemplate'], (answer) => ({ ...answer, status: 302 })),
    ONLY,
  ),
];
