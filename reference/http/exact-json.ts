import { ApiError, invalid } from './input.ts';

/** Far above any sensible document, and far below the depth at which JSON.stringify runs out of stack. */
const DEEPEST = 512;

const NUMBER = /-?\d[\d.eE+-]*/y;
/** Up to 15 significant digits without an exponent always survive, so only longer numbers are examined. */
const ALWAYS_EXACT = /^-?[\d.]{1,15}$/;

/** Digits and power of ten without superfluous zeros: equal for two notations of one number. */
function normalised(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const significant = digits.slice(0, lengthWithoutZeros(digits));
  return `${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`;
}

/** By hand: a regular expression for trailing zeros is quadratic in a megabyte of zeros. */
function lengthWithoutZeros(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return end;
}

function refuseInexact(number: string): void {
  if (ALWAYS_EXACT.test(number)) return;
  const kept = Number(number);
  if (Number.isFinite(kept) && normalised(String(kept)) === normalised(number)) return;
  throw invalid('body', 'numbers that an IEEE 754 double holds exactly as written (RFC 8259, section 6)', `${number.slice(0, 40)}`);
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

/** Refuses JSON that would not come back as it was sent. Expects well-formed JSON. */
function refuseUnkeepable(json: string): void {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === '-' || (character !== undefined && character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(json)?.[0] ?? character;
      refuseInexact(number);
      at += number.length - 1;
    }
    if (depth > DEEPEST) throw invalid('body', `at most ${DEEPEST} levels of nesting`, 'more');
  }
}

/** Parses UTF-8 JSON so that every accepted value can be answered unchanged; `__proto__` and `constructor` are members like any other. */
export function parseExactly(bytes: Buffer): unknown {
  let json: string;
  let value: unknown;
  try {
    json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(json);
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? 'the text does not parse' : 'the bytes are not UTF-8';
    throw new ApiError(400, 'not_json', `body: expected JSON in UTF-8, but ${reason}`);
  }
  refuseUnkeepable(json);
  return value;
}
