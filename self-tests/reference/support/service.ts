import { createReferenceService, type ReferenceOptions } from '../../../reference/service.ts';
import { portOf } from '../../servers.ts';
import { test as base } from '../../test.ts';
import { basic, type Reply, type Sending, send } from './http.ts';

export const CREDENTIALS = { username: 'maría', password: 'pässword:with:colons' };

export interface Running {
  /** Sends with the right credentials unless others are given. */
  call(path: string, sending?: Sending): Promise<Reply>;
  /** A variable of the target contract. */
  fixture(name: string): string;
  close(): Promise<void>;
}

export async function startService(options: Partial<ReferenceOptions> = {}): Promise<Running> {
  const service = createReferenceService({ ...CREDENTIALS, ...options });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${portOf(service.app.server)}`;
  const variables = service.fixtures(origin);
  const authorization = basic(CREDENTIALS.username, CREDENTIALS.password);
  return {
    call: (path, sending = {}) => send(origin, path, { authorization, ...sending }),
    fixture: (name) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`the service names no fixture ${name}`);
      return value;
    },
    close: () => service.close(),
  };
}

/** `service` runs for one test; `path` fills `{VARIABLE}` with a fixture, percent-encoded. */
export const test = base.extend<{ service: Running; path: (template: string) => string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructuring pattern
  service: async ({}, use) => {
    const service = await startService();
    await use(service);
    await service.close();
  },
  path: async ({ service }, use) => {
    await use((template) => template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(service.fixture(`CES_${name}`))));
  },
});
