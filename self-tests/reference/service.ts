import { withoutHop } from '../../mutation/proxy/without-hop.ts';
import { createReferenceService, type ReferenceOptions } from '../../reference/service.ts';
import { basic } from '../../src/http/authorization.ts';
import { test as base } from '../test.ts';

export const CREDENTIALS = { username: 'maría', password: 'pässword:with:colons' };

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
}

export interface Running {
  /**
   * Asks without a connection, which leaves the path as it is written. POST where there is a body, which is JSON and goes as it stands; with the right
   * credentials unless others are given.
   */
  call(path: string, body?: string | Buffer | null, headers?: Readonly<Record<string, string | undefined>>): Promise<Reply>;
  /** The path with each `{VARIABLE}` as that fixture, percent-encoded. */
  path(template: string): string;
  close(): Promise<void>;
}

export async function startService(options: Partial<ReferenceOptions> = {}): Promise<Running> {
  const service = createReferenceService({ ...CREDENTIALS, ...options });
  await service.app.ready();
  const variables = service.fixtures('http://127.0.0.1');
  const { ask } = withoutHop(service.app);
  const authorization = basic(CREDENTIALS.username, CREDENTIALS.password);
  return {
    call: async (target, body = null, headers = {}) => {
      const own = { authorization, ...(body !== null && { 'content-type': 'application/json' }), ...headers };
      const given = Object.fromEntries(Object.entries(own).filter((field): field is [string, string] => field[1] !== undefined));
      const asked = { method: body === null ? 'GET' : 'POST', target, headers: given, body: Buffer.from(body ?? '') };
      const answer = await ask({ ...asked, endpoint: null, id: '', connection: 1 });
      return { ...answer, text: Buffer.from(answer.body).toString() };
    },
    path: (template) =>
      template.replace(/\{([A-Z_]+)\}/g, (_all, name: string) => encodeURIComponent(variables[`CES_${name}`] ?? `no fixture ${name}`)),
    close: () => service.close(),
  };
}

/** `service` runs for one test. */
export const test = base.extend<{ service: Running }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructuring pattern
  service: async ({}, use) => {
    const service = await startService();
    await use(service);
    await service.close();
  },
});
