import { identifiesItself, isSafeToRead, typicalAnswer } from './scenarios/answers.ts';
import { secondIsItsOwn } from './scenarios/other-records.ts';
import { covers, exampleRecord, scenario, test } from './suite.ts';

test('getSegment: the typical answer is as documented', typicalAnswer('getSegment'));
test('getSegment: the answer is the record asked for', identifiesItself('getSegment'));
test('getSegment: reading changes nothing', isSafeToRead('getSegment'));
test('getSegment: a second record is its own', secondIsItsOwn('getSegment'));

test(
  'a segment shows the beginning of its filter',
  scenario(covers('getSegment', [], { observes: 'segments.filter' }), async ({ implementation, observe }) => {
    const { filter } = await exampleRecord(implementation, 'getSegment');
    if (typeof filter === 'string') observe({ 'segments.filter': filter.slice(0, 40) });
  }),
);
