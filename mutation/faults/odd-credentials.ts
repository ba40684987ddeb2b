import { CRASH, insteadOf } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault, Misbehaviour, PassingAnswer } from '../interposition.ts';

const ORDER = 'robustness.odd-credentials';

const falls = (endpoint: number, when: (authorization: string | undefined) => boolean, how: PassingAnswer | Misbehaviour = CRASH) =>
  insteadOf([endpoint], ({ headers }) => (when(headers.authorization) ? how : null));
const missing = (authorization: string | undefined) => authorization === undefined;
const decoded = (authorization: string | undefined) => Buffer.from(authorization?.replace(/^basic /i, '') ?? '', 'base64').toString('utf8');

/** Credentials that the service cannot read, and falls over. */
export const ODD_CREDENTIALS_FAULTS: readonly Fault[] = [
  fault(
    'alone-odd-credentials',
    8,
    ORDER,
    'A value that is not base64 is not caught',
    falls(8, (given) => given?.includes('%') ?? false),
    ONLY,
  ),
  fault('no-credentials-500', 14, ORDER, 'A missing header is not caught', falls(14, missing)),
  fault('no-credentials-hang', 13, ORDER, 'A missing header is never answered', falls(13, missing, { misbehaviour: 'hang' })),
  fault(
    'other-scheme-reset',
    9,
    ORDER,
    'Another scheme breaks the connection',
    falls(9, (given) => /^bearer/i.test(given ?? ''), { misbehaviour: 'reset' }),
  ),
  fault(
    'no-colon-500',
    5,
    ORDER,
    'A value without a colon is not caught',
    falls(5, (given) => given !== undefined && !decoded(given).includes(':')),
  ),
  fault(
    'empty-credentials-502',
    3,
    ORDER,
    'Empty credentials bring the user store down',
    falls(3, (given) => decoded(given) === ':', { ...CRASH, status: 502 }),
  ),
];
