import { jsonOf, mediaTypeOf } from '../http/body.ts';
import { type Answer, type Answered, type Exchange, isSuccess, outcome } from '../http/exchange.ts';
import { NotAssessed } from '../settings/not-assessed.ts';
import { type EndpointName, endpoint } from '../specification/endpoints.ts';
import type { StatementId } from '../specification/register.ts';
import { type Deviation, shortened, show, unless } from './deviation.ts';

const STATUS_STATEMENTS = { '200': 'http.success-is-200', '2xx': 'http.success-is-2xx' } as const;

/** The statement about the endpoint's success status (Endpoints, rule 6). */
export const statusStatement = (name: EndpointName): StatementId => STATUS_STATEMENTS[endpoint(name).success];

/** Endpoints, rule 6: 200 where the specification says 200, any 2xx elsewhere. */
export function statusDeviations(exchange: Exchange, name: EndpointName): Deviation[] {
  const { success } = endpoint(name);
  const holds = success === '200' ? exchange.answer?.status === 200 : isSuccess(exchange);
  return unless(holds, { expected: success === '200' ? 'status 200' : 'a 2xx status', actual: outcome(exchange) });
}

/** Compares the media type without parameters and letter case (RFC 9110 §8.3.1). */
export function mediaTypeDeviations(exchange: Answered, expected: string): Deviation[] {
  const actual = mediaTypeOf(exchange.answer);
  const found = actual === null ? 'no content-type' : `content-type ${shortened(actual)}`;
  return unless(actual === expected, { expected: `content-type ${expected}`, actual: found });
}

/** @throws NotAssessed for a body that may be JSON but that the suite does not read */
export function jsonDeviations(exchange: Answered): Deviation[] {
  const json = jsonOf(exchange.answer);
  if (!('problem' in json)) return [];
  if (json.unread) throw new NotAssessed(`The suite does not read the answer: ${json.problem}`);
  return [{ expected: 'JSON text in UTF-8', actual: json.problem }];
}

/** The answer's JSON value. *Not assessed* where there is none: another check reports that. */
export function jsonValue(exchange: Exchange): unknown {
  if (!isSuccess(exchange)) throw new NotAssessed(`The request did not succeed: ${outcome(exchange)}`);
  const json = jsonOf(exchange.answer);
  if ('problem' in json) throw new NotAssessed(`The answer is not ${json.unread ? 'read' : 'JSON'}: ${json.problem}`);
  return json.value;
}

/** What no client can be expected to read: a body that unpacks beyond all measure, and JSON that ends the stack of most parsers. */
export function excessDeviations(exchange: Exchange): Deviation[] {
  const { answer, failure } = exchange;
  if (failure?.excessive) return [{ expected: 'a body that a client can unpack', actual: failure.message }];
  const json = answer === null ? null : jsonOf(answer);
  return json !== null && 'problem' in json && json.excessive ? [{ expected: 'JSON that a client can parse', actual: json.problem }] : [];
}

/** JSON sent between systems must not begin with a byte order mark (RFC 8259 §8.1). */
export function byteOrderMarkDeviations(exchange: Answered): Deviation[] {
  const isMarked = [0xef, 0xbb, 0xbf].every((byte, index) => exchange.answer.body[index] === byte);
  return unless(!isMarked, { expected: 'JSON text at the first byte', actual: 'a byte order mark (EF BB BF)' });
}

/** A preview is HTML, and not JSON that holds it. Plain words are HTML too, even where they happen to be JSON. */
export function htmlDeviations(exchange: Answered): Deviation[] {
  const expected = 'a string of HTML';
  const text = decodedText(exchange.answer);
  if (text === null) return [{ expected, actual: 'bytes that are not text in their encoding' }];
  // The preview of an empty template may be empty.
  if (text.trim() === '') throw new NotAssessed('The preview is empty, as that of an empty template may be', ['CES_SMS_TEMPLATE_ID']);
  const json = jsonOf(exchange.answer);
  return 'value' in json && holdsMarkup(json.value) ? [{ expected, actual: `JSON: ${show(json.value)}` }] : [];
}

/** Nests at most as deep as `jsonOf` reads. */
function holdsMarkup(value: unknown): boolean {
  if (typeof value === 'string') return /<[a-z!/]/i.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMarkup);
}

/** Decodes HTML by its byte order mark, else by the encoding in its content-type, else as UTF-8. */
function decodedText({ body, headers }: Answer): string | null {
  const named = headers['content-type']?.match(/;\s*charset="?([^\s;"]+)/i)?.[1];
  const marked = body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : undefined;
  try {
    return new TextDecoder(marked ?? named ?? 'utf-8', { fatal: true }).decode(body);
  } catch {
    return null; // an unknown encoding, or bytes that are invalid in it
  }
}

/** Nothing more is stored for this account (RFC 4918 §11.5): no failure of the service. */
const NO_ROOM = 507;

/** In order: the answer arrived whole and is no 5xx of the service's own. Robustness asks no more. */
export function orderDeviations(exchange: Exchange): Deviation[] {
  const { answer, isBlocked = false } = exchange;
  const isInOrder = answer !== null && (isBlocked || answer.status < 500 || answer.status === NO_ROOM);
  const isMalformed = exchange.failure?.kind === 'malformed';
  return unless(isInOrder, { expected: isMalformed ? 'an answer that HTTP can read' : 'an answer below 500', actual: outcome(exchange) });
}
