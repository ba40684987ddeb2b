import { usualOf } from './scenarios/usual.ts';
import { exampleRecord, scenario, test } from './suite.ts';

for (const [claim, covered] of usualOf('getSentEmail')) test(`getSentEmail: ${claim}`, covered);

test(
  'a sent e-mail may show why it failed',
  scenario('getSentEmail', 'e-mails.failed-reason', async ({ implementation, observe }) => {
    const { failed_reason: reason } = await exampleRecord(implementation, 'getSentEmail');
    if (typeof reason === 'string') observe({ 'e-mails.failed-reason': reason });
  }),
);
