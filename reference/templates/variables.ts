const VARIABLE = /\{\{\s*([\p{L}\p{N}_$][\p{L}\p{N}_$.-]*)\s*\}\}/gu;

/** The distinct names written as `{{ name }}` in the texts, in order of first use. */
export function variablesOf(...texts: (string | null)[]): string[] {
  const names = texts.flatMap((text) => [...(text ?? '').matchAll(VARIABLE)].map((match) => match[1] ?? ''));
  return [...new Set(names)];
}
