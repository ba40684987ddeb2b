import { flagOf, isSecret, isSwitch } from './command-line.ts';
import { GROUPS, type Variable } from './variable.ts';
import { VARIABLE_NAMES, VARIABLES, type VariableName } from './variables.ts';

type Describe = (name: VariableName, variable: Variable) => string;

/** The parts of the settings table, each with its rows as they are described. */
export function parts(describe: Describe): { readonly title: string; readonly rows: readonly string[] }[] {
  return Object.entries(GROUPS).map(([group, title]) => {
    const names = VARIABLE_NAMES.filter((name) => VARIABLES[name].group === group);
    return { title, rows: names.map((name) => describe(name, VARIABLES[name])) };
  });
}

/** A file in the form of `.env.example`, with its own head and its own line for each variable. */
export function envText(head: string, line: Describe): string {
  const groups = parts(
    (name, variable) => `# ${plain(variable.meaning)}\n# When absent: ${plain(whenAbsent(variable))}.\n${line(name, variable)}`,
  );
  return `${[head, ...groups.flatMap(({ title, rows }) => [`# ---- ${title} ----`, ...rows])].join('\n\n')}\n`;
}

/** A variable with an example of its value, commented out. */
export const exampleLine = (name: VariableName, variable: Variable): string => `# ${name}=${variable.default ?? variable.example ?? ''}`;

/** What happens without the variable, in Markdown. */
export const whenAbsent = ({ default: fallback, absent }: Variable): string =>
  fallback === undefined ? (absent ?? '') : `\`${fallback}\``;

/** Markdown without its marks, for a file that nobody renders. */
export const plain = (markdown: string): string => markdown.replaceAll('`', '').replace(/\*([^*]+)\*/g, '$1');

const COLUMNS = 100;

/** The settings for `--help`, group by group, from the same table as the README; without a newline at the end. */
export function settingsHelp(): string {
  const groups = parts((name, variable) => {
    const head = isSecret(name)
      ? `${name} (no flag: other processes can read arguments)`
      : `${flagOf(name)}${isSwitch(name) ? '' : ' VALUE'}`;
    return `  ${head}\n${wrapped(`${plain(variable.meaning)} When absent: ${plain(whenAbsent(variable))}.`, 6)}`;
  });
  return groups.map(({ title, rows }) => [title, ...rows].join('\n')).join('\n\n');
}

/** A paragraph in lines of at most 100 columns, each indented; only a word that is longer makes a longer line. */
export function wrapped(text: string, indent: number): string {
  const width = COLUMNS - indent;
  const lines = [...text.matchAll(new RegExp(`(.{1,${width}}(?=\\s|$)|\\S+)\\s*`, 'g'))];
  return lines.map(([, line]) => `${' '.repeat(indent)}${line}`).join('\n');
}
