import type { PassingAnswer, PassingRequest, Variant } from '../../../../mutation/interposition.ts';
import type { EndpointName } from '../../../../src/specification/endpoints.ts';

const encoder = new TextEncoder();

/** A request of the suite, as it passes. */
export function requestOf(endpoint: EndpointName | null, target: string, body: unknown = undefined): PassingRequest {
  const headers = { authorization: 'Basic eDp5', 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' };
  const bytes = encoder.encode(body === undefined ? '' : JSON.stringify(body));
  return {
    method: body === undefined ? 'GET' : 'POST',
    target,
    headers,
    body: bytes,
    endpoint,
    id: decodeURIComponent(target.split('/')[2] ?? ''),
    connection: 1,
  };
}

export function answerOf(value: unknown, status = 200): PassingAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: encoder.encode(JSON.stringify(value)) };
}

/** What the suite sees of a variant that stands before a service which always answers the same, and what that service was asked. */
export async function seenThrough({ interpose }: Variant, request: PassingRequest, answer: PassingAnswer) {
  const asked: PassingRequest[] = [];
  const seen = await interpose?.()(request, async (passed) => {
    asked.push(passed);
    return answer;
  });
  if (seen === undefined || 'misbehaviour' in seen) throw new Error('Expected an answer that is a value.');
  return { ...seen, json: JSON.parse(new TextDecoder().decode(seen.body)) as Record<string, unknown>, asked };
}
