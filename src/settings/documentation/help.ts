import { flagOf, isSecret, isSwitch } from '../flags.ts';
import { GROUPS } from '../variable.ts';
import { GROUP_NAMES, inGroup, plain, whenAbsent } from './documentation.ts';

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
