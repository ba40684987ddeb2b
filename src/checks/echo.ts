import { endOfSummerTime } from '../client/api/cards.ts';
import { absoluteUrl, HOUR, MINUTE, parseIso8601, SECOND } from '../specification/formats.ts';
import type { StatementId } from '../specification/register.ts';
import { counted } from '../specification/words.ts';
import { offWords } from './clock.ts';
import { type Deviation, show } from './deviation.ts';
import { differences, itemDeviations, missingMembers } from './json-equality.ts';

/** How a value comes back: `members` and `items` with at least the members sent, `url` once normalised, `phone` with a country where it had none. */
export type Likeness = 'json' | 'phone' | 'instant' | 'url' | 'members' | 'items';

/** Members of a request that come back in the answer's record: for each, the statement that says so, and in which sense it comes back. */
export type EchoedMembers = Readonly<Record<string, readonly [StatementId, Likeness]>>;

export const ECHOED_MEMBERS = {
  createBusiness: {
    name: ['business.name-comes-back', 'json'],
    metadata: ['business.metadata-comes-back', 'json'],
    external_id: ['business.external-id-comes-back', 'json'],
    website: ['business.website-comes-back', 'url'],
  },
  createCampaign: {
    name: ['campaign.name-comes-back', 'json'],
    metadata: ['campaign.metadata-comes-back', 'json'],
    steps: ['campaign.steps-come-back', 'items'],
    segment: ['campaign.segment-comes-back', 'json'],
    email_address: ['campaign.email-address-comes-back', 'json'],
    phone_number: ['campaign.phone-number-comes-back', 'json'],
    scheduled_at: ['campaign.scheduled-at-comes-back', 'instant'],
  },
  batchUpdateCustomers: {
    full_name: ['customer.full-name-comes-back', 'json'],
    email_address: ['customer.email-address-comes-back', 'json'],
    phone_number: ['customer.phone-number-comes-back', 'phone'],
    metadata: ['customer.metadata-comes-back', 'members'],
  },
} as const satisfies Readonly<Record<string, EchoedMembers>>;

export function echoDeviations(likeness: Likeness, sent: unknown, answered: unknown, pointer: string): Deviation[] {
  return COMPARISONS[likeness](sent, answered, pointer);
}

const COMPARISONS: Readonly<Record<Likeness, (sent: unknown, answered: unknown, pointer: string) => Deviation[]>> = {
  json: differences,
  phone: (sent, answered, pointer) => (isCompleted(sent, answered) ? [] : differences(sent, answered, pointer)),
  members: (sent, answered, pointer) => missingMembers(sent as Record<string, unknown>, answered, pointer),
  items: (sent, answered, pointer) => itemDeviations(sent as unknown[], answered, pointer),
  url: (sent, answered, pointer) => (normalised(sent) === normalised(answered) ? [] : differences(sent, answered, pointer)),
  instant: (sent, answered, pointer) =>
    sameInstant(sent, answered)
      ? []
      : [
          {
            pointer,
            expected: `the instant ${show(sent)}${hourWords(sent, answered)}`,
            actual: `${show(answered)}${offBy(sent, answered)}`,
          },
        ],
};

/** Where local time is stored, an instant of the hour that clocks show twice may become the one an hour before or after. */
function hourWords(sent: unknown, answered: unknown): string {
  const [a, b] = [sent, answered].map((text) => parseIso8601(text)?.instantMs);
  if (a === undefined || b === undefined || Math.abs(a - b) !== HOUR) return '';
  const isTwice = Math.abs(a - endOfSummerTime(new Date(a).getUTCFullYear()).getTime()) <= HOUR / 2;
  return isTwice ? ', of the hour that the clocks of Europe show twice' : '';
}

/** A time without a zone may be meant anywhere. */
function offBy(sent: unknown, answered: unknown): string {
  const [a, b] = [sent, answered].map(parseIso8601);
  if (!a?.zoned || !b?.zoned) return '';
  const [was, is] = [a, b].map(({ instantMs }) => new Date(instantMs).toISOString()) as [string, string];
  // A calendar of weeks has another year around New Year.
  const years = Number.parseInt(is, 10) - Number.parseInt(was, 10);
  const isYear = years !== 0 && was.slice(4) === is.slice(4);
  return isYear ? `, ${counted(Math.abs(years), 'year')} too ${years > 0 ? 'late' : 'early'}` : offWords(b.instantMs - a.instantMs);
}

/** Whether a number without a country is answered with one. */
function isCompleted(sent: unknown, answered: unknown): boolean {
  return /^\d+$/.test(String(sent)) && typeof answered === 'string' && answered.startsWith('+');
}

/** WHATWG serialisation, then RFC 3986 §6.2.2: escapes in capitals, and unreserved characters not escaped. */
function normalised(url: unknown): unknown {
  const parsed = typeof url === 'string' ? absoluteUrl(url) : null;
  if (parsed === null) return url;
  return parsed.href.replace(/%[0-9a-f]{2}/gi, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : triplet.toUpperCase();
  });
}

const QUARTER_OF_AN_HOUR = 15 * MINUTE;
const WIDEST_ZONE = 14 * HOUR;

/** Compares to the precision of the answer, and no finer than to the second: many stores keep no parts of one. A time without a zone may be in any zone that exists. */
function sameInstant(sent: unknown, answered: unknown): boolean {
  const [a, b] = [sent, answered].map(parseIso8601);
  if (!a || !b) return false;
  const distance = Math.abs(a.instantMs - b.instantMs);
  const tolerance = a.precisionMs < SECOND ? Math.max(b.precisionMs, SECOND) : b.precisionMs;
  if (a.zoned && b.zoned) return distance < tolerance;
  // A truncated time may be a little less or more than a whole quarter away.
  const beyond = distance % QUARTER_OF_AN_HOUR;
  return distance <= WIDEST_ZONE && Math.min(beyond, QUARTER_OF_AN_HOUR - beyond) < tolerance;
}
