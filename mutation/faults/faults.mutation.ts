import { expect, test } from '@playwright/test';
import pLimit from 'p-limit';
import { chosenBy, firstAlone, IS_THOROUGH, QUICK, quickFaults } from '../chosen.ts';
import type { Fault } from '../fault.ts';
import { type FaultOutcome, judgeFault, OUTCOME } from '../judge-fault.ts';
import { FAULTS } from './index.ts';

/** Faults that a worker plays side by side. On two cores more are no faster: 222 faults took 105 s by six, 99 s by two. */
const SIDE_BY_SIDE = 2;
/** Few enough that all workers end at about the same time. */
const GROUP_SIZE = 36;

const chosen = chosenBy('FAULT', FAULTS);
const quick = quickFaults(FAULTS);
// It takes all scenarios of an endpoint, where others end at the first that names them.
const alone = chosen === null && !IS_THOROUGH ? firstAlone(FAULTS) : new Set(FAULTS.filter(({ only }) => only));

const limit = pLimit(SIDE_BY_SIDE);
const outcomes = new Map<Fault, Promise<FaultOutcome>>();

for (const isQuick of [true, false]) {
  const faults = (chosen ?? FAULTS).filter((fault) => quick.has(fault) === isQuick);
  for (let first = 0; first < faults.length; first += GROUP_SIZE) declare(faults.slice(first, first + GROUP_SIZE), isQuick);
}

/** Declares the tests of faults that one worker plays. */
function declare(group: readonly Fault[], isQuick: boolean): void {
  test.describe(() => {
    test.describe.configure({ mode: 'default' });
    for (const [index, fault] of group.entries())
      test(`fault: ${fault.name}`, { tag: isQuick ? QUICK : [] }, async () => {
        // A busy machine may not meet a fault beside others, so it is played again alone.
        for (const next of test.info().retry > 0 ? [fault] : group.slice(index)) begin(next);
        const outcome = await outcomes.get(fault);
        if (outcome === undefined) throw new Error(`${fault.name} was not played`);
        await test.info().attach(OUTCOME, { body: JSON.stringify(outcome), contentType: 'application/json' });
        expect.soft(outcome.mistakes, 'mistakes of the mutation run or of the suite').toEqual([]);
        expect.soft(outcome.triggered, `${fault.name} came into play`).toBe(true);
        if (outcome.only) expect.soft(outcome.reported, 'the one statement that the fault breaks').toEqual(fault.breaks.slice(0, 1));
        expect(outcome.detected, `${fault.name} is detected (${fault.description}; breaks ${fault.breaks.join(', ')})`).toBe(true);
      });
  });
}

function begin(fault: Fault): void {
  if (outcomes.has(fault)) return;
  const outcome = limit(() => judgeFault(fault, { replays: IS_THOROUGH || quick.has(fault), only: alone.has(fault) }));
  // Whoever waits for it hears of a failure; until then nobody listens.
  outcome.catch(() => {});
  outcomes.set(fault, outcome);
}
