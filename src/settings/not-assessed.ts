/**
 * A rule could not be put to the test. Never a failure and never a pass: the check becomes *not assessed*, with this
 * reason and, where a setting would change it, the names of the variables.
 */
export class NotAssessed extends Error {
  override readonly name = 'NotAssessed';
  readonly variables: readonly string[];

  constructor(reason: string, variables: readonly string[] = []) {
    super(reason);
    this.variables = variables;
  }
}

/**
 * What holds for the run itself keeps a request from being sent, a limit that was set or a target that is gone: what is asked earlier or later, or
 * of less weight, may fare otherwise.
 */
export class LimitReached extends NotAssessed {}

/** The value of a fixture, or *not assessed* with the variable that would give it. */
export function need<T>(value: T | null | undefined, variable: string): T {
  if (value === null || value === undefined) throw new NotAssessed(`${variable} is not set`, [variable]);
  return value;
}
