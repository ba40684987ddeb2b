import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { QUERY_GARBAGE } from '../../../src/generation/hostile.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder, sendOne } from './send.ts';
import { sendPacked } from './send-packed.ts';

export function meaninglessQuery(name: EndpointName) {
  return scenario(covers(name, 'robustness.query-garbage'), async (context) => {
    const plain = () => sendOne(context, name, { query: 'conformance=1' });
    const attempts = await sendPacked(context, name, QUERY_GARBAGE, plain);
    await inOrder(context, name, 'robustness.query-garbage', attempts);
  });
}
