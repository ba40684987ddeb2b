import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { waive } from '../../src/result/waive.ts';
import { readWaivers, type Waiver } from '../../src/settings/files/waivers.ts';
import { failedIn, runInProcess } from '../hostile/run-in-process.ts';
import { command } from './command.ts';
import { test, withStatus } from './run.ts';
import { changeJson, type Reply, type Seen } from './target.ts';

test.describe.configure({ timeout: 400_000 });

/** Deviations of several kinds: a type, an echo that only long values show, one deep in free data, a status, a list. */
function deviating(reply: Reply, { method, path }: Seen): Reply {
  if (path.startsWith('/segments/')) return changeJson(reply, (body) => ({ ...body, name: 5 }));
  if (method === 'POST' && path.endsWith('/campaigns') && reply.status < 300) {
    return changeJson(reply, (body) => ({ ...body, name: String(body.name).slice(0, 100), metadata: withoutSmallNumbers(body.metadata) }));
  }
  if (path.endsWith('/email_addresses') && reply.status === 200)
    return changeJson(reply, ({ email_addresses: list, ...body }) => ({
      ...body,
      email_addresses: (list as object[]).map((address) => ({ ...address, one_off: 'no' })),
    }));
  if (path.includes('/sms_templates/') && path.includes('/preview?')) return { ...reply, status: 500 };
  return reply;
}

function withoutSmallNumbers(metadata: unknown): unknown {
  return JSON.parse(JSON.stringify(metadata, (_key, value) => (typeof value === 'number' && Math.abs(value) < 1e-6 ? 0 : value)) ?? 'null');
}

/** The endpoints that deviate. */
const DEVIATING = ['getSegment', 'createCampaign', 'listEmailAddresses', 'previewSmsTemplate'];

test('what is drafted for a run holds in a run with another seed, once somebody has filled it in', async ({ folder, target }) => {
  const file = join(folder, 'waivers.json');
  const run = async (seed: string) =>
    runInProcess(
      { ...(await target({ change: deviating })).variables, CES_PROPERTY_RUNS: '30', CES_SEED: seed },
      ({ covers: { endpoint } }) => endpoint !== null && DEVIATING.includes(endpoint),
    );
  const first = await run('1');
  const echoes = ['campaign.name-comes-back', 'campaign.metadata-comes-back'];
  expect(failedIn(first)).toEqual(
    expect.arrayContaining(['segment.fields', ...echoes, 'email-address.fields', 'robustness.query-garbage']),
  );
  writeFileSync(join(folder, 'conformance.json'), JSON.stringify(first));
  const drafting = await command(['waivers', '--write', file], { CES_REPORT_DIR: folder });
  expect(drafting.code, drafting.stderr).toBe(0);
  const placeholders = await command([], { ...(await target()).variables, CES_WAIVERS: file });
  const todo = 'CES_WAIVERS: expected a reason that somebody else understands; found the reason "TODO" in entry 1';
  expect(placeholders).toMatchObject({ code: 2, stderr: expect.stringContaining(todo) });

  const drafted = JSON.parse(readFileSync(file, 'utf8')) as Waiver[];
  writeFileSync(file, JSON.stringify(drafted.map((waiver) => ({ ...waiver, reason: 'Mended with release 12', owner: 'TICKET-1' }))));
  const second = await run('2');
  const { requirements, problems } = waive(second.requirements, readWaivers(file), new Date().toISOString().slice(0, 10));
  expect(problems).toEqual([]);
  expect(failedIn({ ...second, requirements })).toEqual([]);
  expect(withStatus({ ...second, requirements }, 'waived')).toEqual(expect.arrayContaining(failedIn(first)));
});
