import type { Evidence } from './evidence.ts';

/** Limits of the run that leave checks open, each with what to say of one that was reached, given its value. */
const LIMITS: Readonly<Record<string, (value: string) => string>> = {
  CES_MAX_MINUTES: (value) =>
    `The run reached its limit of ${value} min (CES_MAX_MINUTES): what had not been looked at by then is not assessed.`,
  CES_WRITE_BUDGET: (value) => `The run may create ${value} records (CES_WRITE_BUDGET): what would need more is not assessed.`,
};

/** What whoever reads a result should know of the run besides its outcome, in sentences for people. */
export function noticesOf(evidence: readonly Evidence[]): string[] {
  const waits = evidence.reduce((sum, piece) => sum + piece.waits, 0);
  const reached = new Set(evidence.flatMap(({ checks }) => checks.flatMap(({ variables = [] }) => variables)));
  return [
    ...Object.entries(LIMITS).flatMap(([name, sentence]) => (reached.has(name) ? [sentence(shownValue(name, evidence))] : [])),
    ...(waits === 0 ? [] : [`The target asked ${times(waits)} to wait (429, or 503 with Retry-After), and the run did.`]),
  ];
}

function shownValue(name: string, [first]: readonly Evidence[]): string {
  return first?.run.settings.find((setting) => setting.name === name)?.value ?? '';
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
