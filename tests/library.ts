// What tests use of the library: requests and answers, findings, the endpoints of the specification.
export { jsonFindings, jsonValue, orderFindings, statusFindings, statusStatement } from '../src/checks/answers.ts';
export { ECHOED_MEMBERS, type EchoedMembers, echoFindings, type Likeness } from '../src/checks/echo.ts';
export { type Finding, foundIn, show } from '../src/checks/finding.ts';
export { askedIdFindings, distinctIdFindings, distinctRecordFindings, pathFindings } from '../src/checks/identity.ts';
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
