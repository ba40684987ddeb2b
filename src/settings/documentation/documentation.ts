import { GROUPS, type Group, type Variable } from '../variable.ts';
import { VARIABLE_NAMES, VARIABLES, type VariableName } from '../variables.ts';

export const GROUP_NAMES = Object.keys(GROUPS) as readonly Group[];

/** The page of all settings, `docs/settings.md`: a table for each group. */
export function settingsPage(): string {
  const tables = GROUP_NAMES.map((group) => {
    const rows = inGroup(group).map(([name, variable]) => `| \`${name}\` | ${cell(variable.meaning)} | ${cell(whenAbsent(variable))} |`);
    return [`## ${GROUPS[group]}`, '', '| variable | meaning | when absent |', '| --- | --- | --- |', ...rows].join('\n');
  });
  return `${[PAGE_HEAD, ...tables].join('\n\n')}\n`;
}

/** The text of `.env.example`: every variable with its meaning, all commented out. */
export function envExample(): string {
  return envText(ENV_HEAD, exampleLine);
}

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

const PAGE_HEAD = `# Settings

Every setting is a variable of the environment. It is also a flag (\`--segment-id\` for \`CES_SEGMENT_ID\`), except for secrets: other processes can read arguments. A flag wins over the environment, and the environment wins over \`.env\`. \`npm run conformance -- --help\` lists the flags.

[First run](first-run.md) shows which settings to begin with. \`.env.example\` holds all of them with examples. \`npm run regenerate\` writes this page from \`src/settings/variables.ts\`.`;

const ENV_HEAD = `# Settings of the conformance suite. Copy this file to .env and remove the # before the lines that you need.
# A variable of the environment wins over this file. Put values that hold # or quotes between single quotes.`;

/** The rows of one part of the settings table. */
export function inGroup(group: Group): [VariableName, Variable][] {
  return VARIABLE_NAMES.map((name): [VariableName, Variable] => [name, VARIABLES[name]]).filter(([, variable]) => variable.group === group);
}

/** What happens without the variable, in Markdown. */
export function whenAbsent({ default: fallback, absent }: Variable): string {
  return fallback === undefined ? (absent ?? '') : `\`${fallback}\``;
}

function cell(markdown: string): string {
  return markdown.replaceAll('|', '\\|');
}

/** Markdown without its marks, for a file that nobody renders. */
export function plain(markdown: string): string {
  return markdown.replaceAll('`', '').replace(/\*([^*]+)\*/g, '$1');
}
