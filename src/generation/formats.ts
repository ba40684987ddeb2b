import fc from 'fast-check';
import { canonicalPhoneNumber } from '../client/api/cards.ts';
import { absoluteUrl } from '../specification/formats.ts';
import { labelled, type Values } from './values.ts';

const PLAIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~'];
const URL_SEPARATORS = [...'!$&()*+,;=:@'];

/** What may stand between two slashes (RFC 3986 §3.3). fast-check's `webUrl` maps all of Unicode first: 0.6 s and 120 MB. */
function part(minLength: number): fc.Arbitrary<string> {
  const character = fc.oneof(
    { arbitrary: fc.constantFrom(...PLAIN), weight: 8 },
    { arbitrary: fc.constantFrom(...URL_SEPARATORS), weight: 1 },
    { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).map(encodeURIComponent), weight: 1 },
  );
  return fc.array(character, { minLength, maxLength: 12 }).map((characters) => characters.join(''));
}

/** Absolute web URLs in canonical form, so that normalising changes nothing. */
function urls(): fc.Arbitrary<string> {
  const nothingOr = (prefix: string, text: fc.Arbitrary<string>) =>
    fc.option(
      text.map((value) => `${prefix}${value}`),
      { nil: '' },
    );
  return fc
    .tuple(
      fc.constantFrom('https://', 'http://'),
      fc.domain(),
      nothingOr(':', fc.integer({ min: 1024, max: 65_535 }).map(String)),
      fc.array(part(0), { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
      nothingOr('?', part(1)),
      nothingOr('#', part(1)),
    )
    .map((pieces) => pieces.join(''))
    .filter((url) => absoluteUrl(url)?.href === url);
}

const URL_BOUNDARIES = [
  ...['https://example.com/', 'http://example.com/', 'https://example.com/path/to/page', 'https://example.com/Path/Case'],
  ...['https://example.com/a?b=c&d=e&b=f', 'https://example.com/a#fragment', 'https://example.com/a%20b/%C3%A9'],
  ...['https://example.com/trailing/', 'https://example.com:8443/'],
  ...['http://example.com:8080/shop/index.html?table=4&at=19%3A30#book', 'https://example.com/?q=a+b'],
  ...['https://sub.domain.example.co.uk/', 'https://xn--bcher-kva.example/', `https://example.com/${'a'.repeat(200)}`],
  ...[`https://example.com/${'a'.repeat(1000)}`, "https://example.com/it's?q=%27x%27&r=(1)"],
];

export const URLS: Values = { arbitrary: urls, boundaries: () => labelled(URL_BOUNDARIES, 'a URL') };

/** From 2030 to 2049, so that the present does not matter. */
const FIRST_SECOND = Date.UTC(2030, 0, 1) / 1000;
const LAST_SECOND = Date.UTC(2049, 11, 31) / 1000;

/** Future times in the usual extended form of ISO 8601: in UTC, with an offset, or with neither; to the second, or to a part of one. */
function timestamps(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: FIRST_SECOND, max: LAST_SECOND }), fc.constantFrom(0, 0, 1, 250, 999))
    .chain(([second, milliseconds]) => fc.constantFrom(...forms(new Date(second * 1000 + milliseconds))));
}

const TIME_BOUNDARIES = [
  ...['2031-12-31T23:59:00Z', '2032-02-29T00:00:00Z', '2038-01-20T00:00:00Z'],
  // The hour that clocks show twice, both times: those from New York (four and five hours behind) to Los Angeles, of all of Europe, and of Sydney.
  ...['2033-11-06T05:30:00Z', '2033-11-06T06:30:00Z', '2033-11-06T07:30:00Z', '2033-11-06T08:30:00Z', '2033-11-06T09:30:00Z'],
  ...['2033-10-30T00:30:00Z', '2033-10-30T01:30:00Z', '2033-04-02T15:30:00Z', '2033-04-02T16:30:00Z'],
  ...['2033-06-15T10:30:45Z', '2033-12-31T23:59:59Z', '2033-06-16T00:30:45+14:00', '2033-06-15T10:30:45.5Z'],
  ...['2033-06-15T10:30:45.123456Z', '2033-06-15T10:30:45.123456789Z', '2033-06-15T02:30:45.250-08:00'],
  ...forms(new Date('2033-06-15T10:30:00Z')),
];

export const TIMESTAMPS: Values = { arbitrary: timestamps, boundaries: () => labelled(TIME_BOUNDARIES) };

function forms(date: Date): string[] {
  const utc = date.toISOString();
  const shifted = (hours: number) => new Date(date.getTime() + hours * 3_600_000).toISOString().slice(0, 19);
  return [
    utc,
    utc.replace('.000', ''),
    `${shifted(2)}+02:00`,
    `${shifted(-3.5)}-03:30`,
    `${shifted(5.5)}+05:30`,
    `${shifted(2)}+0200`,
    utc.slice(0, 19),
    utc.slice(0, 16),
    utc.replaceAll(/[-:]|\.000/g, ''),
  ];
}

/** RFC 2606 keeps these domains free of real mailboxes. */
const DOMAINS = ['example.com', 'example.org', 'mail.example.net'];
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
/** What may stand between the parts of a local part (RFC 5322 §3.2.3), and is part of the mailbox's name. */
const MAILBOX_SEPARATORS = ['.', '+', '-', '_'];

const word = fc.array(fc.constantFrom(...ALPHABET), { minLength: 3, maxLength: 12 }).map((letters) => letters.join(''));

const ADDRESSES = [
  ...['first.last@example.com', 'a.b.c.d@example.com', 'first+tag@example.com', 'first.last+tag-2@mail.example.net'],
  ...['under_score-dash@example.org', '1234567890@example.com', 'a@example.com', "o'neill@example.com", 'someone@my-shop.example'],
  ...['someone@shop-24.eu.example.org', 'x1@sub.mail.example.net', 'x2@a.b.c.d.example.com', 'someone@xn--bcher-kva.example'],
  ...[`${'a'.repeat(64)}@example.com`, `${'first.last+tag.'.repeat(4)}end@example.com`],
];

/** Lower-case addresses: letter case is all that an implementation may fold at a domain it does not know. */
export const EMAIL_ADDRESSES: Values = {
  arbitrary: () =>
    fc
      .tuple(word, fc.option(fc.tuple(fc.constantFrom(...MAILBOX_SEPARATORS), word)), fc.constantFrom(...DOMAINS))
      .map(([first, more, domain]) => `${first}${more?.join('') ?? ''}@${domain}`),
  boundaries: () => [{ label: 'an empty address', input: '' }, ...labelled(ADDRESSES, 'an address')],
};

/** E.164 numbers kept free for fiction (Ofcom, BNetzA, Arcep, ACMA, PTS, ComReg), and the digits that follow. +999 is no country's (ITU-T E.164). */
const FICTIONAL: readonly (readonly [prefix: string, digits: number])[] = [
  ['+442079460', 3],
  ['+447700900', 3],
  ['+493023125', 3],
  ['+491713920', 3],
  ['+331990012', 2],
  ['+336399801', 2],
  ['+614915701', 2],
  ['+6125550', 4],
  ['+468465004', 2],
  ['+353209100', 3],
  ['+9991', 3],
  ['+9991234567890', 2],
];

function fictional([prefix, digits]: (typeof FICTIONAL)[number], n: number): string {
  return `${prefix}${String(n % 10 ** digits).padStart(digits, '0')}`;
}

/** Numbers that nobody has: North American ones (555-01xx), and those of other countries. */
export const PHONE_NUMBERS: Values = {
  arbitrary: () =>
    fc.oneof(
      fc.integer({ min: 0, max: 999 }).map(canonicalPhoneNumber),
      fc.tuple(fc.constantFrom(...FICTIONAL), fc.integer({ min: 0, max: 999 })).map(([range, n]) => fictional(range, n)),
    ),
  boundaries: () => [
    { label: 'an empty number', input: '' },
    // A service that reads it as a number loses the noughts.
    { label: 'a number without a country', input: '0005550123' },
    ...labelled([...[0, 99, 100, 999].map(canonicalPhoneNumber), ...FICTIONAL.map((range) => fictional(range, 7))]),
  ],
};
