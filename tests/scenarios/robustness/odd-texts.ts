import { jsonFindings } from '../../../src/checks/answers.ts';
import { type Finding, foundIn, show } from '../../../src/checks/finding.ts';
import { isObject } from '../../../src/checks/json-equality.ts';
import { recordsOf } from '../../../src/checks/shape.ts';
import type { CoveredScenario } from '../../../src/engine/playwright/collected-scenarios.ts';
import { covers, scenario } from '../../../src/engine/playwright/test.ts';
import { freeMember } from '../../../src/generation/free-member.ts';
import { ODD_TEXTS, type OddText, type TextPlace, textPlaces, withOddText } from '../../../src/generation/odd-texts.ts';
import { jsonOf } from '../../../src/http/body.ts';
import { isSuccess } from '../../../src/http/outcome.ts';
import type { EndpointName } from '../../../src/specification/endpoints.ts';
import { renewed } from '../echo.ts';
import { type Attempt, inOrder, requestOf, send, sendAll, typicalBody } from './send.ts';

/** Texts without a form of their own, which no implementation has a reason to take apart. */
const FREE_TEXTS: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  createCampaign: ['name'],
  batchUpdateCustomers: ['full_name'],
  createBusiness: ['name', 'external_id'],
};
const AFTER = '-after';

interface OddAttempt extends Attempt {
  readonly member: string;
  readonly before: string;
  readonly text: OddText;
}

export function oddTexts(name: EndpointName): CoveredScenario {
  const echoed = FREE_TEXTS[name] ?? [];
  return [
    covers(name, ['robustness.unusual-json', ...(echoed.length > 0 ? (['robustness.odd-texts-are-whole'] as const) : [])]),
    scenario(async (context) => {
      const { implementation, check, notAssessed } = context;
      const typical = await typicalBody(context, name);
      const tried = textPlaces(typical, freeMember(requestOf(name))).flatMap((place) =>
        ODD_TEXTS.map((text) => {
          const before = implementation.unique();
          const body = Object.hasOwn(typical, 'name') ? renewed(implementation, typical) : typical;
          return { place, text, before, difference: { rawBody: withOddText(body, place, before, text, AFTER) } };
        }),
      );
      const sent = await sendAll(
        context,
        name,
        tried.map(({ difference }) => difference),
      );
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
      check({ 'robustness.odd-texts-are-whole': accepted.flatMap((attempt) => wholeFindings(name, attempt)).slice(0, 3) });
    }),
  ];
}

function memberAt(place: TextPlace): string {
  return String(place.at(-1));
}

/** What stands around the odd part comes back; the odd part itself may be kept, replaced or left out. */
function wholeFindings(name: EndpointName, { member, before, text, exchange }: OddAttempt): Finding[] {
  if (!isSuccess(exchange)) return [];
  const json = jsonOf(exchange.answer);
  if (!('value' in json)) return foundIn(exchange, jsonFindings(exchange));
  const [record] = recordsOf(name, json.value);
  if (!isObject(record) || !Object.hasOwn(record, member)) return [];
  const value = record[member];
  if (typeof value === 'string' && value.startsWith(before) && value.endsWith(AFTER)) return [];
  const expected = `${show(before)}, then ${text.label} or what replaces it, then ${show(AFTER)}`;
  return foundIn(exchange, [{ pointer: `/${member}`, expected, actual: show(value) }]);
}
