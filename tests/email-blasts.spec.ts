import { distinctIdDeviations } from './judging.ts';
import { usualOf } from './scenarios/usual.ts';
import { exampleRecords, NotAssessed, scenario, test } from './suite.ts';

for (const [claim, covered] of usualOf('listEmailBlastExecutions')) test(`listEmailBlastExecutions: ${claim}`, covered);

test(
  'each execution of a blast is a record of its own',
  scenario('listEmailBlastExecutions', ['record.ids-are-distinct', 'e-mails.finished-reasons'], async (context) => {
    const { implementation, check, observe } = context;
    const executions = await exampleRecords(implementation, 'listEmailBlastExecutions');
    observe({ 'e-mails.finished-reasons': [...new Set(executions.map(({ finished_reason: reason }) => reason))] });
    if (executions.length < 2) throw new NotAssessed('The blast has fewer than two executions', ['CES_EMAIL_BLAST_ID']);
    const exchange = await implementation.example('listEmailBlastExecutions');
    check({ 'record.ids-are-distinct': distinctIdDeviations(executions, '/executions') }, exchange);
  }),
);
