import { shapeRequirements } from '../../src/checks/shape.ts';
import { ENDPOINT_NAMES, type EndpointName, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import type { StatementId } from '../../src/specification/register.ts';
import { CRASH, withJson } from '../answers.ts';
import { atEach, fault, faults, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { inside, numbered, successes } from '../rows.ts';

const IS_200: StatementId = 'http.success-is-200';
const IS_2XX: StatementId = 'http.success-is-2xx';

const isOpen = (endpoint: EndpointName) => rowOf(endpoint).success === '2xx';
export const answeredWith = (status: number) => successes((answer) => ({ ...answer, status }));
const redirected = successes((answer) => ({ ...answer, status: 303, headers: { ...answer.headers, location: '/somewhere' } }));

/** Which other status is answered where only 200 is a success. */
const OTHER_STATUSES: readonly (readonly [status: number, endpoint: EndpointName])[] = [
  [202, 'getEvent'],
  [203, 'batchUpdateCustomers'],
  [202, 'createBusiness'],
  [203, 'createSmsTemplateEmbed'],
  [201, 'getSentEmail'],
  [202, 'listEmailAddresses'],
  [206, 'getProjectEmailAddress'],
  [203, 'getEmailAddress'],
  [201, 'listEmailBlastExecutions'],
  [202, 'getSegment'],
  [206, 'getFeatureFlagStatuses'],
  [203, 'getProjectDefinedEvent'],
  [201, 'listEmailTemplateVariables'],
  [202, 'previewSmsTemplate'],
  [206, 'trackEvent'],
];

/** A request that was carried out and is answered with another status. */
export const STATUS_FAULTS: readonly Fault[] = [
  ...OTHER_STATUSES.flatMap(([status, endpoint]) =>
    atEach([endpoint], IS_200, [[`status-${status}`, `A success is answered with ${status}`, answeredWith(status)]]),
  ),
  ...ENDPOINT_NAMES.flatMap((endpoint) =>
    atEach([endpoint], isOpen(endpoint) ? IS_2XX : IS_200, [['status-500', 'Done, but answered with 500', successes(() => CRASH)]]),
  ),
  ...atEach(['batchUpdateCustomers', 'getSentEmail', 'trackEvent'], IS_200, [
    ['status-204', 'A success is answered without content', successes(() => ({ status: 204, headers: {}, body: new Uint8Array() }))],
  ]),
  ...atEach(ENDPOINT_NAMES.filter(isOpen), IS_2XX, [['status-303', 'A creation is answered with a redirect', redirected]]),
  fault('alone-http-success-is-200', 'getSentEmail', IS_200, 'A read is answered with 201', answeredWith(201), ONLY),
  fault('alone-http-success-is-2xx', 'copyProjectEmailTemplate', IS_2XX, 'A copy is answered with 302', answeredWith(302), ONLY),
];

const negative = (name: string, place: string) => [`count-${name}`, `${place} is -1`, inside(place, () => -1), ONLY] as const;
const errorAnswered = successes((answer) => withJson(answer, { error: { code: 'internal', message: 'something went wrong' } }));
const eachOfAnother = numbered((embed, number) => ({ ...embed, business: `biz_${number}` }));

/** Small and common. */
export const SMALL_FAULTS: readonly Fault[] = [
  ...faults('createCampaign', 'campaign.counts-are-not-negative', [
    negative('unread-is-minus-one', 'statistics.emails.opened'),
    negative('pending-below-zero', 'statistics.executions.pending'),
    negative('enrolled-below-zero', 'statistics.total_customers_enrolled'),
    negative('estimate-below-zero', 'estimated_message_segments.sms'),
  ]),
  ...faults('createSmsTemplateEmbed', 'sms-template-embed.business-is-steady', [
    ['embed-business-differs-each-time', 'Each embed names another business', eachOfAnother, ONLY],
  ]),
  ...ENDPOINT_NAMES.filter((name) => rowOf(name).response !== null).flatMap((name) =>
    atEach([name], shapeRequirements(name), [['error-as-success', 'An error is answered with the status of a success', errorAnswered]]),
  ),
];
