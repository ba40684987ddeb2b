import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { PROVIDER_STATES } from '../../src/settings/fixtures/provider-states.ts';
import { listen } from '../servers.ts';
import { test as base } from './run.ts';

interface StateChange {
  readonly state: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly action: 'setup' | 'teardown';
  readonly authorization: string | undefined;
}

/** A server that sets up what it is given, on an origin of its own. `status` says how it answers a change instead. */
type Serve = (
  fixtures: Readonly<Record<string, string>>,
  status?: (change: StateChange) => number,
) => Promise<{ readonly url: string; readonly changes: readonly StateChange[] }>;

/** Runs, targets, and servers of provider states. */
export const test = base.extend<{ states: Serve }>({
  states: async ({ cleanUps }, use) => {
    await use(async (fixtures, status = () => 200) => {
      const changes: StateChange[] = [];
      const server = createServer(async (request, response) => {
        const change: StateChange = {
          ...JSON.parse((await buffer(request)).toString()),
          authorization: request.headers.authorization,
        };
        changes.push(change);
        const { gives = [], mayGive = [] } = PROVIDER_STATES.find(({ name }) => name === change.state) ?? {};
        const answer = Object.fromEntries([...gives, ...mayGive].map((name) => [name, fixtures[name]]));
        response.writeHead(status(change)).end(JSON.stringify(answer));
      });
      cleanUps.push(() => server.close());
      return { url: `http://127.0.0.1:${await listen(server)}/states`, changes };
    });
  },
});

const CREDENTIALS = ['CES_BASE_URL', 'CES_USERNAME', 'CES_PASSWORD'];

/** What says where the target is, and what names its records. */
export function split(variables: Readonly<Record<string, string>>): [target: Record<string, string>, fixtures: Record<string, string>] {
  const entries = Object.entries(variables);
  const target = entries.filter(([name]) => CREDENTIALS.includes(name));
  return [Object.fromEntries(target), Object.fromEntries(entries.filter(([name]) => !CREDENTIALS.includes(name)))];
}
