/** Stands for any text: in a waiver's message, and in what lasts of a failure. */
export const ANY_TEXT = '…';

/** Members that hold anything: what stands below them was generated. */
const FREE = ['metadata', 'extra'];

/** What the parser says of a body, instants, JSON texts, lists and objects, and numbers that are neither a status nor an endpoint. */
const VARYING = [
  /(?<=^the body is not JSON: )(?!it is ).*/s,
  /(?<!\w)\d{4}-?\d\d-?\d\dT\d\d(?::?\d\d){0,2}(?:[.,]\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/gi,
  /"(?:[^"\\]|\\.)*"?/g,
  /[[{].*/gs,
  /(?<!\b(?:status|below|endpoint) )(?<![\w.-])-?\d[\d.,]*(?:e[+-]?\d+)?(?!\w)/gi,
  /^(?:true|false|null)$/g,
];

/** A text without generated values, which differ from run to run. */
export const masked = (text: string): string => VARYING.reduce((rest, varying) => rest.replace(varying, ANY_TEXT), text);

/** The steps of a JSON pointer that last: `index` in the place of an index, and nothing below free data. */
export function lastingSteps(pointer: string, index: string): { readonly steps: readonly string[]; readonly free: boolean } {
  const all = pointer.split('/').slice(1);
  const free = all.slice(0, -1).findIndex((step) => FREE.includes(step));
  const steps = all.slice(0, free < 0 ? undefined : free + 1).map((step) => (/^\d+$/.test(step) ? index : step));
  return { steps, free: free >= 0 };
}
