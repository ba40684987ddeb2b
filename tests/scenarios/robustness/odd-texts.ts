import { AROUND_NUL, ODD_TEXTS, type OddText, type TextPlace, textPlaces, withOddText } from '../../../src/generation/hostile.ts';
import { freeMember } from '../../../src/specification/schemas.ts';
import { type Deviation, foundIn, jsonDeviations, recordsOf, show } from '../../judging.ts';
import { CARDS, type EndpointName, isObject, isRefusal, isSuccess, jsonOf } from '../../library.ts';
import { scenario } from '../../suite.ts';
import { renewed } from '../echo.ts';
import { type Attempt, inOrder, requestOf, send, sendOne, typicalBody } from './send.ts';

/** Texts without a form of their own, which no implementation has a reason to take apart. */
const FREE_TEXTS: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  createCampaign: ['name'],
  batchUpdateCustomers: ['full_name'],
  createBusiness: ['name', 'external_id'],
};
const AFTER = '-after';
const PLAIN: OddText = { label: 'a plain letter', middle: Buffer.from('x') };
const MOST_SHOWN = 3;

/** An odd text in a place of the typical body, between two that are plain. */
interface OddAttempt extends Attempt {
  readonly place: TextPlace;
  /** Of the record that the text belongs to; undefined where the request makes it. */
  readonly id: unknown;
  readonly before: string;
  readonly text: OddText;
}

export function oddTexts(name: EndpointName) {
  const echoed = FREE_TEXTS[name] ?? [];
  const whole = echoed.length > 0 ? (['robustness.odd-texts-are-whole'] as const) : [];
  return scenario(name, ['robustness.unusual-json', ...whole], async (context) => {
    const { implementation, check, notAssessed, all } = context;
    const typical = await typicalBody(context, name);
    const attempt = async (place: TextPlace, text: OddText): Promise<OddAttempt> => {
      const before = implementation.unique();
      const body = Object.hasOwn(typical, 'name') ? renewed(implementation, typical) : typical;
      const difference = { rawBody: withOddText(body, place, before, text, AFTER) };
      return { ...(await sendOne(context, name, difference)), place, id: idBeside(typical, place), before, text };
    };
    // An answer may show the latest state of a customer, so what is read back goes one after the other.
    const isReadBack = (place: TextPlace) => CARDS[name].changes !== undefined && echoed.includes(memberAt(place));
    const places = textPlaces(typical, freeMember(requestOf(name)));
    const apart = places.filter((place) => !isReadBack(place));
    const attempts = await all(apart.flatMap((place) => ODD_TEXTS.map((text) => attempt(place, text))));
    for (const place of places.filter(isReadBack)) for (const text of ODD_TEXTS) attempts.push(await attempt(place, text));
    await inOrder(context, name, 'robustness.unusual-json', attempts);
    // A customer is left as it was; what was created stays what it is.
    if (name === 'batchUpdateCustomers') await send(context, name, {});
    if (echoed.length === 0) return;
    const shown = attempts.filter(({ place }) => echoed.includes(memberAt(place)));
    const accepted = shown.filter(({ exchange }) => isSuccess(exchange));
    // To refuse them is the service's right.
    if (shown.length > 0 && shown.every(({ exchange }) => isRefusal(exchange)))
      return check({ 'robustness.odd-texts-are-whole': [] }, ...shown.map(({ exchange }) => exchange));
    if (accepted.length === 0) return notAssessed('robustness.odd-texts-are-whole', 'No such text was accepted');
    const broken = accepted.filter((one) => wholeDeviations(name, one).length > 0).slice(0, MOST_SHOWN);
    const blamed: OddAttempt[] = [];
    // The control request: the same text without its odd part.
    for (const one of broken) {
      const plain = await attempt(one.place, PLAIN);
      if (isSuccess(plain.exchange) && wholeDeviations(name, plain).length === 0) blamed.push(one);
    }
    if (broken.length > 0 && blamed.length === 0)
      return notAssessed('robustness.odd-texts-are-whole', 'A plain text of this length does not come back whole either');
    check({ 'robustness.odd-texts-are-whole': blamed.flatMap((one) => wholeDeviations(name, one)) });
  });
}

/** The `id` beside a text in an item of a list. */
function idBeside(body: Readonly<Record<string, unknown>>, [list, index]: TextPlace): unknown {
  const items = body[String(list)];
  const item: unknown = Array.isArray(items) ? items[Number(index)] : undefined;
  return isObject(item) ? item.id : undefined;
}

function memberAt(place: TextPlace): string {
  return String(place.at(-1));
}

/** What stands around the odd part comes back; the odd part itself may be kept, replaced or left out. */
function wholeDeviations(name: EndpointName, { id, place, before, text, exchange }: OddAttempt): Deviation[] {
  const member = memberAt(place);
  if (!isSuccess(exchange)) return [];
  const json = jsonOf(exchange.answer);
  if (!('value' in json)) return foundIn(exchange, jsonDeviations(exchange));
  const records = recordsOf(name, json.value);
  const record = records.length === 1 ? records[0] : records.find((candidate) => candidate.id === id);
  if (record === undefined || !Object.hasOwn(record, member)) return [];
  return foundIn(exchange, cutDeviations(record[member], `/${member}`, [before, text.label, AFTER]));
}

function cutDeviations(value: unknown, pointer: string, [before, odd, after]: readonly [string, string, string]): Deviation[] {
  if (typeof value === 'string' && value.startsWith(before) && value.endsWith(after)) return [];
  const expected = `${show(before)}, then ${odd} or what replaces it, then ${show(after)}`;
  return [{ pointer, expected, actual: show(value) }];
}

/** What is wrong with the text around a NUL in free data; null where they show no such text: it may be left out whole. */
export function nulDeviations(free: unknown, pointer: string): Deviation[] | null {
  if (!isObject(free) || typeof free.nul !== 'string') return null;
  const [before, after] = AROUND_NUL;
  return cutDeviations(free.nul, `${pointer}/nul`, [before, 'NUL', after]);
}
