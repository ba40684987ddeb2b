import { test } from '../src/engine/playwright/test.ts';
import { READS } from '../src/specification/endpoints.ts';
import { robustnessOf } from './scenarios/robustness/all.ts';

for (const name of READS) for (const [claim, covered] of robustnessOf(name)) test(`${name}: ${claim}`, covered);
