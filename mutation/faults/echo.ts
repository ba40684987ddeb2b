import type { StatementId } from '../../src/specification/register.ts';
import { isObject, onRecords, sentJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';
import { BUSINESS_ECHOES } from './echo-businesses.ts';
import { CAMPAIGN_ECHOES } from './echo-campaigns.ts';
import type { EchoRow } from './echo-row.ts';

type Creation = 'createCampaign' | 'createBusiness';

/** Members that are left out of the answer. */
const LOST: readonly (readonly [endpoint: Creation, member: string, statement: StatementId])[] = [
  ['createBusiness', 'name', 'business.name-comes-back'],
  ['createBusiness', 'metadata', 'business.metadata-comes-back'],
  ['createBusiness', 'external_id', 'business.external-id-comes-back'],
  ['createBusiness', 'website', 'business.website-comes-back'],
  ['createCampaign', 'name', 'campaign.name-comes-back'],
  ['createCampaign', 'metadata', 'campaign.metadata-comes-back'],
  ['createCampaign', 'scheduled_at', 'campaign.scheduled-at-comes-back'],
];

/** Members of a creation that do not come back as they were sent. */
export const ECHO_FAULTS: readonly Fault[] = [
  ...BUSINESS_ECHOES.map((row) => echo('createBusiness', row)),
  ...CAMPAIGN_ECHOES.map((row) => echo('createCampaign', row)),
  ...LOST.map(([endpoint, member, statement]) => lost(endpoint, member, statement)),
];

function echo(endpoint: Creation, [name, statement, description, change, member, only]: EchoRow): Fault {
  const interpose = onRecords([endpoint], (record, request) => {
    const sent = sentJson(request);
    return sent && Object.hasOwn(sent, member === 'enrolled_customer_ids' || member === 'business' ? 'name' : member)
      ? { ...record, [member]: change(record[member], record, sent) }
      : record;
  });
  return fault(name, endpoint, statement, description, interpose, only ? ONLY : {});
}

/** Lost where the value is long or large, so that other answers still show the member. */
function lost(endpoint: Creation, member: string, statement: StatementId): Fault {
  const isUnusual = (value: unknown) =>
    typeof value === 'string' ? value.length > 60 || value.includes('+') : isObject(value) && Object.keys(value).length > 20;
  return fault(
    `${endpoint === 'createCampaign' ? 'campaign' : 'business'}-${member}-left-out`,
    endpoint,
    statement,
    `An unusual \`${member}\` is accepted, and left out of the answer`,
    onRecords([endpoint], (record, request) => {
      const { [member]: _gone, ...rest } = record;
      return isUnusual(sentJson(request)?.[member]) ? rest : record;
    }),
  );
}
