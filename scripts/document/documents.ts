import { envText, exampleLine, parts, plain, whenAbsent } from '../../src/settings/documentation.ts';
import { FIXTURE_NAMES } from '../../src/settings/fixtures/fixtures.ts';
import { PROVIDER_STATES } from '../../src/settings/fixtures/provider-states.ts';
import type { Variable } from '../../src/settings/variable.ts';
import { VARIABLES } from '../../src/settings/variables.ts';

/** What is written from the tables of settings, by its file. */
export const DOCUMENTS: Readonly<Record<string, () => string>> = {
  '.env.example': envExample,
  'docs/provider-states.md': providerStatesPage,
  'docs/settings.md': settingsPage,
  'schemas/fixtures.schema.json': fixturesSchema,
};

function settingsPage(): string {
  const groups = parts((name, variable) => `| \`${name}\` | ${cell(variable.meaning)} | ${cell(whenAbsent(variable))} |`);
  const tables = groups.map(({ title, rows }) =>
    [`## ${title}`, '', '| variable | meaning | when absent |', '| --- | --- | --- |', ...rows].join('\n'),
  );
  return `${[PAGE_HEAD, ...tables].join('\n\n')}\n`;
}

export function envExample(): string {
  return envText(ENV_HEAD, exampleLine);
}

const PAGE_HEAD = `# Settings

Every setting is a variable of the environment. It is also a flag (\`--segment-id\` for \`CES_SEGMENT_ID\`), except for secrets: other processes can read arguments. A flag wins over the environment, and the environment wins over \`.env\`. \`npm run conformance -- --help\` lists the flags.

[First run](first-run.md) shows which settings to begin with. \`.env.example\` holds all of them with examples. \`npm run regenerate\` writes this page from \`src/settings/variables.ts\`.`;

const ENV_HEAD = `# Settings of the conformance suite. Copy this file to .env and remove the # before the lines that you need.
# A variable of the environment wins over this file. Put values that hold # or quotes between single quotes.`;

const cell = (markdown: string): string => markdown.replaceAll('|', '\\|');

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

const member = ({ meaning, json, default: fallback }: Variable): object => ({
  description: plain(meaning),
  anyOf: [{ type: 'string' }, { type: 'null' }, ...(json === undefined ? [] : [json.schema])],
  ...(fallback !== undefined && { default: fallback }),
});

function providerStatesPage(): string {
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
