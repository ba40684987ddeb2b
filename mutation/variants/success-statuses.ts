import type { Variant } from '../interposition.ts';
import { answersThrough, isSuccess, withHeaders } from './answers.ts';

const OPEN = [2, 4, 6];

const sound = (status: number): Variant => ({
  name: `creates with status ${status}`,
  permitted: 'Endpoints, rule 6: the success status of endpoints 2, 4 and 6 is not shown',
  interpose: answersThrough((answer, { endpoint }) => (isSuccess(answer) && OPEN.includes(endpoint ?? 0) ? { ...answer, status } : answer)),
});

export const SUCCESS_STATUS_VARIANTS: readonly Variant[] = [
  ...[200, 202, 203, 207].map(sound),
  {
    name: 'creates with a Location',
    permitted: 'Headers are not shown',
    interpose: answersThrough((answer, { endpoint }) =>
      isSuccess(answer) && [2, 4, 5, 6, 7].includes(endpoint ?? 0) ? withHeaders(answer, { location: '/somewhere/else/1' }) : answer,
    ),
  },
];
