// What tests use of the library: requests and answers, deviations, the endpoints of the specification.
export { jsonDeviations, jsonValue, orderDeviations, statusDeviations, statusStatement } from '../src/checks/answers.ts';
export { type Deviation, foundIn, show } from '../src/checks/deviation.ts';
export { ECHOED_MEMBERS, type EchoedMembers, echoDeviations, type Likeness } from '../src/checks/echo.ts';
export { askedIdDeviations, distinctIdDeviations, distinctRecordDeviations, pathDeviations } from '../src/checks/identity.ts';
export { differences, differencesAsSets } from '../src/checks/json-equality.ts';
export { recordsOf } from '../src/checks/shape.ts';
export { CARDS } from '../src/client/api/cards.ts';
export type { Call } from '../src/client/call.ts';
export type { Implementation } from '../src/client/implementation.ts';
export { now, sleep } from '../src/client/time.ts';
export { jsonOf, mediaTypeOf, objectIn } from '../src/http/body.ts';
export type { Answer, Exchange } from '../src/http/exchange.ts';
export { isClientError, isRefusal, isSuccess, outcome } from '../src/http/exchange.ts';
export { ENDPOINT_NAMES, type EndpointName, endpoint, READS } from '../src/specification/endpoints.ts';
export { isObject } from '../src/specification/json-object.ts';
export { memberPointer } from '../src/specification/json-pointer.ts';
export type { StatementId } from '../src/specification/register.ts';
export { schema } from '../src/specification/schemas.ts';
