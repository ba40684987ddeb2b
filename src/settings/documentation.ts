import { FIXTURE_NAMES } from './fixtures/fixture-variables.ts';
import { PROVIDER_STATES } from './fixtures/provider-states.ts';
import { flagOf, isSecret, isSwitch } from './flags.ts';
import { GROUPS, type Group, type Variable } from './variable.ts';
import { VARIABLE_NAMES, VARIABLES, type VariableName } from './variables.ts';

const GROUP_NAMES = Object.keys(GROUPS) as readonly Group[];

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
function inGroup(group: Group): [VariableName, Variable][] {
  return VARIABLE_NAMES.map((name): [VariableName, Variable] => [name, VARIABLES[name]]).filter(([, variable]) => variable.group === group);
}

/** What happens without the variable, in Markdown. */
function whenAbsent({ default: fallback, absent }: Variable): string {
  return fallback === undefined ? (absent ?? '') : `\`${fallback}\``;
}

function cell(markdown: string): string {
  return markdown.replaceAll('|', '\\|');
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

/** The JSON Schema of a file of fixtures, `schemas/fixtures.schema.json`. */
export function fixturesSchema(): string {
  const members = FIXTURE_NAMES.map((name) => [name, member(VARIABLES[name])] as const);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Fixtures of the conformance suite',
    description:
      'What CES_FIXTURES names, and what a server of provider states answers: records and settings of the target, each by the name of its variable. A member that is absent, null or an empty text is not given.',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(members) },
    additionalProperties: false,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function member({ meaning, json, default: fallback }: Variable): object {
  return {
    description: plain(meaning),
    anyOf: [{ type: 'string' }, { type: 'null' }, ...(json === undefined ? [] : [json.schema])],
    ...(fallback !== undefined && { default: fallback }),
  };
}

/** The page for those who write a server of provider states, `docs/provider-states.md`. */
export function providerStatesPage(): string {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const rows = PROVIDER_STATES.map(({ name, gives, mayGive = [] }) => `| ${name} | ${code(gives)} | ${code(mayGive)} |`);
  return `${HEAD}\n\n| state | answer | may say besides |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

const HEAD = `# Fixtures from your own server

With \`CES_PROVIDER_STATES_URL\`, a run asks your server to set up the fixtures that no setting names, by the convention of Pact's provider states. Before the run, it sends one \`POST\` for each state, in this order:

\`\`\`json
{ "state": "a segment exists", "params": { "business": "bus_1" }, "action": "setup" }
\`\`\`

Answer 2xx with a JSON object, in the form of a file of fixtures (\`schemas/fixtures.schema.json\`); you may add members of your own:

\`\`\`json
{ "CES_SEGMENT_ID": "seg_1" }
\`\`\`

- The run asks only for states of which something is missing. The environment, \`.env\` and \`CES_FIXTURES\` win.
- \`params\` holds the business as soon as one is known.
- Do not know a state? Answer 404 (or 400, 422, 501): what needs it is *not assessed*. Other statuses and wrong values are printed on stderr; none of it fails the run.
- After the run, each state is torn down, last first: \`"action": "teardown"\`, with the same params and all members of your answer.
- A read-only run asks for nothing. It sends the Basic credentials only to the base URL's own origin.
- A look-up URL has to be a path, or of the origin of the base URL or of this server. A command is never taken from a server.`;
