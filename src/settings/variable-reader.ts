import { shownValue } from './secrets.ts';
import type { Problem } from './settings-error.ts';
import type { Group } from './variable.ts';
import { type GroupValues, settingName, VARIABLE_NAMES, VARIABLES, type ValueOf, type VariableName } from './variables.ts';

const LONGEST_FOUND = 120;

/** RFC 7617 allows an empty username and an empty password, so an empty text is a value there. Elsewhere it counts as absent. */
const MAY_BE_EMPTY: readonly VariableName[] = ['CES_USERNAME', 'CES_PASSWORD'];

/** Reads every variable of an environment once, and collects all problems. */
export class VariableReader {
  readonly problems: Problem[] = [];
  readonly #environment: NodeJS.ProcessEnv;
  readonly #values = new Map<VariableName, unknown>();

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
    for (const name of VARIABLE_NAMES) this.#read(name);
  }

  isGiven(name: VariableName): boolean {
    return givenText(this.#environment, name) !== null;
  }

  /** The value of a variable that is given and right, else its default, else `null`. */
  value<N extends VariableName>(name: N): ValueOf<N> {
    // The map is filled by the parser of the same row, which the compiler cannot follow.
    return (this.#values.get(name) ?? null) as ValueOf<N>;
  }

  group<G extends Group>(group: G): GroupValues<G> {
    const names = VARIABLE_NAMES.filter((name) => VARIABLES[name].group === group);
    return Object.fromEntries(names.map((name) => [settingName(name), this.value(name)])) as GroupValues<G>;
  }

  /** Adds a problem: a variable, given or missing, should be otherwise. */
  report(name: VariableName, expected: string): void {
    const text = givenText(this.#environment, name);
    const characters = text === null ? [] : [...shownValue(name, text, this.#environment)];
    const shown = `${characters.slice(0, LONGEST_FOUND).join('')}${characters.length > LONGEST_FOUND ? '…' : ''}`;
    const found = VARIABLES[name].secret === 'whole' ? 'a value that is not shown' : JSON.stringify(shown);
    this.problems.push({ variable: name, found: text === null ? 'nothing' : found, expected });
  }

  #read(name: VariableName): void {
    const { parse, default: fallback } = VARIABLES[name];
    const text = givenText(this.#environment, name);
    const [reading, standIn] = [text, fallback].map((given) => (given == null ? null : parse(given)));
    if (standIn && 'expected' in standIn) throw new Error(`${name}: the table should hold ${standIn.expected}, but holds ${fallback}`);
    if (standIn) this.#values.set(name, standIn.value);
    if (reading && 'expected' in reading) this.report(name, reading.expected);
    else if (reading) this.#values.set(name, reading.value);
  }
}

/** The text of a variable, or `null` where it counts as absent. */
export function givenText(environment: NodeJS.ProcessEnv, name: VariableName): string | null {
  const text = environment[name] ?? null;
  if (text !== '') return text;
  return MAY_BE_EMPTY.includes(name) && (environment.CES_BASE_URL ?? '') !== '' ? text : null;
}
