import { type Deviation, show } from '../../checks/deviation.ts';
import { customersIn } from '../../client/call.ts';
import { objectIn } from '../../http/body.ts';
import { type Exchange, endOf, isRefusal } from '../../http/exchange.ts';
import { jsonIn } from '../../settings/parsing/json.ts';
import { type JsonObject, valueAt } from '../../specification/json.ts';
import { counted } from '../../specification/words.ts';

/** As JSON. Shorter values stand in many answers by chance. */
const SHORTEST = 8;

/** A shorter value that a service makes may be a status or a number, which many records have. */
const UNIQUE = 20;

/** Said of an earlier answer that held what came back for another request. */
export const HELD = 'this is what `';

/** Said of an earlier request that sent what came back for another one. */
export const SENT = 'sent this value';

interface Origin {
  readonly exchange: Exchange;
  /** Of its title. */
  readonly words: (title: string) => string;
}

/**
 * Whose value a wrong one is: that of one other record, at the same place of its answer, or one that an earlier request sent: a single one, or the first
 * that asked for the same; else one that was under way with it. What nobody sent is that of the first record that got it. Null where the request has it
 * from itself, or nobody else or several have it.
 * @param answers what else was answered lately
 * @param sent what may have left something
 */
export function originOf(
  { pointer = '', expected }: Deviation,
  guilty: Exchange,
  { answers, sent }: { readonly answers: readonly Exchange[]; readonly sent: readonly Exchange[] },
): Origin | null {
  const { url, body, method } = guilty.request;
  const text = pointer === '' ? '' : textAt(guilty, pointer);
  // A transaction writes one time into all its records.
  if (method === 'GET' && pointer.endsWith('/created_at')) return null;
  // What came may be the beginning or the end of what was sent.
  const isPart = text.startsWith('"') && [text.slice(0, -1), text.slice(1)].some((part) => body?.includes(part));
  if (text.length < SHORTEST || isPart || body?.includes(text) || url.includes(text.slice(1, -1))) return null;
  // What became of the same value elsewhere is no origin.
  const isAlike = ({ request }: Exchange) => request.body?.includes(expected) === true;
  // Another query asks the same record.
  const place = (of: string) => of.replace(/\?.*/s, '');
  const owners = answers.filter(
    (other) =>
      !isAlike(other) &&
      place(other.request.url) !== place(url) &&
      other.request.method === method &&
      textAt(other, pointer) === text &&
      !(other.startedAt > endOf(guilty)),
  );
  const [owner] = owners;
  if (owner !== undefined && owners.every(({ request }) => request.url === owner.request.url))
    return { exchange: owner, words: (title) => `${HELD}${title}\` holds` };
  // A list of ids is sent by many.
  const senders = text.startsWith('[') ? [] : sent.filter((other) => other !== guilty && other.request.body?.includes(text));
  const earlier = senders.filter((other) => endOf(other) <= guilty.startedAt);
  const [beside, ...others] = senders.filter((other) => !earlier.includes(other) && other.startedAt <= endOf(guilty));
  if (owner === undefined && earlier.length === 0 && beside !== undefined && others.length === 0)
    return { exchange: beside, words: (title) => `\`${title}\` ${SENT} at the same time` };
  // Of several senders, the first that asked for the same is named. What was refused should have left nothing, least of all at the same place.
  const alike = earlier.length === 1 ? earlier : earlier.filter(({ request }) => request.url === url && request.method === method);
  const refused = alike.filter(isRefusal);
  const atPlace = refused.filter(({ request }) => JSON.stringify(valueAt(jsonIn(request.body ?? ''), pointer)) === text);
  const named = [atPlace.slice(-1), refused.slice(-1), alike].find((some) => some.length > 0) ?? [];
  const [sender] = owner === undefined ? named : [];
  const words = named.length > 1 ? `${SENT} first, and ${counted(named.length - 1, 'other request')} after it` : `${SENT} before`;
  if (sender !== undefined) return { exchange: sender, words: (title) => `\`${title}\` ${words}` };
  // What nobody sends is made by the service: an instant, a token. The first record that got it has it from nobody else.
  const isMade = (other: Exchange) =>
    other !== guilty && other.request.url === url && other.startedAt <= guilty.startedAt && textAt(other, pointer) === text;
  const isOfService = senders.length === 0 && text.length >= UNIQUE && method === 'POST' && !pointer.endsWith('/id');
  const [first] = isOfService ? answers.filter(isMade).toSorted((one, other) => one.startedAt - other.startedAt) : [];
  return first === undefined ? null : { exchange: first, words: (title) => `${HELD}${title}\` holds` };
}

/** Where another customer comes back than the one that was asked for: the latest request that gave it a value which this one sends too. Null where there is none. */
export function leadOf({ pointer = '' }: Deviation, guilty: Exchange, sent: readonly Exchange[]): Origin | null {
  const id = pointer.endsWith('/id') ? valueAt(objectIn(guilty), pointer) : undefined;
  const own = new Set(customersSent(guilty).flatMap(textsOf));
  for (const exchange of id === undefined ? [] : sent.toReversed()) {
    const owner = endOf(exchange) > guilty.startedAt ? undefined : customersSent(exchange).find((item) => item.id === id);
    const value = owner && textsOf(owner).find((text) => own.has(text));
    if (value !== undefined)
      return { exchange, words: (title) => `\`${title}\` gave ${show(id)} ${show(value)}, which is sent here for another` };
  }
  return null;
}

const customersSent = ({ request: { body } }: Exchange) => customersIn(jsonIn(body ?? ''));

const textsOf = ({ id: _, ...members }: JsonObject): string[] =>
  Object.values(members).filter((value): value is string => typeof value === 'string' && value.length >= SHORTEST);

/** The value as JSON, a list in any order; empty for none, and for one that tells nobody from others. */
function textAt(exchange: Exchange, pointer: string): string {
  const value = valueAt(objectIn(exchange), pointer);
  if (value == null || typeof value === 'boolean') return '';
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
}
