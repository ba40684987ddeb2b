import { distinctIdFindings } from '../src/checks/identity.ts';
import { conformance } from '../src/engine/playwright/test.ts';
import { NotAssessed } from '../src/settings/not-assessed.ts';
import { answersAsDocumented, isSafeToRead } from './scenarios/answers.ts';
import { exampleRecords } from './scenarios/records.ts';

answersAsDocumented(12);
isSafeToRead(12);

const covers = { endpoint: 12, requirements: ['record.ids-are-distinct'], observes: ['e-mails.finished-reasons'] };

conformance('each execution is a record of its own', covers, async ({ implementation, check, observe }) => {
  const executions = await exampleRecords(implementation, 12);
  observe('e-mails.finished-reasons', [...new Set(executions.map(({ finished_reason: reason }) => reason))]);
  if (executions.length < 2) throw new NotAssessed('The blast has fewer than two executions', ['CES_EMAIL_BLAST_ID']);
  check('record.ids-are-distinct', distinctIdFindings(executions, '/executions'), await implementation.example(12));
});
