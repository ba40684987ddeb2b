import { FAULTS } from '../../../mutation/faults/index.ts';
import { expect, test } from '../../test.ts';
import { findingsOf } from './play.ts';

test.describe.configure({ timeout: 120_000 });

const STEPS = 'several steps come back, each with its own template and custom step';
const ADDRESS = 'the address of a campaign is the one that was named, not the first of its business';
const BATCH = 'the answer to a batch lists its customers, whatever their number and order';
const FLAGS = 'flags are answered as asked, each alone and all together in two orders';

/** What the finding of each fault says. */
const WORDS: readonly (readonly [fault: string, title: string, actual: RegExp])[] = [
  ['campaign-steps-reversed', STEPS, /^reversed: \[/],
  ['campaign-templates-of-first', STEPS, /^all equal the first: \[/],
  ['campaign-address-of-first', ADDRESS, /^"ema_bookings"/],
  ['batch-names-swapped', BATCH, /^1 and 2 swapped: \[/],
  ['flags-status-of-first', FLAGS, /^all equal the first: "new_inbox" true, "beta-reports" true, "sms.two_way" true$/],
  ['flags-states-by-position', FLAGS, /^by position, not by name: "new_inbox" false, /],
  ['flags-inverted-in-another-order', FLAGS, /^"beta-reports" true, "sms.two_way" true, "new_inbox" true$/],
];

for (const [name, title, actual] of WORDS)
  test(`${name}: one finding says what happened`, async () => {
    const fault = FAULTS.find((candidate) => candidate.name === name);
    if (fault === undefined) throw new Error(`no fault ${name}`);
    const findings = (await findingsOf(title, fault)).filter(({ level }) => level === 'requirement');
    expect(findings.map(({ requirement }) => requirement)).toEqual([fault.breaks[0]]);
    expect(findings[0]?.actual).toMatch(actual);
  });
