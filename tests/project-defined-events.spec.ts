import { test } from '../src/engine/playwright/test.ts';
import { answersAsDocumented, identifiesItself, isSafeToRead } from './scenarios/answers.ts';
import { secondIsItsOwn } from './scenarios/other-records/second-records.ts';

test('getProjectDefinedEvent: the typical answer is as documented', ...answersAsDocumented('getProjectDefinedEvent'));
test('getProjectDefinedEvent: the answer is the record asked for', ...identifiesItself('getProjectDefinedEvent'));
test('getProjectDefinedEvent: reading changes nothing', ...isSafeToRead('getProjectDefinedEvent'));
test('getProjectDefinedEvent: a second record is its own', ...secondIsItsOwn('getProjectDefinedEvent'));
