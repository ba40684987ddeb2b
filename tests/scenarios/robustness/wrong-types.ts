import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { wrongTypes as bodiesOfWrongTypes, withoutMembers } from '../../../src/generation/wrong-types.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder, requestOf, sendAll, statusesOf, typicalBody } from './send.ts';

export function wrongTypes(name: EndpointName) {
  return scenario(covers(name, 'robustness.wrong-types', { observes: 'errors.wrong-types' }), async (context) => {
    const typical = await typicalBody(context, name);
    const sendBodies = (bodies: readonly unknown[]) =>
      sendAll(
        context,
        name,
        bodies.map((body) => ({ body })),
      );
    const attempts = await sendBodies(bodiesOfWrongTypes(requestOf(name), typical));
    context.observe({ 'errors.wrong-types': statusesOf(attempts) });
    // Which members a body must have is not shown, so a body without one may well be accepted.
    await inOrder(context, name, 'robustness.wrong-types', [...attempts, ...(await sendBodies(withoutMembers(typical)))]);
  });
}
