import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createReferenceService, type ReferenceService } from '../../reference/service.ts';
import { makeAuthority, makeCertificate, type Pair } from '../certificates.ts';
import { newFolder } from '../folders.ts';
import { runInProcess } from '../hostile/run-in-process.ts';
import { portOf } from '../servers.ts';
import { type Front, type FrontOptions, startNginx, WITHOUT_NGINX } from './nginx.ts';
import { test as base, resultIn, withStatus } from './run.ts';

/** The reference service behind nginx. */
interface Fronted {
  readonly nginx: Front;
  readonly service: ReferenceService;
  readonly authority: Pair;
  /** Writes a file that is gone after the test; answers its path. */
  write(name: string, content: string): string;
}

const test = base.extend<{ fronted: (options: Pick<FrontOptions, 'rate' | 'burst'> & { wantsClients?: true }) => Promise<Fronted> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  fronted: async ({}, use) => {
    const opened: Fronted[] = [];
    await use(async (options) => {
      const started = await front(options);
      opened.push(started);
      return started;
    });
    for (const { nginx, service } of opened) {
      await nginx.stop();
      await service.close();
    }
  },
});

async function front({ wantsClients, ...limits }: { rate: number; burst: number; wantsClients?: true }): Promise<Fronted> {
  const [authority, directory] = [await makeAuthority(), newFolder()];
  const service = createReferenceService({ username: 'operator', password: 'correct-horse' });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const nginx = await startNginx({
    directory,
    port: portOf(service.app.server),
    prefix: '/api/v1',
    pair: await makeCertificate({ authority }),
    ...limits,
    ...(wantsClients && { clientsOf: authority.certificate }),
  });
  const write = (name: string, content: string) => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  };
  return { nginx, service, authority, write };
}

test.skip(WITHOUT_NGINX !== null, WITHOUT_NGINX ?? '');

test('a service behind nginx with TLS, a rate limit and a path prefix is conformant, and assessed completely', async ({
  runs,
  fronted,
}) => {
  test.setTimeout(240_000);
  const { nginx, service, authority, write } = await fronted({ rate: 300, burst: 60 });
  const { code, stdout, directory } = await runs.run([], {
    ...service.fixtures(nginx.baseUrl),
    CES_CA_FILE: write('ca.pem', authority.certificate),
    CES_PROPERTY_RUNS: '10',
  });
  const result = await resultIn(directory);
  expect(withStatus(result, 'failed'), stdout).toEqual([]);
  expect(withStatus(result, 'not-assessed')).toEqual([]);
  expect({ code, verdict: result.verdict, complete: result.complete }).toEqual({ code: 0, verdict: 'conformant', complete: true });
  expect(nginx.refused()).toBeGreaterThan(0);
  // What else was learned of the limit depends on how fast the machine is.
  expect(result.notices).toContainEqual(expect.stringContaining('to wait'));
});

test('nginx that wants a certificate of the client is understood, and shown one', async ({ fronted }) => {
  test.setTimeout(60_000);
  const { nginx, service, authority, write } = await fronted({ rate: 1000, burst: 1000, wantsClients: true });
  const segments = (more: Record<string, string>) =>
    runInProcess(
      { ...service.fixtures(nginx.baseUrl), CES_CA_FILE: write('ca.pem', authority.certificate), ...more },
      ({ covers }) => covers.endpoint === 'getSegment',
    );
  const shown = async (client: Pair) => ({
    CES_CLIENT_CERT_FILE: write('client.pem', client.certificate),
    CES_CLIENT_KEY_FILE: write('client-key.pem', client.key),
  });
  expect((await segments({})).noVerdictReason).toMatch(/wants a certificate of the client\. Give one in CES_CLIENT_CERT_FILE/);
  const stranger = await makeCertificate({ authority: await makeAuthority() });
  expect((await segments(await shown(stranger))).noVerdictReason).toMatch(/refuses the certificate of CES_CLIENT_CERT_FILE/);
  expect(await segments(await shown(await makeCertificate({ authority })))).toMatchObject({ verdict: 'conformant' });
  const { noVerdictReason } = await segments({ CES_BASE_URL: nginx.baseUrl.replace('https:', 'http:') });
  expect(noVerdictReason).toMatch(/speaks TLS at this port\. Give CES_BASE_URL with https:/);
});
