/** A check could not be made: neither a failure nor a pass, but *not assessed*, with this reason and the variables that would change it. */
export class NotAssessed extends Error {
  override readonly name = 'NotAssessed';
  readonly variables: readonly string[];

  constructor(reason: string, variables: readonly string[] = []) {
    super(reason);
    this.variables = variables;
  }
}

/** A run-wide limit (budget, deadline, lost target) blocked this request. Others may still succeed. */
export class LimitReached extends NotAssessed {}

/** The value of a fixture, or *not assessed* with the variable that would give it. */
export function need<T>(value: T | null | undefined, variable: string): T {
  if (value === null || value === undefined) throw new NotAssessed(`${variable} is not set`, [variable]);
  return value;
}

/** The outcome of an attempt, to compare or to go on from; null where it is left open, also for a limit of the run. */
export async function ifAssessed<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof NotAssessed) return null;
    throw error;
  }
}
