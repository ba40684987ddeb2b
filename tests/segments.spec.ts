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
