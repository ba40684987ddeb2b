import type { CoveredScenario } from '../../../src/engine/playwright/test.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { HOSTILE_IDS } from '../../../src/generation/hostile.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder } from './send.ts';
import { sendPacked } from './send-packed.ts';

export function hostileIds(name: EndpointName): CoveredScenario {
  return [
    covers(name, 'robustness.hostile-ids'),
    scenario(async (context) => {
      await inOrder(context, name, 'robustness.hostile-ids', await sendPacked(context, name, HOSTILE_IDS));
    }),
  ];
}
