import { identifiesItself, isSafeToRead, typicalAnswer } from './scenarios/answers.ts';
import { secondIsItsOwn } from './scenarios/other-records.ts';
import { covers, exampleRecord, scenario, test } from './suite.ts';

test('getSentEmail: the typical answer is as documented', typicalAnswer('getSentEmail'));
test('getSentEmail: the answer is the record asked for', identifiesItself('getSentEmail'));
test('getSentEmail: reading changes nothing', isSafeToRead('getSentEmail'));
test('getSentEmail: a second record is its own', secondIsItsOwn('getSentEmail'));

test(
  'a sent e-mail may show why it failed',
  scenario(covers('getSentEmail', [], { observes: 'e-mails.failed-reason' }), async ({ implementation, observe }) => {
    const { failed_reason: reason } = await exampleRecord(implementation, 'getSentEmail');
    if (typeof reason === 'string') observe({ 'e-mails.failed-reason': reason });
  }),
);
