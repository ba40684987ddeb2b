import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { wrongTypes as bodiesOfWrongTypes, withoutMembers } from '../../../src/generation/wrong-types.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder, requestOf, send, statusesOf, typicalBody } from './send.ts';

export function wrongTypes(name: EndpointName): CoveredScenario {
  return [
    covers(name, 'robustness.wrong-types', { observes: 'errors.wrong-types' }),
    scenario(async (context) => {
      const typical = await typicalBody(context, name);
      const sendAll = (bodies: readonly unknown[]) => context.all(bodies.map((body) => send(context, name, { body })));
      const exchanges = await sendAll(bodiesOfWrongTypes(requestOf(name), typical));
      context.observe({ 'errors.wrong-types': statusesOf(exchanges) });
      // Which members a body must have is not shown, so a body without one may well be accepted.
      inOrder(context, 'robustness.wrong-types', [...exchanges, ...(await sendAll(withoutMembers(typical)))]);
    }),
  ];
}
