import { namesQuota, readingOf, writeOutcome } from '../../../src/http/reading.ts';
import { test } from '../../test.ts';
import { expectCalls } from '../../transcript.ts';
import { of } from '../checks/exchanges.ts';

test('what an exchange says of its target, and of what it was to write, was approved', () =>
  expectCalls('http/reading.txt', { readingOf: of(readingOf), writeOutcome: of(writeOutcome), namesQuota: of(namesQuota) }));
