/** One setting that is wrong. No member ever holds the value of a secret. */
export interface Problem {
  readonly variable: string;
  /** The value found, shortened and quoted; `nothing` if the variable is not given. */
  readonly found: string;
  /** What would be right, after the word "expected". */
  readonly expected: string;
}

/** The settings are wrong. `problems` and the message hold all that is wrong, so that one correction suffices. */
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

/** The problems that a step throws, so that those of several steps can be reported together. */
export function problemsOf(step: () => unknown): readonly Problem[] {
  try {
    step();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}
