import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { MARKER } from '../../src/report/summary.ts';
import { newFolder } from '../folders.ts';
import { listen, portOf } from '../servers.ts';
import { expect, test } from '../test.ts';

interface Job {
  readonly script: readonly string[];
  readonly before_script: readonly string[];
  readonly after_script: readonly string[];
}
const read = <T>(name: string) => parse(readFileSync(`examples/gitlab/${name}`, 'utf8')) as T;
const { conformance: job } = read<{ readonly conformance: Job }>('.gitlab-ci.yml');
const { default: defaults, shard } = read<{ readonly default: Job; readonly shard: Job }>('shards.gitlab-ci.yml');

/** Runs lines of a script in a folder with these files, with a stand-in for the suite. */
function run(lines: readonly string[], variables: Readonly<Record<string, string>>, files: readonly string[] = []) {
  const folder = newFolder();
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), '{}');
  }
  const npx = 'npx() { printf "fixtures %s, waivers %s" "$CES_FIXTURES" "$CES_WAIVERS"; }';
  const env = { PATH: process.env.PATH, PACKAGE: 'p', ...variables };
  const child = spawn('bash', ['-e', '-c', [npx, ...lines].join('\n')], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  return Promise.all([ended, text(child.stdout), text(child.stderr)]).then(([code, stdout, stderr]) => ({ code, stdout, stderr, folder }));
}

for (const [name, lines] of [
  ['one job', [...job.before_script, ...job.script]],
  ['shards', [...defaults.before_script, ...shard.script]],
] as const)
  test(`${name}: files that may be missing are named only where they are there, and without an address nothing is run`, async () => {
    const CES_BASE_URL = 'https://staging.example.com';
    expect(await run(lines, { CES_BASE_URL })).toMatchObject({ code: 0, stdout: 'fixtures , waivers ' });
    expect(await run(lines, { CES_BASE_URL }, ['conformance/fixtures.json', 'conformance/waivers.json'])).toMatchObject({
      code: 0,
      stdout: 'fixtures conformance/fixtures.json, waivers conformance/waivers.json',
    });
    expect(await run(lines, {})).toMatchObject({ code: 2, stdout: expect.stringContaining('CES_BASE_URL is not set') });
  });

test('a push to the default branch keeps its result as the baseline, and nothing else does', async () => {
  const files = ['reports/conformance.json', 'baseline/older.json'];
  const kept = ({ folder }: { folder: string }) => readFileSync(join(folder, 'baseline/conformance.json'), 'utf8');
  expect(kept(await run(job.after_script, { BASELINE_POLICY: 'pull-push' }, files))).toBe('{}');
  const other = await run(job.after_script, { BASELINE_POLICY: 'pull' }, files);
  expect(() => kept(other)).toThrow('ENOENT');
  expect(await run(job.after_script, { BASELINE_POLICY: 'pull-push' })).toMatchObject({ code: 0 });
});

/** A GitLab that has these notes, and what else it was asked. */
async function noting(notes: readonly { readonly id: number; readonly body: string }[]): Promise<readonly string[]> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, url, headers } = request;
    if (method !== 'GET') asked.push(`${method} ${url} ${headers['private-token']} ${body}`);
    const page = Number(new URL(url ?? '', 'http://gitlab').searchParams.get('page') ?? 1);
    response.end(JSON.stringify(method === 'GET' ? notes.slice(100 * (page - 1), 100 * page) : {}));
  });
  await listen(server);
  const variables = {
    CI_API_V4_URL: `http://127.0.0.1:${portOf(server)}/api/v4`,
    CI_PROJECT_ID: '5',
    CI_MERGE_REQUEST_IID: '7',
    CONFORMANCE_TOKEN: 'token',
    BASELINE_POLICY: 'pull',
  };
  const { code, stderr } = await run(job.after_script, variables, ['reports/conformance.json']);
  server.close();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return asked;
}

test('the note on a merge request is written once and then changed', async () => {
  const sent = JSON.stringify({ body: 'fixtures , waivers ' });
  const others = [{ id: 1, body: 'hello' }];
  expect(await noting(others)).toEqual([`POST /api/v4/projects/5/merge_requests/7/notes token ${sent}`]);
  const many = Array.from({ length: 200 }, (_, index) => ({ id: 100 + index, body: 'hello' }));
  expect(await noting(many)).toHaveLength(1);
  expect(await noting([...many, { id: 12, body: `${MARKER}\n…` }])).toEqual([
    `PUT /api/v4/projects/5/merge_requests/7/notes/12 token ${sent}`,
  ]);
  expect(await noting([...others, { id: 12, body: `${MARKER}\n…` }])).toEqual([
    `PUT /api/v4/projects/5/merge_requests/7/notes/12 token ${sent}`,
  ]);
});
