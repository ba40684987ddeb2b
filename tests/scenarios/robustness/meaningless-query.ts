import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { QUERY_GARBAGE } from '../../../src/generation/hostile.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder, sendAll } from './send.ts';

export function meaninglessQuery(name: EndpointName): CoveredScenario {
  return [
    covers(name, 'robustness.query-garbage'),
    scenario(async (context) => {
      const queries = QUERY_GARBAGE.map((query) => ({ query }));
      await inOrder(context, name, 'robustness.query-garbage', await sendAll(context, name, queries));
    }),
  ];
}
