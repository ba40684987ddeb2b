import { differences } from '../../../src/checks/json-equality.ts';
import { leakFindings } from '../../../src/checks/leaks.ts';
import type { Call } from '../../../src/client/call.ts';
import { jsonOf } from '../../../src/http/body.ts';
import type { Answer, Exchange, Method } from '../../../src/http/exchange.ts';
import { isObject } from '../../../src/specification/json-object.ts';
import type { StatementId } from '../../../src/specification/register.ts';

/** A request that the specification does not list, near one that it does. */
export interface OtherRequest {
  readonly statement: StatementId;
  readonly title: string;
  readonly change: Call;
}

/** Spellings that one part of a service may take for the documented path, and another part may not. */
export const SPELLINGS: readonly OtherRequest[] = [
  spelling('a slash at the end of the path', (path) => `${path}/`),
  spelling('a double slash', (path) => `/${path}`),
  spelling('capital letters in the path', (path) => path.replace(/^\/\w+/, (segment) => segment.toUpperCase())),
  spelling('an escaped letter in the path', (path) =>
    path.replace(/^\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
  ),
  spelling('a parameter at the end of the path', (path) => `${path};x`),
  spelling('a format behind the path', (path) => `${path}.json`),
];

export const HEAD: StatementId = 'robustness.head-reveals-nothing';

/** A guard may look at one method, and the router behind it at the other. */
const overriding = (name: Method): Call => ({ headers: { 'x-http-method-override': name, 'x-method-override': name } });

/**
 * Methods beside the documented one, some with the documented one in a header. None deletes: what an open door does is done to the fixtures.
 * HEAD is no operation of the specification, and has a statement of its own.
 */
export const OTHER_METHODS: Readonly<Record<'GET' | 'POST', readonly OtherRequest[]>> = {
  GET: [{ ...method('HEAD'), statement: HEAD }, method('OPTIONS', overriding('GET')), method('POST', { body: {} })],
  POST: [method('GET', { body: undefined }), method('OPTIONS', { body: undefined }), method('PUT', overriding('POST'))],
};

function spelling(title: string, respell: (path: string) => string): OtherRequest {
  return { statement: 'authentication.rejects-other-spelling', title, change: { spelling: respell } };
}

function method(name: Method, change: Call = {}): OtherRequest {
  return { statement: 'authentication.rejects-other-method', title: `the method ${name}`, change: { ...change, method: name } };
}

/** Whether a success without credentials holds what the accepted control request got. */
export function isHeldBy(exchange: Exchange & { answer: Answer }, control: Exchange & { answer: Answer }): boolean {
  if (leakFindings(exchange, control).length > 0) return true;
  const [answer, expected] = [jsonOf(exchange.answer), jsonOf(control.answer)];
  if ('problem' in answer || 'problem' in expected || !isObject(answer.value) || !isObject(expected.value)) return false;
  const { value } = answer;
  const members = Object.keys(expected.value);
  // The empty object of an acknowledgement says nothing. Whether the event was tracked is looked at.
  if (members.length === 0) return false;
  const isLike = members.length > 1 && members.every((member) => Object.hasOwn(value, member));
  return isLike || differences(expected.value, value).length === 0;
}
