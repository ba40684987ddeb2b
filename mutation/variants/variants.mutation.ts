import { expect, test } from '@playwright/test';
import { chosenBy, QUICK } from '../chosen.ts';
import type { Variant } from '../interposition.ts';
import { failuresOf, runSuite } from '../run-suite.ts';
import { bundles, compose, titleOf } from './bundles.ts';
import { VARIANTS } from './topics.ts';

/** No variant hangs or loses anything, so patience costs nothing, and a busy machine raises no alarm. */
const PATIENCE = { CES_TIMEOUT_MS: '8000', CES_RESOLUTION_TIMEOUT_MS: '8000' };

/** What the whole suite reports against a service that makes permitted choices; nothing, if the suite is right. */
async function alarmsOf(variants: readonly Variant[]): Promise<string[]> {
  const { difference, variables, silent } = compose(variants);
  const run = await runSuite(difference, { variables: { ...PATIENCE, ...variables } });
  const { mistakes, changes, result } = run;
  return [
    ...failuresOf(run),
    ...mistakes.map((mistake) => `a mistake of the mutation run or of the suite: ${mistake}`),
    ...silent().map((name) => `never came into play: ${name}`),
    ...(changes === 0 ? ['nothing came into play'] : []),
    ...(result.noVerdictReason === undefined ? [] : [`no verdict: ${result.noVerdictReason}`]),
  ];
}

/** Bundles that `npm test` plays. */
const QUICK_BUNDLES = 2;
const SEED = 20_240_131;
/** An alarm that stays in a bundle is followed up by a run for each of its members. */
const LONGEST_MS = 10 * 60_000;

/** To be tried one by one, `*` for all of them: slow, and nothing can hide anything. */
const chosen = chosenBy('VARIANT', VARIANTS);

if (chosen === null) {
  bundles(SEED).forEach((variants, index) => {
    raisesNoAlarm(`variants: bundle ${index + 1} of ${variants.length}`, variants, index < QUICK_BUNDLES);
  });
} else for (const variant of chosen) raisesNoAlarm(`variant: ${variant.name}`, [variant]);

function raisesNoAlarm(title: string, variants: readonly Variant[], isQuick = false): void {
  const annotation = variants.map(({ name, permitted }) => ({ type: 'variant', description: `${name} (${permitted})` }));
  test(title, { annotation, tag: isQuick ? QUICK : [] }, async () => {
    test.setTimeout(LONGEST_MS);
    const alarms = await alarmsOf(variants);
    const { retry, project } = test.info();
    const culprits = alarms.length > 0 && variants.length > 1 && retry === project.retries ? await oneByOne(variants) : [];
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
