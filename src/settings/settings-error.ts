/** One setting that is wrong. No member ever holds the value of a secret. */
export interface Problem {
  readonly variable: string;
  /** What is there, shortened and quoted; `nothing` where the variable is not given. */
  readonly found: string;
  /** What would be right, after the word "expected". */
  readonly expected: string;
}

/** The settings do not say what to test or how. `problems` and the message hold all that is wrong, so that one correction suffices. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const count = problems.length === 1 ? 'One setting needs' : `${problems.length} settings need`;
    const lines = problems.map(({ variable, found, expected }) => `  ${variable}: expected ${expected}; found ${found}`);
    super([`${count} a correction; no request has been sent.`, ...lines].join('\n'));
    this.problems = problems;
  }
}

/** The problems that a step finds in the settings, so that those of several steps can be told at once. */
export function problemsOf(step: () => unknown): readonly Problem[] {
  try {
    step();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
