import { test } from '../src/engine/playwright/test.ts';
import { ENDPOINT_NAMES, READS } from '../src/specification/endpoints.ts';
import { robustnessOf } from './scenarios/robustness/all.ts';

// The scenarios of batchUpdateCustomers stand in customers.spec.ts: one file at a time owns the customers.
for (const name of ENDPOINT_NAMES.filter((each) => each !== 'batchUpdateCustomers' && !READS.includes(each)))
  for (const [claim, covered] of robustnessOf(name)) test(`${name}: ${claim}`, covered);
