import { shapeRequirements } from '../../src/checks/shape.ts';
import { ENDPOINT_NAMES, endpoint as rowOf } from '../../src/specification/endpoints.ts';
import { onAnswer, onRecords, onRecordsKeeping, succeeded, withJson } from '../answers.ts';
import { fault, numberOf, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { changeAt, type Place } from '../places.ts';

const COUNTS = 'campaign.counts-are-not-negative';

const NEGATIVE: readonly (readonly [name: string, place: Place])[] = [
  ['unread-is-minus-one', ['statistics', 'emails', 'opened']],
  ['pending-below-zero', ['statistics', 'executions', 'pending']],
  ['enrolled-below-zero', ['statistics', 'total_customers_enrolled']],
  ['estimate-below-zero', ['estimated_message_segments', 'sms']],
];

/** Small and common. */
export const SMALL_FAULTS: readonly Fault[] = [
  ...NEGATIVE.map(([name, place]) =>
    fault(
      `count-${name}`,
      'createCampaign',
      COUNTS,
      `${place.join('.')} is -1`,
      onRecords(['createCampaign'], (campaign) => changeAt(campaign, place, () => -1)),
      ONLY,
    ),
  ),
  fault(
    'embed-business-differs-each-time',
    'createSmsTemplateEmbed',
    'sms-template-embed.business-is-steady',
    'Each embed names another business',
    onRecordsKeeping(
      ['createSmsTemplateEmbed'],
      () => ({ made: 0 }),
      (embed, memory) => {
        memory.made += 1;
        return { ...embed, business: `biz_${memory.made}` };
      },
    ),
    ONLY,
  ),
  ...ENDPOINT_NAMES.filter((name) => rowOf(name).response !== null).map((name) =>
    fault(
      `error-as-success-at-${numberOf(name)}`,
      name,
      shapeRequirements(name),
      'An error is answered with the status of a success',
      onAnswer([name], (answer) =>
        succeeded(answer) ? withJson(answer, { error: { code: 'internal', message: 'something went wrong' } }) : answer,
      ),
    ),
  ),
];
