import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder, sendAll } from './send.ts';

const MEDIA_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=none',
  'nonsense',
  'application/json; charset=utf-7',
];

export function wrongMediaType(name: EndpointName) {
  return scenario(covers(name, 'robustness.wrong-media-type', { observes: 'errors.wrong-media-type' }), async (context) => {
    const [typical] = await context.implementation.typicalCalls(name);
    const body = typical?.body === undefined ? {} : { body: typical.body };
    const attempts = await sendAll(
      context,
      name,
      MEDIA_TYPES.map((type) => ({ ...body, headers: { 'content-type': type } })),
    );
    context.observe({ 'errors.wrong-media-type': attempts[0]?.exchange.answer?.status ?? null });
    await inOrder(context, name, 'robustness.wrong-media-type', attempts);
  });
}
