import { PROVIDER_STATES } from '../fixtures/provider-states.ts';

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
