import { ODD_TEXTS, type OddText, type TextPlace, textPlaces, withOddText } from '../../../src/generation/odd-texts.ts';
import { freeMember } from '../../../src/specification/fields.ts';
import type { Deviation, EndpointName } from '../../library.ts';
import { CARDS, foundIn, isObject, isSuccess, jsonDeviations, jsonOf, recordsOf, show } from '../../library.ts';
import { type ScenarioContext, scenario } from '../../suite.ts';
import { renewed } from '../echo.ts';
import { type Attempt, inOrder, requestOf, send, sendAll, sendInTurn, typicalBody } from './send.ts';

/** Texts without a form of their own, which no implementation has a reason to take apart. */
const FREE_TEXTS: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  createCampaign: ['name'],
  batchUpdateCustomers: ['full_name'],
  createBusiness: ['name', 'external_id'],
};
const AFTER = '-after';
const PLAIN: OddText = { label: 'a plain letter', middle: Buffer.from('x') };
const MOST_SHOWN = 3;

interface OddAttempt extends Attempt {
  readonly place: TextPlace;
  /** Of the record that the text belongs to; undefined where the request makes it. */
  readonly id: unknown;
  readonly member: string;
  readonly before: string;
  readonly text: OddText;
}

export function oddTexts(name: EndpointName) {
  const echoed = FREE_TEXTS[name] ?? [];
  return scenario(
    name,
    ['robustness.unusual-json', ...(echoed.length > 0 ? (['robustness.odd-texts-are-whole'] as const) : [])],
    async (context) => {
      const { implementation, check, notAssessed } = context;
      const typical = await typicalBody(context, name);
      const tried = textPlaces(typical, freeMember(requestOf(name))).flatMap((place) =>
        ODD_TEXTS.map((text) => {
          const before = implementation.unique();
          const body = Object.hasOwn(typical, 'name') ? renewed(implementation, typical) : typical;
          return {
            place,
            id: idBeside(typical, place),
            text,
            before,
            difference: { rawBody: withOddText(body, place, before, text, AFTER) },
          };
        }),
      );
      // An answer may show the latest state of a customer, so what is read back goes one after the other.
      const isReadBack = ({ place }: { place: TextPlace }) => CARDS[name].changes !== undefined && echoed.includes(memberAt(place));
      const differences = (readBack: boolean) => tried.filter((each) => isReadBack(each) === readBack).map(({ difference }) => difference);
      const answered = [...(await sendAll(context, name, differences(false))), ...(await sendInTurn(context, name, differences(true)))];
      const sent = tried.flatMap(({ difference }) => answered.filter((attempt) => attempt.difference === difference));
      await inOrder(context, name, 'robustness.unusual-json', sent);
      // A customer is left as it was; what was created stays what it is.
      if (name === 'batchUpdateCustomers') await send(context, name, {});
      if (echoed.length === 0) return;
      const attempts = sent.flatMap((attempt): OddAttempt[] => {
        const own = tried.find(({ difference }) => difference === attempt.difference);
        return own ? [{ ...attempt, ...own, member: memberAt(own.place) }] : [];
      });
      const accepted = attempts.filter(({ member, exchange }) => echoed.includes(member) && isSuccess(exchange));
      if (accepted.length === 0) return notAssessed('robustness.odd-texts-are-whole', 'No such text was accepted');
      const broken = accepted.filter((attempt) => wholeDeviations(name, attempt).length > 0).slice(0, MOST_SHOWN);
      const blamed: OddAttempt[] = [];
      for (const attempt of broken) if (await plainIsWhole(context, name, typical, attempt)) blamed.push(attempt);
      if (broken.length > 0 && blamed.length === 0)
        return notAssessed('robustness.odd-texts-are-whole', 'A plain text of this length does not come back whole either');
      check({ 'robustness.odd-texts-are-whole': blamed.flatMap((attempt) => wholeDeviations(name, attempt)) });
    },
  );
}

/** The control request: the same text without its odd part. */
async function plainIsWhole(
  context: ScenarioContext,
  name: EndpointName,
  typical: Readonly<Record<string, unknown>>,
  { place, id, before, member }: OddAttempt,
): Promise<boolean> {
  const difference = { rawBody: withOddText(typical, place, before, PLAIN, AFTER) };
  const exchange = await send(context, name, difference);
  return isSuccess(exchange) && wholeDeviations(name, { difference, exchange, place, id, member, before, text: PLAIN }).length === 0;
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
function wholeDeviations(name: EndpointName, { id, member, before, text, exchange }: OddAttempt): Deviation[] {
  if (!isSuccess(exchange)) return [];
  const json = jsonOf(exchange.answer);
  if (!('value' in json)) return foundIn(exchange, jsonDeviations(exchange));
  const records = recordsOf(name, json.value);
  const record = records.length === 1 ? records[0] : records.find((candidate) => candidate.id === id);
  if (record === undefined || !Object.hasOwn(record, member)) return [];
  const value = record[member];
  if (typeof value === 'string' && value.startsWith(before) && value.endsWith(AFTER)) return [];
  const expected = `${show(before)}, then ${text.label} or what replaces it, then ${show(AFTER)}`;
  return foundIn(exchange, [{ pointer: `/${member}`, expected, actual: show(value) }]);
}
