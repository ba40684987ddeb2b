import { CRASH } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, PassingRequest } from '../interposition.ts';
import { falls, HANG, RESET } from './hostile-requests.ts';

const UNKNOWN = 'robustness.unknown-ids';
const HOSTILE = 'robustness.hostile-ids';
const QUERY = 'robustness.query-garbage';

const unknown = ({ id }: PassingRequest) => id.endsWith('-unknown');
const idHas = (part: string) => (request: PassingRequest) => request.id.includes(part);
const queryHas = (part: string) => (request: PassingRequest) => request.target.includes('?') && request.target.includes(part);

/** What the service falls over in the address of a request. */
export const ROBUST_ID_FAULTS: readonly Fault[] = [
  ...[1, 2, 3, 4, 6, 7].map((endpoint) =>
    fault(`unknown-id-500-at-${endpoint}`, endpoint, UNKNOWN, 'An unknown id is answered with 500', falls(endpoint, unknown)),
  ),
  ...[8, 9, 10].map((endpoint) =>
    fault(
      `unknown-id-502-at-${endpoint}`,
      endpoint,
      UNKNOWN,
      'An unknown id brings the backend down',
      falls(endpoint, unknown, { ...CRASH, status: 502 }),
    ),
  ),
  ...[11, 12].map((endpoint) =>
    fault(`unknown-id-hangs-at-${endpoint}`, endpoint, UNKNOWN, 'An unknown id is never answered', falls(endpoint, unknown, HANG)),
  ),
  ...[14, 15, 16, 17, 18].map((endpoint) =>
    fault(`unknown-id-reset-at-${endpoint}`, endpoint, UNKNOWN, 'An unknown id breaks the connection', falls(endpoint, unknown, RESET)),
  ),
  fault('alone-unknown-ids', 12, UNKNOWN, 'An unknown id is answered with 500', falls(12, unknown), ONLY),
  fault('hostile-nul', 8, HOSTILE, 'A NUL in an id falls through to the database', falls(8, idHas('\0')), ONLY),
  fault('hostile-quote', 10, HOSTILE, 'A quote in an id ends a query', falls(10, idHas("'"))),
  fault(
    'hostile-long',
    12,
    HOSTILE,
    'A long id breaks the connection',
    falls(12, ({ id }) => id.length > 1000, RESET),
  ),
  fault(
    'hostile-escape',
    13,
    HOSTILE,
    'A malformed escape is not caught',
    falls(13, ({ target }) => /%(?![0-9a-f]{2})/i.test(target)),
  ),
  fault('hostile-line-break', 15, HOSTILE, 'A line break in an id hangs', falls(15, idHas('\n'), HANG)),
  fault('hostile-emoji', 11, HOSTILE, 'An emoji in an id is not caught', falls(11, idHas('😀'))),
  fault(
    'hostile-prototype',
    16,
    HOSTILE,
    "An id is a name of an object's own",
    falls(16, ({ id }) => id in {}),
  ),
  fault(
    'hostile-surrogate',
    17,
    HOSTILE,
    'Bytes that are no UTF-8 are not caught',
    falls(17, ({ target }) => /^[^?]*%(ff|c3|c0%ae)\//i.test(target)),
  ),
  fault(
    'hostile-number',
    3,
    HOSTILE,
    'An id that is a large number is not caught',
    falls(3, ({ id }) => /^9{20,}$/.test(id)),
  ),
  fault('query-prototype', 9, QUERY, 'A nested query is not caught', falls(9, queryHas('__proto__')), ONLY),
  fault('query-escape', 13, QUERY, 'A malformed escape in a query is not caught', falls(13, queryHas('%zz'))),
  fault(
    'query-long',
    8,
    QUERY,
    'A long query breaks the connection',
    falls(8, ({ target }) => target.length > 2500, RESET),
  ),
  fault('query-number', 12, QUERY, 'A huge offset is not caught', falls(12, queryHas('offset=9999'))),
  fault(
    'query-any',
    17,
    QUERY,
    'Any query hangs',
    falls(17, ({ target }) => target.includes('?'), HANG),
  ),
];
