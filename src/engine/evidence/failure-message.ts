import type { CheckEvidence } from './evidence.ts';

/** Begins the first line of every failure's message. */
export const STATEMENT = 'Requirement: ';

/** A failure for people: the statement, the expected and the actual value. The one place for this wording. */
export function failureMessage(
  statement: { readonly id: string; readonly text: string; readonly source: string },
  check: Pick<CheckEvidence, 'findings' | 'flaky'>,
): string {
  const findings = (check.findings ?? []).map(({ pointer, expected, actual }) => {
    const place = pointer === undefined || pointer === '' ? '' : `At ${pointer}\n`;
    return `${place}Expected: ${expected}\nActual: ${actual}`;
  });
  const flaky = check.flaky ? ['Flaky: it did not fail again when the request was repeated.'] : [];
  return [`${STATEMENT}${statement.text} (${statement.id}; ${statement.source})`, ...findings, ...flaky].join('\n');
}
