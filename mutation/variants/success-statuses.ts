import { ENDPOINT_NAMES, type EndpointName, endpoint } from '../../src/specification/endpoints.ts';
import { concerns, succeeded } from '../answers.ts';
import type { Variant } from '../interposition.ts';
import { answersThrough, withHeaders } from './answers.ts';

const OPEN = ENDPOINT_NAMES.filter((name) => endpoint(name).success === '2xx');
const CREATING: readonly EndpointName[] = [...OPEN, 'createBusiness', 'createSmsTemplateEmbed'];

const sound = (status: number): Variant => ({
  name: `creates with status ${status}`,
  permitted: 'Endpoints, rule 6: the success status of endpoints 2, 4 and 6 is not shown',
  interpose: answersThrough((answer, request) => (succeeded(answer) && concerns(OPEN, request) ? { ...answer, status } : answer)),
});

export const SUCCESS_STATUS_VARIANTS: readonly Variant[] = [
  ...[200, 202, 203, 207].map(sound),
  {
    name: 'creates with a Location',
    permitted: 'Headers are not shown',
    interpose: answersThrough((answer, request) =>
      succeeded(answer) && concerns(CREATING, request) ? withHeaders(answer, { location: '/somewhere/else/1' }) : answer,
    ),
  },
];
