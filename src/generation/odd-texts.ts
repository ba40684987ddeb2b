/** A text whose middle parsers, encoders or stores may trip over, as it stands in a JSON text. */
export interface OddText {
  readonly label: string;
  readonly middle: Uint8Array;
}

export const ODD_TEXTS: readonly OddText[] = [
  { label: 'NUL', middle: Buffer.from('\\u0000') },
  { label: 'half a surrogate pair', middle: Buffer.from('\\ud83d') },
  { label: 'a byte that is no UTF-8', middle: Uint8Array.of(0xe9) },
];

const PLACE = 'conformance-odd-text';

/** Names of members on the way to a text; an index in a list. */
export type TextPlace = readonly (string | number)[];

/** Where a body holds texts, outside the member `free`; of each list, only in the first item. */
export function textPlaces(body: unknown, free: string | null): TextPlace[] {
  if (typeof body === 'string') return [[]];
  if (typeof body !== 'object' || body === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(body) ? body.slice(0, 1).map((item) => [0, item]) : Object.entries(body);
  return entries.filter(([key]) => key !== free).flatMap(([key, value]) => textPlaces(value, free).map((place) => [key, ...place]));
}

/** The body as JSON with an odd text at this place, between `before` and `after`. */
export function withOddText(body: unknown, place: TextPlace, before: string, { middle }: OddText, after: string): Uint8Array {
  const [head = '', tail = ''] = JSON.stringify(replaced(body, place)).split(JSON.stringify(PLACE));
  return Buffer.concat([Buffer.from(`${head}"${before}`), middle, Buffer.from(`${after}"${tail}`)]);
}

function replaced(value: unknown, [key, ...rest]: TextPlace): unknown {
  if (key === undefined) return PLACE;
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? replaced(item, rest) : item));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [key]: replaced(object[key], rest) };
}
