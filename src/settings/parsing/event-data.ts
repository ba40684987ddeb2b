import { isObject } from '../../specification/json-object.ts';
import type { Parser } from '../variable.ts';
import { jsonIn, kindOf } from './json.ts';

/** The member of `data` that makes each tracked event unique. Only the suite may fill it. */
export const MARKER_MEMBER = 'conformance_marker';

/** Members of a tracked event's `data`: a JSON object without the marker. */
export const eventData: Parser<Readonly<Record<string, unknown>>> = (given) => {
  const parsed = jsonIn(given);
  if (parsed === undefined)
    return { expected: 'a JSON object such as {"email":"ada@example.com"}; this is not JSON (names and strings need double quotes)' };
  if (!isObject(parsed)) return { expected: `a JSON object such as {"email":"ada@example.com"}, not ${kindOf(parsed)}` };
  if (Object.hasOwn(parsed, MARKER_MEMBER)) return { expected: `no member ${MARKER_MEMBER}, which the suite fills itself` };
  return { value: parsed };
};
