import { ENDPOINT_NAMES, READS } from './library.ts';
import { robustnessOf } from './scenarios/robustness/all.ts';
import { test } from './suite.ts';

// The scenarios of batchUpdateCustomers stand in customers.spec.ts: one file at a time owns the customers.
for (const name of ENDPOINT_NAMES.filter((each) => each !== 'batchUpdateCustomers' && !READS.includes(each)))
  for (const [claim, covered] of robustnessOf(name)) test(`${name}: ${claim}`, covered);
