import { ENDPOINTS } from '../src/specification/endpoints.ts';
import { staysInOrder } from './scenarios/robustness.ts';

// Endpoint 3 writes customers: its checks stand in customers.spec.ts, where one test at a time owns them.
for (const { number } of ENDPOINTS) if (number !== 3) staysInOrder(number);
