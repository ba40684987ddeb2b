import { distinctIdFindings } from './library.ts';
import { isSafeToRead, typicalAnswer } from './scenarios/answers.ts';
import { secondIsItsOwn, unknownIdIsNoOther } from './scenarios/other-records.ts';
import { covers, exampleRecords, NotAssessed, scenario, test } from './suite.ts';

test('listEmailBlastExecutions: the typical answer is as documented', typicalAnswer('listEmailBlastExecutions'));
test('listEmailBlastExecutions: reading changes nothing', isSafeToRead('listEmailBlastExecutions'));
test('listEmailBlastExecutions: a second record is its own', secondIsItsOwn('listEmailBlastExecutions'));
test('listEmailBlastExecutions: an unknown id leads to no other record', unknownIdIsNoOther('listEmailBlastExecutions'));

test(
  'each execution of a blast is a record of its own',
  scenario(
    covers('listEmailBlastExecutions', 'record.ids-are-distinct', { observes: 'e-mails.finished-reasons' }),
    async ({ implementation, check, observe }) => {
      const executions = await exampleRecords(implementation, 'listEmailBlastExecutions');
      observe({ 'e-mails.finished-reasons': [...new Set(executions.map(({ finished_reason: reason }) => reason))] });
      if (executions.length < 2) throw new NotAssessed('The blast has fewer than two executions', ['CES_EMAIL_BLAST_ID']);
      const exchange = await implementation.example('listEmailBlastExecutions');
      check({ 'record.ids-are-distinct': distinctIdFindings(executions, '/executions') }, exchange);
    },
  ),
);
