import { conformance } from '../src/engine/playwright/test.ts';
import { answersAsDocumented, identifiesItself, isSafeToRead } from './scenarios/answers.ts';
import { exampleRecord } from './scenarios/records.ts';

answersAsDocumented(13);
identifiesItself(13);
isSafeToRead(13);

conformance(
  'what the filter looks like',
  { endpoint: 13, requirements: [], observes: ['segments.filter'] },
  async ({ implementation, observe }) => {
    const { filter } = await exampleRecord(implementation, 13);
    if (typeof filter === 'string') observe('segments.filter', filter.slice(0, 40));
  },
);
