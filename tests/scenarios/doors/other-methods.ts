import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { type EndpointName, endpoint } from '../../../src/specification/endpoints.ts';

/** Records how HEAD and OPTIONS are answered, which the specification does not list. */
export function otherMethods(name: EndpointName) {
  const reads = endpoint(name).method === 'GET';
  return scenario(
    covers(name, [], { observes: reads ? ['methods.head', 'methods.options'] : 'methods.options' }),
    async ({ implementation, observe }) => {
      const [{ id, query } = {}] = await implementation.typicalCalls(name);
      const call = { ...(id !== undefined && { id }), ...(query !== undefined && { query }) };
      const [options, head] = await Promise.all([
        implementation.client.send(name, { ...call, method: 'OPTIONS' }),
        reads ? implementation.client.send(name, { ...call, method: 'HEAD' }) : null,
      ]);
      observe({ 'methods.options': { status: options.answer?.status ?? null, allow: options.answer?.headers.allow ?? null } });
      if (head) observe({ 'methods.head': head.answer?.status ?? null });
    },
  );
}
