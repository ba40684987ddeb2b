import { ENDPOINTS } from '../src/specification/endpoints.ts';
import { rejectsWrongCredentials } from './scenarios/authentication.ts';

// Endpoint 3 writes customers: its checks stand in customers.spec.ts, where one test at a time owns them.
for (const { number } of ENDPOINTS) if (number !== 3) rejectsWrongCredentials(number);
