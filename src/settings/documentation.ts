import { flagOf, isSecret, isSwitch } from './flags.ts';
import { GROUPS, type Group, type Variable } from './variable.ts';
import { VARIABLE_NAMES, VARIABLES, type VariableName } from './variables.ts';

export const GROUP_NAMES = Object.keys(GROUPS) as readonly Group[];

/** A file in the form of `.env.example`, with its own head and its own line for each variable. */
export function envText(head: string, line: (name: VariableName, variable: Variable) => string): string {
  const groups = GROUP_NAMES.map((group) => {
    const entries = inGroup(group).map(
      ([name, variable]) => `# ${plain(variable.meaning)}\n# When absent: ${plain(whenAbsent(variable))}.\n${line(name, variable)}`,
    );
    return [`# ---- ${GROUPS[group]} ----`, ...entries].join('\n\n');
  });
  return `${head}\n\n${groups.join('\n\n')}\n`;
}

/** A variable with an example of its value, commented out. */
export function exampleLine(name: VariableName, variable: Variable): string {
  return `# ${name}=${variable.default ?? variable.example ?? ''}`;
}

/** The rows of one part of the settings table. */
export function inGroup(group: Group): [VariableName, Variable][] {
  return VARIABLE_NAMES.map((name): [VariableName, Variable] => [name, VARIABLES[name]]).filter(([, variable]) => variable.group === group);
}

/** What happens without the variable, in Markdown. */
export function whenAbsent({ default: fallback, absent }: Variable): string {
  return fallback === undefined ? (absent ?? '') : `\`${fallback}\``;
}

/** Markdown without its marks, for a file that nobody renders. */
export function plain(markdown: string): string {
  return markdown.replaceAll('`', '').replace(/\*([^*]+)\*/g, '$1');
}

const COLUMNS = 100;

/** The settings for `--help`, group by group, from the same table as the README; without a newline at the end. */
export function settingsHelp(): string {
  const groups = GROUP_NAMES.map((group) => {
    const entries = inGroup(group).map(([name, variable]) => {
      const head = isSecret(name)
        ? `${name} (no flag: other processes can read arguments)`
        : `${flagOf(name)}${isSwitch(name) ? '' : ' VALUE'}`;
      return `  ${head}\n${wrapped(`${plain(variable.meaning)} When absent: ${plain(whenAbsent(variable))}.`, 6)}`;
    });
    return [GROUPS[group], ...entries].join('\n');
  });
  return groups.join('\n\n');
}

/** A paragraph in lines of at most 100 columns, each indented; only a word that is longer makes a longer line. */
export function wrapped(text: string, indent: number): string {
  const width = COLUMNS - indent;
  const lines = [...text.matchAll(new RegExp(`(.{1,${width}}(?=\\s|$)|\\S+)\\s*`, 'g'))];
  return lines.map(([, line]) => `${' '.repeat(indent)}${line}`).join('\n');
}
