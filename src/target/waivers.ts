import { readFileSync } from 'node:fs';
import { didYouMean } from '../specification/near-matches.ts';
import { REQUIREMENTS } from '../specification/register.ts';
import { type Problem, SettingsError } from './settings-error.ts';

/** A deviation that is known and accepted for a while. It changes the exit code only: in verdict and report the failure stays one. */
export interface Waiver {
  /** Id of the statement that fails. */
  readonly requirement: string;
  /** Only at this endpoint; at every one where it is left out. */
  readonly endpoint?: number;
  readonly reason: string;
  /** Who answers for it: a person, a team, or a ticket. */
  readonly owner: string;
  /** The last day on which it holds, `YYYY-MM-DD`, UTC. */
  readonly expires: string;
  /** A part of the failure's message; another failure of the same statement is not waived. */
  readonly message: string;
}

const TEXTS = ['requirement', 'reason', 'owner', 'expires', 'message'] as const;
const MEMBERS = new Set<string>([...TEXTS, 'endpoint']);
const PLACEHOLDER = /^\W*(todo|tbd|tba|fixme|xxx|placeholder|reason|none|n\/?a|unknown|later|wip|\W*)\W*$/i;

/**
 * The waivers of a file: a JSON list of objects.
 * @throws SettingsError with all that is wrong in it
 */
export function readWaivers(file: string): Waiver[] {
  const entries = listIn(file);
  const problems = entries.flatMap((entry, index) =>
    problemsOf(entry).map((problem) => ({
      variable: 'CES_WAIVERS',
      ...problem,
      found: `${problem.found} in entry ${index + 1} of ${file}`,
    })),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  return entries as Waiver[];
}

function listIn(file: string): unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SettingsError([
      { variable: 'CES_WAIVERS', found: error instanceof Error ? error.message : String(error), expected: 'a JSON file that can be read' },
    ]);
  }
  if (!Array.isArray(content))
    throw new SettingsError([{ variable: 'CES_WAIVERS', found: `something else in ${file}`, expected: 'a JSON list of waivers' }]);
  return content;
}

function problemsOf(entry: unknown): Omit<Problem, 'variable'>[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return [{ found: JSON.stringify(entry).slice(0, 80), expected: 'an object' }];
  const waiver = entry as Record<string, unknown>;
  const missing = TEXTS.filter((member) => typeof waiver[member] !== 'string').map((member) => ({
    found: 'none',
    expected: `a text \`${member}\``,
  }));
  const further = Object.keys(waiver)
    .filter((member) => !MEMBERS.has(member))
    .map((member) => ({ found: `\`${member}\``, expected: `no members but ${[...MEMBERS].join(', ')}` }));
  if (missing.length > 0 || further.length > 0) return [...missing, ...further];
  return valueProblems(entry as Waiver);
}

function valueProblems({ requirement: id, endpoint, reason, expires }: Waiver): Omit<Problem, 'variable'>[] {
  const statement = REQUIREMENTS.find((candidate) => candidate.id === id);
  const ids = REQUIREMENTS.map((candidate) => candidate.id);
  return [
    ...(statement ? [] : [{ found: `\`${id}\``, expected: `the id of a statement of the register.${didYouMean(id, ids)}` }]),
    ...(statement && endpoint !== undefined && !statement.endpoints.includes(endpoint)
      ? [{ found: `endpoint ${endpoint}`, expected: `an endpoint of ${id}: ${statement.endpoints.join(', ')}` }]
      : []),
    ...(PLACEHOLDER.test(reason) || reason.trim().length < 10
      ? [{ found: `the reason ${JSON.stringify(reason)}`, expected: 'a reason that somebody else understands' }]
      : []),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(expires) && !Number.isNaN(Date.parse(expires))
      ? []
      : [{ found: `the date ${JSON.stringify(expires)}`, expected: 'a date YYYY-MM-DD' }]),
  ];
}
