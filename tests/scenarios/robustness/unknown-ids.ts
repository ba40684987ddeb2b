import type { Finding } from '../../../src/checks/finding.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { jsonOf, mediaTypeOf } from '../../../src/http/body.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { isSuccess, outcome } from '../../../src/http/outcome.ts';
import { type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';
import { isObject } from '../../../src/specification/json-object.ts';
import { inOrder, sendUnknown } from './send.ts';

export function unknownIds(name: EndpointName) {
  return scenario(
    covers(name, isJson(name) ? ['robustness.unknown-ids', 'robustness.unknown-id-is-not-null'] : 'robustness.unknown-ids', {
      observes: ['errors.unknown-id', 'errors.unknown-id-body'],
    }),
    async (context) => {
      const { difference, exchange } = await sendUnknown(context, name);
      const { answer } = exchange;
      context.observe({ 'errors.unknown-id': answer?.status ?? null });
      if (answer) {
        const json = jsonOf(answer);
        const members = 'value' in json && isObject(json.value) ? Object.keys(json.value) : null;
        context.observe({ 'errors.unknown-id-body': { mediaType: mediaTypeOf(answer), members } });
      }
      await inOrder(context, name, 'robustness.unknown-ids', [{ difference, exchange }]);
      if (isJson(name)) context.check({ 'robustness.unknown-id-is-not-null': nullFindings(exchange) }, exchange);
    },
  );
}

function isJson(name: EndpointName): boolean {
  return endpoint(name).response !== null;
}

/** A success says that there is something. What it shows of an unknown id is left open, but `null` is nothing. */
function nullFindings(exchange: Exchange): Finding[] {
  const json = isSuccess(exchange) ? jsonOf(exchange.answer) : null;
  if (json === null || !('value' in json) || json.value !== null) return [];
  return [{ expected: 'no success with nothing in it, since the id names no record', actual: `${outcome(exchange)} with null` }];
}
