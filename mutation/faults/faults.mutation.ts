import { expect, test } from '@playwright/test';
import { firstAlone, IS_THOROUGH, matching, QUICK, quickFaults } from '../chosen.ts';
import { judgeFault, OUTCOME } from '../judge-fault.ts';
import { FAULTS } from './index.ts';

const { FAULT: wanted, VARIANT: variant } = process.env;
const chosen = FAULTS.filter(({ name }) => (wanted === undefined ? variant === undefined : matching(wanted)(name)));
if (wanted !== undefined && chosen.length === 0)
  throw new Error(`FAULT=${wanted}: no fault has that name. The names are in reports/faults.md, or: npm run mutation -- --list`);
const quick = quickFaults(FAULTS);
// It takes all scenarios of an endpoint, where others end at the first that names them.
const alone = wanted === undefined && !IS_THOROUGH ? firstAlone(FAULTS) : new Set(FAULTS.filter(({ only }) => only));

for (const fault of chosen)
  test(`fault: ${fault.name}`, { tag: quick.has(fault) ? QUICK : [] }, async () => {
    const outcome = await judgeFault(fault, { replays: IS_THOROUGH || quick.has(fault), only: alone.has(fault) });
    await test.info().attach(OUTCOME, { body: JSON.stringify(outcome), contentType: 'application/json' });
    expect.soft(outcome.mistakes, 'mistakes of the mutation run or of the suite').toEqual([]);
    expect.soft(outcome.triggered, `${fault.name} came into play`).toBe(true);
    if (outcome.only) expect.soft(outcome.reported, 'the one statement that the fault breaks').toEqual(fault.breaks.slice(0, 1));
    expect(outcome.detected, `${fault.name} is detected (${fault.description}; breaks ${fault.breaks.join(', ')})`).toBe(true);
  });
