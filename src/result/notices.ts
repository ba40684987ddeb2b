import type { Evidence } from '../engine/evidence/evidence.ts';

/** Limits of the run that leave checks open, each with a sentence for when it was reached, given its value. */
const LIMITS: Readonly<Record<string, (value: string) => string>> = {
  CES_MAX_MINUTES: (value) =>
    `The run reached its limit of ${value === '' ? 'time' : `${value} min`} (CES_MAX_MINUTES): what had not been looked at by then is not assessed.`,
  CES_WRITE_BUDGET: (value) => `The run may create ${value} records (CES_WRITE_BUDGET): what would need more is not assessed.`,
};

/** What a reader should know of the run besides its outcome, in sentences for people. */
export function noticesOf(evidence: readonly Evidence[]): string[] {
  const waits = evidence.reduce((sum, piece) => sum + piece.waits, 0);
  const reached = new Set(evidence.flatMap(({ checks }) => checks.flatMap(({ variables = [] }) => variables)));
  return [
    ...Object.entries(LIMITS).flatMap(([name, sentence]) => (reached.has(name) ? [sentence(shownValue(name, evidence))] : [])),
    ...merged(evidence.flatMap(({ absences = [] }) => absences)).map(absence),
    ...(waits === 0 ? [] : [`The target asked ${times(waits)} to wait (429, or 503 with Retry-After), and the run did.`]),
    ...underLoad(evidence),
  ];
}

const BREAKS: Readonly<Partial<Record<string, string>>> = { reset: 'closed', refused: 'refused', timeout: 'timed out' };

/** What broke beside other requests, and was answered alone. */
function underLoad(evidence: readonly Evidence[]): string[] {
  const all = evidence.flatMap(({ brokenUnderLoad = {} }) => Object.entries(brokenUnderLoad));
  if (all.length === 0) return [];
  const kinds = [...new Set(all.map(([kind]) => kind))].sort();
  const shown = kinds.map((kind) => `${all.reduce((sum, [own, count]) => sum + (own === kind ? count : 0), 0)} ${BREAKS[kind]}`);
  const most = Math.max(...evidence.map(({ inFlight = 1 }) => inFlight));
  return [
    `Requests broke beside others and were answered alone (${shown.join(', ')}): the target takes few at once, so the run sent fewer, at most ${most} at once. CES_MAX_CONNECTIONS sets a limit from the start.`,
  ];
}

type Absence = NonNullable<Evidence['absences']>[number];

/** Several workers may notice one absence. */
function merged(absences: readonly Absence[]): Absence[] {
  const all: Absence[] = [];
  for (const next of [...absences].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last === undefined || next.from > endOf(last)) all.push(next);
    else all.splice(-1, 1, { from: last.from, milliseconds: Math.max(endOf(last), endOf(next)) - last.from });
  }
  return all;
}

function endOf({ from, milliseconds }: Absence): number {
  return from + milliseconds;
}

function absence({ from, milliseconds }: Absence): string {
  const [at, seconds] = [new Date(from).toISOString().slice(11, 19), (milliseconds / 1000).toFixed(1)];
  return `The target took no connections from ${at} UTC on for ${seconds} s, as if restarted: what had not reached it was sent again.`;
}

function shownValue(name: string, [first]: readonly Evidence[]): string {
  return first?.run.settings.find((setting) => setting.name === name)?.value ?? '';
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
