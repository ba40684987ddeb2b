import { shownValue } from './secrets.ts';
import type { Problem } from './settings-error.ts';
import type { Group } from './variable.ts';
import { type GroupValues, settingName, VARIABLE_NAMES, VARIABLES, type ValueOf, type VariableName } from './variables.ts';

const LONGEST_FOUND = 120;

/** RFC 7617 allows an empty username and an empty password, so an empty text is a value there. Elsewhere it counts as absent. */
const MAY_BE_EMPTY: readonly VariableName[] = ['CES_USERNAME', 'CES_PASSWORD'];

export type VariableReader = ReturnType<typeof readVariables>;

/** Reads every variable of an environment once, and collects all problems. */
export function readVariables(environment: NodeJS.ProcessEnv) {
  const problems: Problem[] = [];
  const values = new Map<VariableName, unknown>();
  /** Adds a problem: a variable, given or missing, should be otherwise. */
  const report = (name: VariableName, expected: string) => {
    const text = givenText(environment, name);
    const characters = text === null ? [] : [...shownValue(name, text, environment)];
    const shown = `${characters.slice(0, LONGEST_FOUND).join('')}${characters.length > LONGEST_FOUND ? '…' : ''}`;
    const found = VARIABLES[name].secret === 'whole' ? 'a value that is not shown' : JSON.stringify(shown);
    problems.push({ variable: name, found: text === null ? 'nothing' : found, expected });
  };
  for (const name of VARIABLE_NAMES) {
    const { parse, default: fallback } = VARIABLES[name];
    const [reading, standIn] = [givenText(environment, name), fallback].map((given) => (given == null ? null : parse(given)));
    if (standIn && 'expected' in standIn) throw new Error(`${name}: the table should hold ${standIn.expected}, but holds ${fallback}`);
    if (standIn) values.set(name, standIn.value);
    if (reading && 'expected' in reading) report(name, reading.expected);
    else if (reading) values.set(name, reading.value);
  }
  /** The value of a variable that is given and right, else its default, else `null`. The compiler cannot follow that its row's parser made it. */
  const value = <N extends VariableName>(name: N) => (values.get(name) ?? null) as ValueOf<N>;
  return {
    ...{ problems, report, value },
    isGiven: (name: VariableName) => givenText(environment, name) !== null,
    group<G extends Group>(group: G): GroupValues<G> {
      const names = VARIABLE_NAMES.filter((name) => VARIABLES[name].group === group);
      return Object.fromEntries(names.map((name) => [settingName(name), value(name)])) as GroupValues<G>;
    },
  };
}

/** The text of a variable, or `null` where it counts as absent. */
export function givenText(environment: NodeJS.ProcessEnv, name: VariableName): string | null {
  const text = environment[name] ?? null;
  if (text !== '') return text;
  return MAY_BE_EMPTY.includes(name) && (environment.CES_BASE_URL ?? '') !== '' ? text : null;
}
