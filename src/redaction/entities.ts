/** What a name that is not listed may mean: any character but an ASCII letter or digit, since these have no names. A noncharacter (Unicode 23.7), which stands in no text. */
export const ANY_NAMED = '\ufffe';

/** The names of ASCII characters (HTML standard, named character references): these can be part of a further escape. */
const ASCII_NAMES: Readonly<Record<string, string>> = {
  '\t': 'Tab',
  '\n': 'NewLine',
  ' ': 'nbsp',
  '!': 'excl',
  '"': 'quot QUOT',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp AMP',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast midast',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt LT',
  '=': 'equals',
  '>': 'gt GT',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb lbrack',
  '\\': 'bsol',
  ']': 'rsqb rbrack',
  '^': 'Hat',
  _: 'lowbar UnderBar',
  '`': 'grave DiacriticalGrave',
  '{': 'lcub lbrace',
  '|': 'vert verbar VerticalLine',
  '}': 'rcub rbrace',
};

const MEANINGS = new Map(Object.entries(ASCII_NAMES).flatMap(([meaning, names]) => names.split(' ').map((name) => [name, meaning])));

export function entityMeaning(name: string): string {
  return MEANINGS.get(name) ?? ANY_NAMED;
}
