import { READS } from './library.ts';
import { robustnessOf } from './scenarios/robustness/all.ts';
import { test } from './suite.ts';

for (const name of READS) for (const [claim, covered] of robustnessOf(name)) test(`${name}: ${claim}`, covered);
