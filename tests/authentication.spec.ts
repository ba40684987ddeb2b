import { ENDPOINT_NAMES } from './library.ts';
import { rejectsWrongCredentials } from './scenarios/authentication/wrong-credentials.ts';
import { test } from './suite.ts';

// The test of batchUpdateCustomers stands in customers.spec.ts: one file at a time owns the customers.
for (const name of ENDPOINT_NAMES.filter((each) => each !== 'batchUpdateCustomers')) {
  test(`${name}: wrong credentials are rejected`, rejectsWrongCredentials(name, 'first'));
  test(`${name}: further wrong credentials are rejected`, rejectsWrongCredentials(name, 'further'));
}
