/** Why a value is no I-JSON message (RFC 7493), that is, why two correct parsers may read it differently; null where it is one. */
export function iJsonProblem(value: unknown): string | null {
  if (typeof value === 'string') return textProblem(value);
  if (typeof value === 'number') return numberProblem(value);
  if (typeof value === 'boolean' || value === null) return null;
  if (Array.isArray(value)) return first(value.map(iJsonProblem));
  if (typeof value !== 'object') return `a ${typeof value}`;
  return first(Object.entries(value).map(([key, member]) => keyProblem(key) ?? iJsonProblem(member)));
}

function textProblem(text: string): string | null {
  if (/\p{Cs}/u.test(text)) return 'a lone surrogate';
  if (text.includes('\0')) return 'NUL';
  return /\p{Noncharacter_Code_Point}/u.test(text) ? 'a noncharacter' : null;
}

function numberProblem(number: number): string | null {
  if (!Number.isFinite(number)) return 'no finite number';
  if (Object.is(number, -0)) return 'a negative zero';
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? 'an integer that a double may not hold' : null;
}

function keyProblem(key: string): string | null {
  return key === '__proto__' ? 'a member called __proto__' : textProblem(key);
}

function first(problems: readonly (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null;
}
