import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { freeMember } from '../../../src/generation/free-member.ts';
import { bodiesAtTheEdge } from '../../../src/generation/hostile.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { inOrder, requestOf, typicalBody } from './send.ts';
import { sendPacked } from './send-packed.ts';

export function edgeOfJson(name: EndpointName) {
  const member = freeMember(requestOf(name));
  if (member === null) throw new Error(`The requests of ${name} have no free member.`);
  return scenario(covers(name, 'robustness.unusual-json'), async (context) => {
    const typical = await typicalBody(context, name);
    const attempts = await sendPacked(context, name, bodiesAtTheEdge(typical, member));
    await inOrder(context, name, 'robustness.unusual-json', attempts);
  });
}
