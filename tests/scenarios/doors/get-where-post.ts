import { type Finding, foundIn } from '../../../src/checks/finding.ts';
import { CARDS } from '../../../src/client/api/cards.ts';
import type { Call } from '../../../src/client/call.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { ScenarioContext } from '../../../src/engine/scenario.ts';
import { objectIn } from '../../../src/http/body.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { NotAssessed } from '../../../src/settings/not-assessed.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { isObject } from '../../../src/specification/json-object.ts';
import { EFFECTS } from '../authentication/effects.ts';
import { renewed } from '../echo.ts';

/** Sends GET with the body of the typical POST. However it is answered, nothing may come of it (RFC 9110 §9.2.1). */
export function getMakesNothing(name: EndpointName) {
  return scenario(covers(name, 'robustness.get-creates-nothing', { observes: 'methods.get-where-post' }), async (context) => {
    const { implementation, observe, check } = context;
    if (implementation.settings.run.readOnly)
      throw new NotAssessed('A GET that might write is not sent in a read-only run', ['CES_READ_ONLY']);
    const call = await getCall(context, name);
    const exchange = await implementation.client.send(name, call);
    observe({ 'methods.get-where-post': { status: exchange.answer?.status ?? null, allow: exchange.answer?.headers.allow ?? null } });
    check({ 'robustness.get-creates-nothing': await findingsAt(context, name, call, exchange) }, exchange);
  });
}

async function getCall({ implementation }: ScenarioContext, name: EndpointName): Promise<Call> {
  const [typical] = await implementation.typicalCalls(name);
  if (typical === undefined) throw new Error(`${name} has no typical call.`);
  const named = isObject(typical.body) && Object.hasOwn(typical.body, 'name');
  const call = named ? { ...typical, body: renewed(implementation, typical.body) } : typical;
  return { ...(CARDS[name].marked?.(call, implementation.unique()) ?? call), method: 'GET' };
}

async function findingsAt(context: ScenarioContext, name: EndpointName, call: Call, exchange: Exchange): Promise<Finding[]> {
  const effects = EFFECTS[name];
  if (effects) {
    const done = await effects(context, [{ call, exchange, title: 'GET' }]);
    return done.length === 0 ? [] : foundIn(exchange, [{ expected: 'nothing done', actual: 'GET was carried out like POST' }]);
  }
  const id = idIn(exchange);
  if (id === null) return [];
  // One id may be that of a record which GET shows. Another one each time is a new record each time.
  const again = await context.implementation.client.send(name, call);
  const other = idIn(again);
  const expected = 'no new record: GET is safe';
  return other === null || other === id ? [] : foundIn(again, [{ expected, actual: 'a record with another id for each GET' }]);
}

function idIn(exchange: Exchange): string | null {
  const id = objectIn(exchange)?.id;
  return typeof id === 'string' ? id : null;
}
