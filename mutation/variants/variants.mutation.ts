import { expect, test } from '@playwright/test';
import type { Variant } from '../interposition.ts';
import { alarmsOf } from './alarms.ts';
import { bundles, pairs, titleOf } from './bundles.ts';
import { VARIANTS } from './topics.ts';

const PAIRS = 20;
const SEED = 20_240_131;
/** An alarm in a bundle is followed up by a run for each of its members. */
const LONGEST_MS = 10 * 60_000;

/** Name of one variant to be tried alone, or `each` for all of them one by one: slow, and nothing can hide anything. */
const { VARIANT: wanted } = process.env;

if (wanted === undefined) {
  bundles(SEED).forEach((variants, index) => {
    raisesNoAlarm(`variants: bundle ${index + 1} of ${variants.length}`, variants);
  });
  for (const pair of pairs(PAIRS, SEED)) raisesNoAlarm(`pair: ${titleOf(pair)}`, pair);
} else {
  const chosen = VARIANTS.filter(({ name }) => wanted === 'each' || name === wanted);
  if (chosen.length === 0) throw new Error(`VARIANT=${wanted}: no variant has that name. See the tables in mutation/variants.`);
  for (const variant of chosen) raisesNoAlarm(`variant: ${variant.name}`, [variant]);
}

function raisesNoAlarm(title: string, variants: readonly Variant[]): void {
  const annotation = variants.map(({ name, permitted }) => ({ type: 'variant', description: `${name} (${permitted})` }));
  test(title, { annotation }, async () => {
    test.setTimeout(LONGEST_MS);
    const alarms = await alarmsOf(variants);
    const culprits = alarms.length > 0 && variants.length > 1 ? await oneByOne(variants) : [];
    expect([...culprits, ...alarms], titleOf(variants)).toEqual([]);
  });
}

async function oneByOne(variants: readonly Variant[]): Promise<string[]> {
  const culprits: string[] = [];
  for (const variant of variants) {
    const alarms = await alarmsOf([variant]);
    if (alarms.length > 0) culprits.push(`alone too: ${variant.name}: ${alarms.length} alarms`);
  }
  return culprits;
}
