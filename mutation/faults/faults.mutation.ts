import { expect, test } from '@playwright/test';
import { judgeFault, OUTCOME } from '../judge-fault.ts';
import { FAULTS } from './index.ts';

const { FAULT: wanted } = process.env;
const chosen = FAULTS.filter(({ name }) => wanted === undefined || name === wanted);
if (chosen.length === 0)
  throw new Error(`FAULT=${wanted}: no fault has that name. The names are in reports/faults.md, or: npm run mutation -- --list`);

for (const fault of chosen)
  test(`fault: ${fault.name}`, async () => {
    const outcome = await judgeFault(fault);
    await test.info().attach(OUTCOME, { body: JSON.stringify(outcome), contentType: 'application/json' });
    expect.soft(outcome.mistakes, 'mistakes of the mutation run or of the suite').toEqual([]);
    expect.soft(outcome.triggered, `${fault.name} came into play`).toBe(true);
    if (fault.only) expect.soft(outcome.reported, 'the one statement that the fault breaks').toEqual(fault.breaks.slice(0, 1));
    expect(outcome.detected, `${fault.name} is detected (${fault.description}; breaks ${fault.breaks.join(', ')})`).toBe(true);
  });
