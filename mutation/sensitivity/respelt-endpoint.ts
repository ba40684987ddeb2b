import type { EndpointName } from '../../src/specification/endpoints.ts';
import type { PassingRequest } from '../interposition.ts';
import { recognise } from '../proxy/passing-request.ts';

/**
 * The endpoint that a tolerant service may take a request for: PUT in place of POST, or a path in another spelling (letter case, escapes,
 * slashes, parameters of the path). Null for none.
 */
export function respeltEndpoint({ method, target }: Pick<PassingRequest, 'method' | 'target'>, prefix: string): EndpointName | null {
  const [path = ''] = target.split(/[?;]/);
  const plain = path
    .replace(/%(?:[46][1-9a-f]|[57][0-9a])/gi, decodeURIComponent)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase();
  return recognise(method === 'PUT' ? 'POST' : method, plain, prefix.toLowerCase()).endpoint;
}
