// What tests ask, and what comes back: requests and answers, the endpoints of the specification.
export { CARDS } from '../src/client/api/cards.ts';
export type { Call } from '../src/client/call.ts';
export type { Implementation } from '../src/client/implementation.ts';
export { now, sleep } from '../src/client/time.ts';
export { jsonOf, mediaTypeOf, objectIn } from '../src/http/body.ts';
export type { Answer, Exchange } from '../src/http/exchange.ts';
export { isClientError, isRefusal, isSuccess, outcome } from '../src/http/exchange.ts';
export { refusalOf } from '../src/http/refusal.ts';
export { ENDPOINT_NAMES, type EndpointName, endpoint, READS } from '../src/specification/endpoints.ts';
export { isObject, memberPointer } from '../src/specification/json.ts';
export { schema } from '../src/specification/schemas.ts';
