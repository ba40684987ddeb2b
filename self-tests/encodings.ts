/** Ways in which a target may write a text; each takes what another has written. */
export const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  'JSON string': (text) => JSON.stringify(text).slice(1, -1),
  'JSON string with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'JSON escapes': (text) => eachUnit(text, jsonEscape),
  'JSON escapes in capitals': (text) => eachUnit(text, (unit) => `\\u${hex(unit.charCodeAt(0), 4).toUpperCase()}`),
  'JSON escapes here and there': (text) =>
    eachUnit(text, (unit, index) => (index % 2 === 0 || /["\\\ud800-\udfff]/.test(unit) ? jsonEscape(unit) : unit)),
  'percent escapes': encodeURIComponent,
  'percent escapes of all': (text) => eachByte(text, (byte) => `%${hex(byte, 2).toUpperCase()}`),
  'percent escapes of all in small letters': (text) => eachByte(text, (byte) => `%${hex(byte, 2)}`),
  'percent escapes here and there': (text) =>
    eachByte(text, (byte, index) => (index % 2 === 0 || byte > 0x7f || byte === 0x25 ? `%${hex(byte, 2)}` : String.fromCharCode(byte))),
  form: (text) => new URLSearchParams({ '': text }).toString().slice(1),
  'decimal entities': (text) => eachCharacter(text, (code) => `&#${code};`),
  'hexadecimal entities': (text) => eachCharacter(text, (code) => `&#x${hex(code, 2)};`),
  'hexadecimal entities in capitals': (text) => eachCharacter(text, (code) => `&#X00${hex(code, 2).toUpperCase()};`),
  'named entities': (text) => text.replace(/./gsu, (character) => (NAMES[character] === undefined ? character : `&${NAMES[character]};`)),
  base64: (text) => base64(text),
  'base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  'base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'base64 behind one byte': (text) => base64(`<${text}>`),
  'base64 behind two bytes': (text) => base64(`<<${text}>>`),
  'base64 behind one character of its alphabet': (text) => `/${base64(text)}`,
  'base64 behind two': (text) => `id${base64(text)}`,
  'base64 behind three': (text) => `key${base64(text)}`,
};

export const NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '/': 'sol',
  '\\': 'bsol',
  '%': 'percnt',
  '+': 'plus',
  '=': 'equals',
  ':': 'colon',
  ä: 'auml',
  ö: 'ouml',
};

const eachUnit = (text: string, encode: (unit: string, index: number) => string): string => text.split('').map(encode).join('');

function eachCharacter(text: string, encode: (code: number) => string): string {
  return [...text].map((character) => encode(character.codePointAt(0) ?? 0)).join('');
}

const eachByte = (text: string, encode: (byte: number, index: number) => string): string => [...Buffer.from(text)].map(encode).join('');
const jsonEscape = (unit: string): string => `\\u${hex(unit.charCodeAt(0), 4)}`;
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
