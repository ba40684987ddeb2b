import { type JsonObject, onRecords, sentJson } from '../answers.ts';
import { fault, ONLY } from '../fault.ts';
import type { Fault } from '../interposition.ts';

const ALL = 'campaign.all-enrols-every-customer';
const NAMED = 'campaign.enrolled-customers-come-back';

const both = (ids: readonly unknown[]) => ({ enrolled_customers: ids, enrolled_customer_ids: ids });
const sentAs = (isConcerned: (sent: unknown) => boolean, change: (campaign: JsonObject) => JsonObject) =>
  onRecords(['createCampaign'], (campaign, request) =>
    isConcerned(sentJson(request)?.enrolled_customers) ? { ...campaign, ...change(campaign) } : campaign,
  );
const isAll = (sent: unknown) => sent === 'all';
const isNamed = (sent: unknown) => Array.isArray(sent) && sent.length > 0;

/** A campaign enrols somebody whom it excludes. */
const enrolsExcluded = (isConcerned: (sent: unknown) => boolean, pick: (excluded: unknown[]) => unknown[]) =>
  onRecords(['createCampaign'], (campaign, request) => {
    const { enrolled_customers: enrolled, excluded_customers: excluded } = sentJson(request) ?? {};
    if (!isConcerned(enrolled) || !Array.isArray(excluded)) return campaign;
    return { ...campaign, enrolled_customer_ids: [...(campaign.enrolled_customer_ids as unknown[]), ...pick(excluded)] };
  });

/** Both lists in which a campaign shows whom it enrols. */
export const ENROLMENT_FAULTS: readonly Fault[] = [
  fault(
    'campaign-all-nobody',
    'createCampaign',
    ALL,
    '`all` is nobody',
    sentAs(isAll, () => both([])),
    ONLY,
  ),
  fault(
    'campaign-all-literal',
    'createCampaign',
    ALL,
    '`all` is taken for an id',
    sentAs(isAll, () => both(['all'])),
    ONLY,
  ),
  fault(
    'campaign-started-with-nobody',
    'createCampaign',
    NAMED,
    'A campaign starts without the customers that are named',
    sentAs(isNamed, () => ({ ...both([]), status: 'started' })),
    ONLY,
  ),
  fault(
    'campaign-enrols-first-of-named',
    'createCampaign',
    NAMED,
    'Only the first of those that are named is enrolled, in the list of ids',
    sentAs(isNamed, ({ enrolled_customer_ids: ids }) => ({
      enrolled_customers: [],
      enrolled_customer_ids: (ids as unknown[]).slice(0, 1),
    })),
    ONLY,
  ),
  ...(
    [
      ['campaign-enrols-excluded-of-named', 'Who is excluded is looked for among all only', isNamed, (excluded) => excluded],
      ['campaign-enrols-excluded-of-all', 'Who is excluded is looked for among the named only', isAll, (excluded) => excluded],
      ['campaign-excludes-all-but-the-last', 'The last of the excluded is lost', () => true, (excluded) => excluded.slice(-1)],
    ] as const satisfies readonly (readonly [string, string, (sent: unknown) => boolean, (excluded: unknown[]) => unknown[]])[]
  ).map(([name, description, isConcerned, pick]) =>
    fault(name, 'createCampaign', 'robustness.excluded-are-not-enrolled', description, enrolsExcluded(isConcerned, pick), ONLY),
  ),
];
