import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { HOSTILE_IDS } from '../../../src/generation/hostile.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder, send } from './send.ts';

export function hostileIds(name: EndpointName): CoveredScenario {
  return [
    covers(name, 'robustness.hostile-ids'),
    scenario(async (context) => {
      const exchanges = await context.all(HOSTILE_IDS.map((id) => send(context, name, id)));
      inOrder(context, 'robustness.hostile-ids', exchanges);
    }),
  ];
}
