import { distinctIdFindings } from '../../src/checks/identity.ts';
import { need } from '../../src/target/not-assessed.ts';
import { exampleRecords } from './records.ts';
import { answersAsDocumented, isSafeToRead } from './scenes.ts';
import { conformance } from './suite.ts';

answersAsDocumented(12);
isSafeToRead(12);

const covers = { endpoint: 12, requirements: ['record.ids-are-distinct'], observes: ['e-mails.finished-reasons'] };

conformance('each execution is a record of its own', covers, async ({ implementation, check, observe }) => {
  const executions = await exampleRecords(implementation, 12);
  observe('e-mails.finished-reasons', [...new Set(executions.map(({ finished_reason: reason }) => reason))]);
  need(executions[1], 'CES_EMAIL_BLAST_ID of a blast with two executions');
  check('record.ids-are-distinct', distinctIdFindings(executions, '/executions'), await implementation.example(12));
});
