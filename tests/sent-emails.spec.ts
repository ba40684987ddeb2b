import { conformance } from '../src/engine/playwright/test.ts';
import { answersAsDocumented, identifiesItself, isSafeToRead } from './scenarios/answers.ts';
import { exampleRecord } from './scenarios/records.ts';

answersAsDocumented(8);
identifiesItself(8);
isSafeToRead(8);

conformance(
  'the reason of a failure',
  { endpoint: 8, requirements: [], observes: ['e-mails.failed-reason'] },
  async ({ implementation, observe }) => {
    const { failed_reason: reason } = await exampleRecord(implementation, 8);
    if (typeof reason === 'string') observe('e-mails.failed-reason', reason);
  },
);
