import type { CoveredScenario } from '../../../src/engine/playwright/test.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { QUERY_GARBAGE } from '../../../src/generation/hostile.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder } from './send.ts';
import { sendPacked } from './send-packed.ts';

export function meaninglessQuery(name: EndpointName): CoveredScenario {
  return [
    covers(name, 'robustness.query-garbage'),
    scenario(async (context) => {
      await inOrder(context, name, 'robustness.query-garbage', await sendPacked(context, name, QUERY_GARBAGE));
    }),
  ];
}
