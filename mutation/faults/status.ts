import { CRASH, onSuccess } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const TWO_XX = [2, 4, 6];
const EMPTY = new Uint8Array();

const statement = (endpoint: number) => (TWO_XX.includes(endpoint) ? 'http.success-is-2xx' : 'http.success-is-200');
const numbers = Array.from({ length: 18 }, (_, index) => index + 1);

/** A request that was carried out and is answered with another status. */
export const STATUS_FAULTS: readonly Fault[] = [
  ...numbers
    .filter((endpoint) => !TWO_XX.includes(endpoint))
    .map((endpoint) => {
      const status = [201, 202, 206, 203][endpoint % 4] ?? 201;
      return fault(
        `status-${status}-at-${endpoint}`,
        endpoint,
        statement(endpoint),
        `A success is answered with ${status}`,
        onSuccess([endpoint], (answer) => ({ ...answer, status })),
      );
    }),
  ...numbers.map((endpoint) =>
    fault(
      `status-500-at-${endpoint}`,
      endpoint,
      statement(endpoint),
      'Done, but answered with 500',
      onSuccess([endpoint], () => CRASH),
    ),
  ),
  ...[3, 8, 18].map((endpoint) =>
    fault(
      `status-204-at-${endpoint}`,
      endpoint,
      statement(endpoint),
      'A success is answered without content',
      onSuccess([endpoint], () => ({ status: 204, headers: {}, body: EMPTY })),
    ),
  ),
  ...TWO_XX.map((endpoint) =>
    fault(
      `status-303-at-${endpoint}`,
      endpoint,
      statement(endpoint),
      'A creation is answered with a redirect',
      onSuccess([endpoint], (answer) => ({ ...answer, status: 303, headers: { ...answer.headers, location: '/somewhere' } })),
    ),
  ),
  fault(
    'alone-http-success-is-200',
    8,
    statement(8),
    'A read is answered with 201',
    onSuccess([8], (answer) => ({ ...answer, status: 201 })),
    ONLY,
  ),
  fault(
    'alone-http-success-is-2xx',
    4,
    statement(4),
    'A copy is answered with 302',
    onSuccess([4], (answer) => ({ ...answer, status: 302 })),
    ONLY,
  ),
];
