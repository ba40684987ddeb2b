import { isObject } from '../../../src/checks/json-equality.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { jsonOf, mediaTypeOf } from '../../../src/http/body.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder, send } from './send.ts';

export function unknownIds(name: EndpointName): CoveredScenario {
  return [
    covers(name, 'robustness.unknown-ids', { observes: ['errors.unknown-id', 'errors.unknown-id-body'] }),
    scenario(async (context) => {
      const difference = { id: `${context.implementation.unique()}-unknown` };
      const exchange = await send(context, name, difference);
      const { answer } = exchange;
      context.observe({ 'errors.unknown-id': answer?.status ?? null });
      if (answer) {
        const json = jsonOf(answer);
        const members = 'value' in json && isObject(json.value) ? Object.keys(json.value) : null;
        context.observe({ 'errors.unknown-id-body': { mediaType: mediaTypeOf(answer), members } });
      }
      await inOrder(context, name, 'robustness.unknown-ids', [{ difference, exchange }]);
    }),
  ];
}
