import type { Variant } from '../interposition.ts';
import { runSuite } from '../run-suite.ts';
import { compose } from './compose.ts';

/** No variant hangs or loses anything, so patience costs nothing, and a busy machine raises no alarm. */
const PATIENCE = { CES_TIMEOUT_MS: '8000', CES_RESOLUTION_TIMEOUT_MS: '8000' };

/** What the whole suite reports against a service that makes permitted choices; nothing, if the suite is right. */
export async function alarmsOf(variants: readonly Variant[]): Promise<string[]> {
  const { difference, variables, silent } = compose(variants);
  const plan = { parts: [() => true], settles: () => false, variables: { ...PATIENCE, ...variables } };
  const { failed, mistakes, changes, result } = await runSuite(difference, plan);
  return [
    ...failed.map(({ requirement, endpoint, findings }) => `${requirement} at ${endpoint}: ${JSON.stringify(findings)}`),
    ...mistakes.map((mistake) => `a mistake of the mutation run or of the suite: ${mistake}`),
    ...silent().map((name) => `never came into play: ${name}`),
    ...(changes === 0 ? ['nothing came into play'] : []),
    ...(result.noVerdictReason === undefined ? [] : [`no verdict: ${result.noVerdictReason}`]),
  ];
}
