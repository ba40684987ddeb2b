import { foundIn } from '../../../src/checks/finding.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import { ALMOST_JSON, NOT_JSON } from '../../../src/generation/hostile.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { schema } from '../../../src/specification/schemas.ts';
import { inOrder, requestOf, sendAll, statusesOf } from './send.ts';

export function notJson(name: EndpointName) {
  return scenario(
    covers(name, readsItsBody(name) ? ['robustness.non-json-survived', 'robustness.non-json-refused'] : 'robustness.non-json-survived', {
      observes: 'errors.non-json-body',
    }),
    async (context) => {
      // Nothing is sent where the typical call wants a setting.
      await context.implementation.typicalCalls(name);
      const sendBodies = (bodies: typeof NOT_JSON) =>
        sendAll(
          context,
          name,
          bodies.map((rawBody) => ({ rawBody })),
        );
      const attempts = await sendBodies(NOT_JSON);
      const almost = await sendBodies(ALMOST_JSON);
      context.observe({ 'errors.non-json-body': statusesOf(attempts) });
      await inOrder(context, name, 'robustness.non-json-survived', [...attempts, ...almost]);
      if (readsItsBody(name))
        await refused(
          context,
          name,
          attempts.map(({ exchange }) => exchange),
        );
    },
  );
}

/** An endpoint whose request has no members (`copyEmailTemplate`) may well not look at the body. */
function readsItsBody(name: EndpointName): boolean {
  return Object.keys(schema(requestOf(name)).properties ?? {}).length > 0;
}

/** A refusal proves something only beside its control request, which holds JSON and is accepted. */
async function refused(
  { implementation, check, notAssessed }: ScenarioContext,
  name: EndpointName,
  exchanges: readonly Exchange[],
): Promise<void> {
  const control = await implementation.example(name);
  if (!isSuccess(control)) return notAssessed('robustness.non-json-refused', `JSON is not accepted either: ${outcome(control)}`);
  const accepted = exchanges.filter(isSuccess).slice(0, 3);
  const findings = accepted.flatMap((exchange) => foundIn(exchange, [{ expected: 'a rejection', actual: outcome(exchange) }]));
  check({ 'robustness.non-json-refused': findings }, control);
}
