import { campaignLeavesAsItIs } from './scenarios/campaigns.ts';
import { usualOf } from './scenarios/usual.ts';
import { exampleRecord, scenario, test } from './suite.ts';

for (const [claim, covered] of usualOf('getSegment')) test(`getSegment: ${claim}`, covered);

test(
  'a segment shows the beginning of its filter',
  scenario('getSegment', 'segments.filter', async ({ implementation, observe }) => {
    const { filter } = await exampleRecord(implementation, 'getSegment');
    if (typeof filter === 'string') observe({ 'segments.filter': filter.slice(0, 40) });
  }),
);

test(
  'a campaign that excludes a customer of a segment leaves him in the segment',
  campaignLeavesAsItIs('getSegment', 'static_customers', async (implementation, { id: segment, static_customers: customers }) => {
    const [customer] = Array.isArray(customers) ? customers : [];
    if (typeof customer !== 'string') return null;
    const body = { segment, enrolled_customers: 'all', excluded_customers: [customer] };
    return { id: await implementation.businessId(), body };
  }),
);
