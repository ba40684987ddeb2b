import type { JsonForm } from '../variable.ts';

const filledTexts = { type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true };

/** Opaque ids. Commas and percent signs are percent-encoded in the variable's text. */
export const idList: JsonForm = {
  expected: 'an array of texts',
  schema: filledTexts,
  toText: (value) => (isListOfTexts(value) ? value.map((id) => id.replace(/[%,]/g, encodeURIComponent)).join(',') : null),
};

/** Names. The variable's text cannot express a comma within a name. */
export const nameList: JsonForm = {
  expected: 'an array of texts without commas',
  schema: { ...filledTexts, items: { ...filledTexts.items, pattern: '^[^,]+$' } },
  toText: (value) => (isListOfTexts(value) && !value.some((name) => name.includes(',')) ? value.join(',') : null),
};

export const jsonObject: JsonForm = {
  expected: 'a JSON object',
  schema: { type: 'object' },
  toText: (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : null),
};

export const wholeNumber: JsonForm = {
  expected: 'a whole number',
  schema: { type: 'integer', minimum: 0 },
  toText: (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : null),
};

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string' && entry !== '');
}
