import type { PassingRequest } from '../interposition.ts';

/** The request with another record in its path. */
export function withId(request: PassingRequest, id: string): PassingRequest {
  const [path = '', query] = request.target.split(/\?(.*)/s);
  const segments = path.split('/').map((segment) => (decoded(segment) === request.id ? encodeURIComponent(id) : segment));
  return { ...request, id, target: segments.join('/') + (query === undefined ? '' : `?${query}`) };
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null; // The suite sends paths that are no UTF-8 on purpose; they name no record.
  }
}
